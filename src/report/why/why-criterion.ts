import type { CriterionWeight } from '../../engine/laws/criterion-weight.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import { counted } from '../counted.ts'
import { leastMore } from './smallest-count.ts'
import type { Told, WhyNamed } from './why-named.ts'

/** A criterion and what it counts, as of now. */
export interface WeighedCriterion extends CriterionWeight {
  readonly criterion: string
  readonly neutral: number
}

export function whyCriterion(view: WeighedCriterion, told: Told, policy: Policy): WhyNamed {
  const { helpful, harmful, neutral } = view
  const state = !view.known ? 'unknown' : view.deprecated ? 'deprecated' : 'in force'
  return {
    name: view.criterion,
    state,
    arithmetic: arithmetic(view, policy),
    evidence: [
      `${counted(helpful, 'helpful word')}, ${counted(harmful, 'harmful word')} and ${neutral} in between`,
      `after decay helpful ${view.helpfulMass.toFixed(2)}, harmful ${view.harmfulMass.toFixed(2)}, half-life ${counted(policy.criterion.halfLifeDays, 'day')}`,
    ],
    whatWouldChangeIt: changes(view, policy),
    ...told,
  }
}

/** `helpful 1.00 / (helpful 1.00 + harmful 0.50) = 0.67` */
function arithmetic(view: WeighedCriterion, { criterion }: Policy): string {
  const { helpfulMass, harmfulMass, helpful, harmful } = view
  if (!view.known) return 'no feedback yet, so it counts in full'
  if (view.deprecated)
    return `0: ${harmful} of ${helpful + harmful} were harmful, ${share(harmful, helpful + harmful)}, and above ${criterion.maxHarmfulRatio} it counts nothing`
  const [good, bad] = [helpfulMass.toFixed(2), harmfulMass.toFixed(2)]
  const ratio = share(helpfulMass, helpfulMass + harmfulMass)
  const isFloor = view.weight === criterion.weightFloor && Number(ratio) < criterion.weightFloor
  return `helpful ${good} / (helpful ${good} + harmful ${bad}) = ${ratio}${isFloor ? `, held at the floor of ${criterion.weightFloor}` : ''}`
}

function changes(view: WeighedCriterion, { criterion }: Policy): string[] {
  const { helpful, harmful, helpfulMass, harmfulMass } = view
  const isDeprecated = (good: number, bad: number) =>
    good + bad >= criterion.minFeedbackForAdjustment && bad / (good + bad) > criterion.maxHarmfulRatio
  if (view.deprecated) {
    const more = leastMore((n) => !isDeprecated(helpful + n, harmful))
    return more === undefined ? [] : [`in force again after ${more} more helpful, with none harmful`]
  }
  const doom = leastMore((n) => isDeprecated(helpful, harmful + n))
  const missing = harmfulMass - helpfulMass
  return [
    ...(doom === undefined ? [] : [`deprecated after ${doom} more harmful`]),
    ...(missing > 0 ? [`weight 0.5 after ${missing.toFixed(2)} more helpful mass`] : []),
    'time alone changes nothing: what is for it and what is against it fade alike',
  ]
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0.00' : (part / whole).toFixed(2)
}
