import { type Figure, NOT_ENOUGH, type NotEnough, shareOf } from './figure.ts'
import type { InsightsPolicy } from './insights-policy.ts'
import type { Sitting } from './sittings.ts'

export interface PairInsight {
  readonly challenger: string
  readonly validator: string
  readonly agreement: Figure
  readonly alignment: 'misaligned' | 'aligned' | 'strong' | NotEnough
  /** They agree so often that one of the two may add nothing. */
  readonly groupthink: boolean
  /** Who says FAIL where the other says PASS. */
  readonly asymmetry: {
    readonly challengerOnly: number
    readonly validatorOnly: number
    readonly stricter: 'challenger' | 'validator' | 'neither'
  }
  /** How much of what the validator raised the challenger had not; n counts findings. */
  readonly novelty: Figure
}

/** Sittings by pair, in the order of the names. */
export function byPair(sittings: readonly Sitting[]): Sitting[][] {
  const groups = new Map<string, Sitting[]>()
  for (const sitting of sittings) {
    const key = `${sitting.adversarial}\n${sitting.validator}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [sitting])
    else group.push(sitting)
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

/**
 * How a challenger and its validator get on.
 *
 * Agreement is the share of sittings in which both say the same: below 0.7 they are misaligned, above 0.9 strong, and above
 * 0.85 they may think as one. 9 of 10: 0.9, aligned, with the warning.
 */
export function pairInsight(sittings: readonly Sitting[], policy: InsightsPolicy): PairInsight {
  const { adversarial: challenger, validator } = sittings[0]!
  const agreement = agreementOf(sittings)
  const isEnough = agreement.n >= policy.leastSittings
  const share = agreement.value === NOT_ENOUGH ? 0 : agreement.value
  return {
    challenger,
    validator,
    agreement,
    alignment: isEnough ? alignmentOf(share, policy) : NOT_ENOUGH,
    groupthink: isEnough && share > policy.groupthinkAbove,
    asymmetry: asymmetryOf(sittings),
    novelty: noveltyOf(sittings),
  }
}

export function agreementOf(sittings: readonly Sitting[]): Figure {
  const agreed = sittings.filter(({ challenged, validated }) => challenged === validated)
  return shareOf(agreed.length, sittings.length)
}

function alignmentOf(share: number, { misalignedBelow, strongAbove }: InsightsPolicy) {
  if (share < misalignedBelow) return 'misaligned'
  return share > strongAbove ? 'strong' : 'aligned'
}

function asymmetryOf(sittings: readonly Sitting[]): PairInsight['asymmetry'] {
  const failsAlone = (one: 'challenged' | 'validated', other: 'challenged' | 'validated') =>
    sittings.filter((sitting) => sitting[one] === 'FAIL' && sitting[other] === 'PASS').length
  const challengerOnly = failsAlone('challenged', 'validated')
  const validatorOnly = failsAlone('validated', 'challenged')
  const stricter =
    challengerOnly === validatorOnly ? 'neither' : challengerOnly > validatorOnly ? 'challenger' : 'validator'
  return { challengerOnly, validatorOnly, stricter }
}

function noveltyOf(sittings: readonly Sitting[]): Figure {
  const sum = (part: 'raised' | 'novel') =>
    sittings.reduce((total, { findings }) => total + (findings?.[part] ?? 0), 0)
  return shareOf(sum('novel'), sum('raised'))
}
