import type { BayesPolicy } from '../../engine/belief/bayes-policy.ts'
import type { Belief } from '../../engine/belief/believed-pattern.ts'
import { isProven } from '../../engine/belief/selection.ts'
import { counted } from '../wording.ts'

/** The parts of a value, as a receipt keeps them. */
type Parts = { readonly [part: string]: number | undefined }

/**
 * A value as a sum that can be checked by hand: `value 0.066 = relevance 0.80 x effect 0.112 - 0.004 beside the point - 0.020 for its tokens; helps 0.35, does
 * nothing 0.50, harms 0.15`.
 */
export function whyBelieved(parts: Parts): string {
  const { value = 0, relevance = 0, effect = 0, beside = 0, cost = 0 } = parts
  const { help = 0, neutral = 0, harm = 0 } = parts
  const warned = parts.inverted === 1 ? ' as a warning' : ''
  const drawn = parts.exploration === 1 ? '; shown to learn about it' : ''
  return [
    `value${warned} ${value.toFixed(3)} = relevance ${relevance.toFixed(2)} x effect ${effect.toFixed(3)}`,
    ` - ${Math.abs(beside).toFixed(3)} beside the point - ${cost.toFixed(3)} for its tokens`,
    `; helps ${help.toFixed(2)}, does nothing ${neutral.toFixed(2)}, harms ${harm.toFixed(2)}${drawn}`,
  ].join('')
}

/** What observations say of a pattern, in words. */
export function beliefLines({
  posterior: { help, neutral, harm },
  prior,
  observations,
  internalObservations,
  eValue,
  group,
}: Belief): string[] {
  const [days, , trust] = group.split(' ')
  return [
    `helps ${help.toFixed(2)}, does nothing ${neutral.toFixed(2)}, harms ${harm.toFixed(2)}, after ${counted(observations, 'observation')}, ${internalObservations} from inside`,
    `patterns like it (seen on ${days} ${days === '1' ? 'day' : 'days'}, ${group.includes('cited') ? 'with' : 'without'} a place in the code, ${trust}) begin at helps ${prior.help.toFixed(2)}`,
    ...(observations === 0
      ? []
      : [
          `e-value ${eValue.toFixed(1)} for its help, valid whenever one looks; a promotion is suggested from 20 on`,
        ]),
  ]
}

/**
 * What would change whether a pattern is shown: the relevance from which it is worth its tokens, `(cost - d_neutral) / (effect - d_neutral)`, and what it
 * leaks to without news.
 */
export function believedChanges(
  {
    effect,
    prior,
    posterior,
    deviation,
    isFromOutside,
    isPromoted = false,
  }: Belief & { isPromoted?: boolean },
  cost: number,
  policy: BayesPolicy,
): string[] {
  const { effects, leakDays } = policy
  const least = (cost - effects.neutral) / (effect - effects.neutral)
  const isEverWorthIt = effect > effects.neutral && least <= 1
  const unproven = isProven({ value: effect - cost, deviation, isPromoted }, policy)
    ? []
    : [unprovenLine(isFromOutside === true, policy)]
  const [now, then] = [posterior.help.toFixed(2), prior.help.toFixed(2)]
  const halfDays = Math.round(leakDays * Math.LN2)
  return [
    isEverWorthIt
      ? `shown for work that it has at least ${least.toFixed(2)} to do with; less as outcomes and verdicts speak for it`
      : 'shown again when outcomes and verdicts speak for it, or as what is known of it leaks away',
    ...unproven,
    ...(now === then
      ? []
      : [`without news it goes from helps ${now} to ${then}, half of the way in ${halfDays} days`]),
  ]
}

/** What is not proven is shown with few of its kind, and what began outside hardly at all. */
function unprovenLine(isFromOutside: boolean, { mostUnproven, strangerShare }: BayesPolicy): string {
  const until = 'until outcomes and verdicts speak for it, or a person promotes it'
  return isFromOutside
    ? `it began outside and is not proven: shown in a share of ${strangerShare} of the blocks, to learn about it, ${until}`
    : `it is not proven: a block shows ${mostUnproven} such lines at most, the best, ${until}`
}
