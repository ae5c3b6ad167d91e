import { turnsOf } from '../text/block-room.ts'
import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { uniform } from './holdout.ts'

/** A pattern that could be shown: its value, its tokens, and the standard deviation of its value. */
export interface Choice {
  readonly id: string
  readonly value: number
  readonly tokens: number
  readonly deviation: number
  /** The source of the pattern; if missing, a source of its own. */
  readonly source?: string
  /** Others that may say the same in other words. */
  readonly near?: readonly string[]
  /** A person promoted it. */
  readonly isPromoted?: boolean
  /** It came from outside, and no person has vouched for it. */
  readonly isFromOutside?: boolean
  /** It names no place, so only its words can show what it is about. */
  readonly isPlaceless?: boolean
}

/** The patterns that one block may contain, best first, and why others with a positive value are left out. */
export interface BlockLimits {
  readonly together: readonly Choice[]
  readonly left: ReadonlyMap<string, 'cap' | 'unproven'>
  /** From outside and unproven: shown only occasionally, to learn about them. */
  readonly strangers: readonly Choice[]
  /** Without a place, and unlike the work: also shown only occasionally. */
  readonly placeless: readonly Choice[]
}

/** Whether a pattern would be worth showing even if it did less than expected: `v - 0.35 s > 0`. More certainty never changes that to false. A promotion by a person counts as proof. The prior at relevance 1 and 25 tokens: 0.0982 - 0.35 x 0.3213 = -0.0143, so it is not. */
export function isProven(
  { value, deviation, isPromoted = false }: Pick<Choice, 'value' | 'deviation' | 'isPromoted'>,
  policy: BayesPolicy = BAYES,
): boolean {
  return isPromoted || value - policy.caution * deviation > 0
}

/** The patterns that one block may contain, those of the highest value first; equals keep their order. Patterns compete for attention and may contradict each other, so each needs a value of more than 0.01 for every pattern before it, and of those that are near each other only the best may be in it. For every 80 tokens of the budget one may be unproven, and two in any case, from different sources if possible: that limits the harm while we learn, and gives a new pattern its chance by relevance, however long it is. Text from outside must be proven first, because an agent that repeats it adds no evidence. Three patterns of the prior at relevance 1: each has a value of 0.0982 +- 0.3213 and is unproven, so a budget of 120 shows two of them and one of 240 all. */
export function limitBlock(choices: readonly Choice[], budgetTokens: number, policy: BayesPolicy = BAYES): BlockLimits {
  const together: Choice[] = []
  const strangers: Choice[] = []
  const left = new Map<string, 'cap' | 'unproven'>()
  const worthy = choices.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value)
  const tried = triedOf(worthy, unprovenIn(budgetTokens, policy), policy)
  for (const choice of worthy) {
    const isNear = choice.near?.some((near) => together.some(({ id }) => id === near))
    if (isNear || choice.value <= policy.linePrice * together.length) left.set(choice.id, 'cap')
    else if (isProven(choice, policy) || tried.has(choice)) together.push(choice)
    else {
      left.set(choice.id, 'unproven')
      if (choice.isFromOutside === true) strangers.push(choice)
    }
  }
  return { together, left, strangers, placeless: choices.filter((one) => one.value <= 0 && one.isPlaceless) }
}

const LEAST_UNPROVEN = 2

/** How many unproven patterns a block of a budget may contain: 500 tokens, 6; 120 tokens, 2. */
export function unprovenIn(budgetTokens: number, policy: BayesPolicy = BAYES): number {
  return Math.max(LEAST_UNPROVEN, Math.floor(budgetTokens / policy.tokensPerUnproven))
}

/** The unproven patterns that a block may contain, best first, from different sources as long as there are any. */
function triedOf(sorted: readonly Choice[], most: number, policy: BayesPolicy): ReadonlySet<Choice> {
  const unproven = sorted.filter((one) => one.isFromOutside !== true && !isProven(one, policy))
  const sources = new Set<string>()
  const isFirst = ({ id, source = id }: Choice) => !sources.has(source) && sources.add(source)
  const first = unproven.filter(isFirst)
  const later = unproven.filter((one) => !first.includes(one))
  return new Set([...first, ...later].slice(0, most))
}

export interface Selection {
  /** The patterns to show, best first. */
  readonly chosen: readonly Chosen[]
  readonly left: readonly string[]
}

export interface Chosen {
  readonly id: string
  /** It is shown to learn about it, ahead of better ones. */
  readonly explores: boolean
  /** The probability of this choice. */
  readonly propensity: number
}

export interface Room {
  readonly budgetTokens: number
  /** The seed of the draw, so that a replay repeats it. */
  readonly seed: string
}

/**
 * The patterns to show: of those that the block may contain, those of the highest value that fit; no source gets more than half while others wait. If all
 * fit, all are shown, and occasionally one to learn about it: from outside, or one that names no place, if anything else is shown. Otherwise up to 20% of the
 * budget goes to a random draw among the rest, in which less certain patterns are more likely.
 *
 * Ten proven patterns of 20 tokens in a budget of 100: four by value, and one of the other six.
 */
