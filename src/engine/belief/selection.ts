import { turnsOf } from '../laws/block-room.ts'
import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { uniform } from './holdout.ts'

/** A line that could be shown: what it is worth by its room, what it costs, and how unsure that worth is. */
export interface Choice {
  readonly id: string
  readonly value: number
  readonly density: number
  readonly tokens: number
  readonly deviation: number
  /** Where its pattern comes from; left out, a source of its own. */
  readonly source?: string
  /** A person promoted it. */
  readonly isPromoted?: boolean
  /** It began outside, and nobody has vouched for it since. */
  readonly isFromOutside?: boolean
}

/** Lines that may stand in one block, best first, and why others that are worth something may not. */
export interface Company {
  readonly together: readonly Choice[]
  readonly left: ReadonlyMap<string, 'cap' | 'unproven'>
  /** From outside and unproven: none of them is shown but to learn about it. */
  readonly strangers: readonly Choice[]
}

/**
 * Whether a line would be worth showing even if it did less than is expected: `v - 0.35 s > 0`. More certainty never takes that away. A person's word stands for proof.
 * The prior at relevance 1 and 25 tokens: 0.0925 - 0.35 x 0.3056 = -0.0145, so it is not.
 */
export function isProven(
  { value, deviation, isPromoted = false }: Pick<Choice, 'value' | 'deviation' | 'isPromoted'>,
  policy: BayesPolicy = BAYES,
): boolean {
  return isPromoted || value - policy.caution * deviation > 0
}

/**
 * Which lines keep company, greedily by `value / sqrt(tokens)`. Lines take attention from each other and may contradict each other, the more the more there are: the next is
 * shown only if it is worth more than 0.01 for each line before it. Of what is not proven a block has two at most, of two sources where there are, so that little harm is done while it is learned which of
 * them help, and so that it can be told which of them did. What began outside waits until it is proven, for that somebody inside repeats it is no evidence.
 * Three lines of the prior at 25 tokens and relevance 1: each is worth 0.0925 +- 0.3056 and so unproven; two are shown.
 */
export function keepCompany(choices: readonly Choice[], policy: BayesPolicy = BAYES): Company {
  const together: Choice[] = []
  const strangers: Choice[] = []
  const left = new Map<string, 'cap' | 'unproven'>()
  const worthy = choices.filter(({ value }) => value > 0).sort(byDensity)
  const tried = triedOf(worthy, policy)
  for (const choice of worthy) {
    if (choice.value <= policy.linePrice * together.length) left.set(choice.id, 'cap')
    else if (isProven(choice, policy) || tried.has(choice)) together.push(choice)
    else {
      left.set(choice.id, 'unproven')
      if (choice.isFromOutside === true) strangers.push(choice)
    }
  }
  return { together, left, strangers }
}

/** The unproven lines that a block may have, the best first: each of another source, as long as there are others. */
function triedOf(sorted: readonly Choice[], policy: BayesPolicy): ReadonlySet<Choice> {
  const unproven = sorted.filter((one) => one.isFromOutside !== true && !isProven(one, policy))
  const sources = new Set<string>()
  const isFirst = ({ id, source = id }: Choice) => !sources.has(source) && sources.add(source)
  const first = unproven.filter(isFirst)
  const later = unproven.filter((one) => !first.includes(one))
  return new Set([...first, ...later].slice(0, policy.mostUnproven))
}

function byDensity(a: Choice, b: Choice): number {
  return b.density - a.density || (a.id < b.id ? -1 : 1)
}

export interface Selection {
  /** What is shown, best first. */
  readonly chosen: readonly Chosen[]
  readonly left: readonly string[]
}

export interface Chosen {
  readonly id: string
  /** It is shown to learn about it; others would have come before it. */
  readonly explores: boolean
  /** With which probability it was chosen. */
  readonly propensity: number
}

export interface Room {
  readonly budgetTokens: number
  /** Names the draw, so that a replay repeats it. */
  readonly seed: string
}

/**
 * Which lines are shown: of those that keep company, greedily by `value / sqrt(tokens)`, and no source gets more than half while others wait. If all fit, all are shown, and now
 * and then one from outside to learn about it. Else up to 20 % of the budget is kept for what did not make it, drawn at random, the less is known of a line the likelier.
 *
 * Ten proven lines of 20 tokens in a budget of 100: four by density, and one of the other six.
 */
export function selectLines(choices: readonly Choice[], room: Room, policy: BayesPolicy = BAYES): Selection {
  const chosen = chooseLines(keepCompany(choices, policy), room, policy)
  const taken = new Set(chosen.map(({ id }) => id))
  return { chosen, left: choices.map(({ id }) => id).filter((id) => !taken.has(id)) }
}

/** The same from lines of which is known whether they keep company. */
export function chooseLines(company: Company, room: Room, policy: BayesPolicy = BAYES): readonly Chosen[] {
  const together = company.together.map(sourced)
  const all = greedy(together, room.budgetTokens)
  return all.length === together.length
    ? [...all.map(sure), ...stranger(company.strangers, all, room, policy)]
    : withExploration(together, room, policy)
}

type Sourced = Choice & { readonly source: string }

function sourced(choice: Choice): Sourced {
  return { ...choice, source: choice.source ?? choice.id }
}

/** Each next best that still fits; one too long cannot block the rest. */
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

/** The best in four fifths of the room, and a draw among those that wait, each of which fits into what is kept for it. */
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

/** One at most, each in one block of ten, or less often where there are more than ten of them. */
function stranger(
  strangers: readonly Choice[],
  shown: readonly Choice[],
  room: Room,
  policy: BayesPolicy,
): Chosen[] {
  const { budgetTokens, seed } = room
  const left = shown.reduce((rest, { tokens }) => rest - tokens, budgetTokens)
  const waiting = strangers.filter(
    ({ tokens }) => tokens <= Math.min(left, budgetTokens * policy.exploreShare),
  )
  const chance = Math.min(policy.strangerShare, 1 / waiting.length)
  return drawn(
    waiting,
    waiting.map(() => chance),
    seed,
  )
}

/**
 * A systematic draw: every line owns a stretch as long as its probability, one uniform number is thrown, and the lines under it and under each
 * whole step from it are taken. So each is taken exactly with its probability, and never more than so many.
 */
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

/** In proportion to how unsure each is, none above 1, together as many as are to be drawn. */
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
