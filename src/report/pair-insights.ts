import type { RolePair } from '../engine/laws/role-pairs.ts'
import { jaccard, tokenSet } from '../engine/search/words.ts'
import type { InsightsPolicy } from './insights.ts'
import { byTime, type Finding, plainRole, type Review, type Ruled } from './reviews.ts'
import { type Figure, NOT_ENOUGH, type NotEnough, shareOf } from './wording.ts'

/** A challenger and its validator over the same work. */
export interface Sitting extends RolePair {
  readonly challenged: 'PASS' | 'FAIL'
  readonly validated: 'PASS' | 'FAIL'
  /** How many findings the validator raised, and how many of them the challenger had not; absent if its report was not recorded. */
  readonly findings?: { readonly raised: number; readonly novel: number }
  readonly at: number
}

/** Brings each challenger's review together with the verdict on it: the one that was acted on, and the validator's own report, which is its first on the same work and phase before the challenger speaks again. */
export function sittingsOf(
  reviews: readonly Review[],
  ruled: readonly Ruled[],
  pairs: readonly RolePair[],
  sameOverlap: number,
): Sitting[] {
  const cache = cachedOf(reviews)
  const acted = new Map([...ruled].sort(byTime).map((one) => [`${one.deliberation}\n${one.validator}`, one] as const))
  return allPairs(pairs, ruled).flatMap(({ adversarial, validator }) =>
    reviews
      .filter(({ role }) => role === adversarial)
      .flatMap((challenge): Sitting[] => {
        const report = reportOn(challenge, validator, cache)
        const verdict = acted.get(`${challenge.deliberation}\n${validator}`)?.verdict ?? report?.verdict
        if (verdict === undefined) return []
        return [
          {
            adversarial,
            validator,
            challenged: challenge.verdict,
            validated: verdict,
            at: challenge.at,
            findings: report && compared(report, challenge, sameOverlap),
          },
        ]
      }),
  )
}

function allPairs(pairs: readonly RolePair[], ruled: readonly Ruled[]): RolePair[] {
  const seen = ruled.map(({ challenger, validator }) => ({ adversarial: challenger, validator }))
  const all = [...pairs, ...seen].map(({ adversarial, validator }) => ({
    adversarial: plainRole(adversarial),
    validator: plainRole(validator),
  }))
  return [...new Map(all.map((pair) => [`${pair.adversarial}\n${pair.validator}`, pair])).values()]
}

type Cache = ReadonlyMap<string, readonly Review[]>

/** Reviews by role and work, oldest first. */
function cachedOf(reviews: readonly Review[]): Cache {
  const cache = new Map<string, Review[]>()
  for (const review of [...reviews].sort(byTime)) {
    const key = `${review.role}\n${review.work}`
    const row = cache.get(key)
    if (row === undefined) cache.set(key, [review])
    else row.push(review)
  }
  return cache
}

function reportOn(challenge: Review, validator: string, cache: Cache): Review | undefined {
  const { work, phase } = challenge
  const isOfPhase = (other: Review) => phase === undefined || other.phase === undefined || other.phase === phase
  const after = (role: string) =>
    cache.get(`${role}\n${work}`)?.find((other) => byTime(other, challenge) > 0 && isOfPhase(other))
  const next = after(challenge.role)
  const report = after(validator)
  return report !== undefined && (next === undefined || byTime(report, next) < 0) ? report : undefined
}

function compared(report: Review, challenge: Review, sameOverlap: number) {
  const isKnown = (finding: Finding) => challenge.findings.some((other) => isSame(finding, other, sameOverlap))
  const novel = report.findings.filter((finding) => !isKnown(finding)).length
  return { raised: report.findings.length, novel }
}

/** Whether two roles' findings are the same: enough words in common, and no different files. */
function isSame(a: Finding, b: Finding, overlap: number): boolean {
  if (a.signature === b.signature) return true
  if (a.file !== undefined && b.file !== undefined && a.file !== b.file) return false
  return jaccard(tokenSet(a.summary), tokenSet(b.summary)) >= overlap
}

export interface PairInsight {
  readonly challenger: string
  readonly validator: string
  readonly agreement: Figure
  readonly alignment: 'misaligned' | 'aligned' | 'strong' | NotEnough
  /** They agree so often that one of the two may add nothing. */
  readonly groupthink: boolean
  /** How often one says FAIL and the other PASS. */
  readonly asymmetry: {
    readonly challengerOnly: number
    readonly validatorOnly: number
    readonly stricter: 'challenger' | 'validator' | 'neither'
  }
  /** The share of the validator's findings that the challenger did not have; n counts findings. */
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
  const sum = (part: 'raised' | 'novel') => sittings.reduce((total, { findings }) => total + (findings?.[part] ?? 0), 0)
  return shareOf(sum('novel'), sum('raised'))
}