export function selectLines(choices: readonly Choice[], room: Room, policy: BayesPolicy = BAYES): Selection {
  const chosen = chooseLines(limitBlock(choices, room.budgetTokens, policy), room, policy)
  const taken = new Set(chosen.map(({ id }) => id))
  return { chosen, left: choices.map(({ id }) => id).filter((id) => !taken.has(id)) }
}

/** The same for patterns that were already limited to one block. */
export function chooseLines(company: BlockLimits, room: Room, policy: BayesPolicy = BAYES): readonly Chosen[] {
  const together = company.together.map((choice): Sourced => ({ ...choice, source: choice.source ?? choice.id }))
  const all = greedy(together, room.budgetTokens)
  if (all.length !== together.length) return withExploration(together, room, policy)
  const { strangers, placeless } = company
  const tried = all.length === 0 ? [] : stranger(placeless, all, room, policy, policy.placelessShare)
  return [...all.map(sure), ...(tried.length > 0 ? tried : stranger(strangers, all, room, policy, 1))]
}

type Sourced = Choice & { readonly source: string }

/** The best that fit, in order; one that is too long does not block the rest. */
function greedy(choices: readonly Sourced[], budgetTokens: number): Sourced[] {
  let left = budgetTokens
  const taken: Sourced[] = []
  for (const choice of choices) {
    if (choice.tokens > left) continue
    left -= choice.tokens
    taken.push(choice)
  }
  return taken
}

const sure = ({ id }: Choice): Chosen => ({ id, explores: false, propensity: 1 })

/** The best in four fifths of the budget, and a draw among the rest, each of which fits into what is left. */
function withExploration(worthy: readonly Sourced[], room: Room, policy: BayesPolicy): Chosen[] {
  const { budgetTokens, seed } = room
  const turns = turnsOf(worthy, budgetTokens)
  const best = new Set(greedy([...turns.first, ...turns.later], budgetTokens * (1 - policy.exploreShare)))
  const kept = worthy.filter((choice) => best.has(choice))
  const share = budgetTokens * policy.exploreShare
  const fitting = worthy.filter((choice) => !best.has(choice) && choice.tokens <= share)
  const { first, later } = turnsOf(fitting, budgetTokens, kept)
  const waiting = first.length > 0 ? first : later
  const longest = Math.max(1, ...waiting.map(({ tokens }) => tokens))
  const number = Math.floor(share / longest)
  return number <= 0
    ? kept.map(sure)
    : [...kept.map(sure), ...drawn(waiting, inclusionProbabilities(waiting, number), seed)]
}

/** Draws at most one; each is in one block of ten, or fewer if together they would be in more blocks than `most`. */
function stranger(
  strangers: readonly Choice[],
  shown: readonly Choice[],
  { budgetTokens, seed }: Room,
  policy: BayesPolicy,
  most: number,
): Chosen[] {
  const left = shown.reduce((rest, { tokens }) => rest - tokens, budgetTokens)
  const room = Math.min(left, budgetTokens * policy.exploreShare)
  const waiting = strangers.filter(({ tokens }) => tokens <= room)
  const chances = waiting.map(() => Math.min(policy.strangerShare, most / waiting.length))
  return drawn(waiting, chances, seed)
}

/** A systematic draw: every pattern owns an interval as long as its probability, one uniform number is drawn, and the patterns under it and under each whole step from it are taken. So each is taken with exactly its probability, and their number is bounded. */
function drawn(waiting: readonly Choice[], propensities: readonly number[], seed: string): Chosen[] {
  if (waiting.length === 0) return []
  const start = uniform(`explore\n${seed}`)
  const taken: Chosen[] = []
  let end = 0
  for (const [index, propensity] of propensities.entries()) {
    const from = end
    end += propensity
    if (Math.floor(end - start) > Math.floor(from - start))
      taken.push({ id: waiting[index]!.id, explores: true, propensity })
  }
  return taken
}

/** Probabilities in proportion to the uncertainty of each, at most 1 each; their sum is the number to be drawn. */
function inclusionProbabilities(waiting: readonly Choice[], number: number): number[] {
  if (waiting.length <= number) return waiting.map(() => 1)
  const weights = waiting.map(({ deviation }) => Math.max(deviation, 1e-9))
  const certain = new Set<number>()
  for (;;) {
    const rest = weights.reduce((total, weight, at) => total + (certain.has(at) ? 0 : weight), 0)
    const scale = (number - certain.size) / rest
    const over = weights.flatMap((weight, at) => (!certain.has(at) && weight * scale >= 1 ? [at] : []))
    if (over.length === 0) return weights.map((weight, at) => (certain.has(at) ? 1 : weight * scale))
    for (const at of over) certain.add(at)
  }
}
