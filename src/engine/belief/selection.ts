import { turnsOf } from '../laws/share-room.ts'
import { BAYES, type BayesPolicy } from './bayes-policy.ts'
import { type Choice, type Company, keepCompany } from './block-limits.ts'
import { uniform } from './holdout.ts'

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
