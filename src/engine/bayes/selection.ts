import { uniform } from '../holdout.ts'
import { turnsOf } from '../share-room.ts'
import { BAYES, type BayesPolicy } from './bayes-policy.ts'

/** A line that could be shown: what it is worth by its room, what it costs, and how unsure that worth is. */
export interface Choice {
  readonly id: string
  readonly value: number
  readonly density: number
  readonly tokens: number
  readonly deviation: number
  /** Where its pattern comes from; left out, a source of its own. */
  readonly source?: string
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
 * Which lines are shown: of those worth more than 0, greedily by `value / sqrt(tokens)`, and no source gets more than half while others wait. If
 * all fit, all are shown. Else up to 20 % of the budget is kept for what did not make it, drawn at random, the less is known of a line the likelier.
 *
 * Ten lines of 20 tokens in a budget of 100: four by density, and one of the other six.
 */
export function selectLines(choices: readonly Choice[], room: Room, policy: BayesPolicy = BAYES): Selection {
  const worthy = choices
    .filter(({ value }) => value > 0)
    .map(sourced)
    .sort(byDensity)
  const all = greedy(worthy, room.budgetTokens)
  const chosen = all.length === worthy.length ? all.map(sure) : withExploration(worthy, room, policy)
  const taken = new Set(chosen.map(({ id }) => id))
  return { chosen, left: choices.map(({ id }) => id).filter((id) => !taken.has(id)) }
}

type Sourced = Choice & { readonly source: string }

function sourced(choice: Choice): Sourced {
  return { ...choice, source: choice.source ?? choice.id }
}

function byDensity(a: Choice, b: Choice): number {
  return b.density - a.density || (a.id < b.id ? -1 : 1)
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
  return [...kept.map(sure), ...drawn(waiting, Math.floor(share / longest), seed)]
}

/**
 * A systematic draw: every line owns a stretch as long as its probability, one uniform number is thrown, and the lines under it and under each
 * whole step from it are taken. So each is taken exactly with its probability, and never more than so many.
 */
function drawn(waiting: readonly Choice[], number: number, seed: string): Chosen[] {
  if (number <= 0) return []
  const start = uniform(`explore\n${seed}`)
  const taken: Chosen[] = []
  let end = 0
  for (const [index, propensity] of inclusionProbabilities(waiting, number).entries()) {
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
