import { digest } from '../../domain/digest.ts'

/** A logged choice: the patterns shown and withheld, with their probabilities; the patterns that another policy would have shown; and the outcome. */
export interface LoggedChoice {
  readonly shown: readonly { readonly pattern: string; readonly propensity: number }[]
  readonly withheld: readonly { readonly pattern: string; readonly propensity: number }[]
  readonly wanted: readonly string[]
  readonly success: boolean
}

/**
 * The weight of a logged choice for a policy: 0 if the policy would have shown anything else, otherwise 1 over the probability of the choice, `prod of propensity
 * (shown) x prod of 1 - propensity (withheld)`.
 * One shown at 0.9 and one withheld at 0.9, where the policy wants only the first: 1 / (0.9 x 0.1) = 11.1111.
 */
export function importanceOf({ shown, withheld, wanted }: LoggedChoice): number {
  const names = new Set(shown.map(({ pattern }) => pattern))
  if (names.size !== wanted.length || wanted.some((pattern) => !names.has(pattern))) return 0
  const probability =
    shown.reduce((product, { propensity }) => product * propensity, 1) *
    withheld.reduce((product, { propensity }) => product * (1 - propensity), 1)
  return probability > 0 ? 1 / probability : 0
}

/** Self-normalised inverse propensity: `sum of w y / sum of w`. Undefined if nothing overlaps. */
export function offPolicyValue(choices: readonly LoggedChoice[]): number | undefined {
  let [weights, successes] = [0, 0]
  for (const choice of choices) {
    const weight = importanceOf(choice)
    weights += weight
    if (choice.success) successes += weight
  }
  return weights === 0 ? undefined : successes / weights
}

/** `(sum of w)^2 / sum of w^2`: the number of equally weighted choices that carry as much information. */
export function effectiveSize(choices: readonly LoggedChoice[]): number {
  const weights = choices.map(importanceOf)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const squares = weights.reduce((all, weight) => all + weight * weight, 0)
  return squares === 0 ? 0 : (sum * sum) / squares
}

/** What is withheld at random: the probability for each pattern, and the probability that a run is shown nothing at all. */
export interface Holdout {
  readonly share: number
  readonly runShare: number
}

export const NO_HOLDOUT: Holdout = { share: 0, runShare: 0 }

/** The random draw for a run. */
export interface Drawn extends Holdout {
  readonly isRunHeld: boolean
  readonly isHeld: (pattern: string, isOpen?: boolean) => boolean
}

/** The probability of withholding a pattern: at least half while its effect is open, unless nothing is withheld at all. */
export function drawShare(share: number, isOpen = false): number {
  return isOpen && share > 0 ? Math.max(share, 0.5) : share
}

/** The draw for a run, the same on every surface; the seed is the project. */
export function drawFor(seed: string, run: string, holdout: Holdout): Drawn {
  // A block is packed again after each draw, but each pattern is drawn only once.
  const draws = new Map<string, boolean>()
  const isHeld = (pattern: string, isOpen?: boolean) => {
    const share = drawShare(holdout.share, isOpen)
    const draw = draws.get(pattern) ?? isWithheld({ seed, run, pattern }, share)
    draws.set(pattern, draw)
    return draw
  }
  return { ...holdout, isRunHeld: isWithheld({ seed, run, pattern: '' }, holdout.runShare), isHeld }
}

/**
 * Whether a pattern is withheld from a run, to measure what happens without it.
 *
 * A hash of seed, run and pattern, read as a number in [0, 1), is compared with the share. So the draw is the same on every surface of the run, can be repeated from
 * the receipt, and is independent between patterns and runs. A share of 0 withholds nothing, a share of 1 everything.
 */
export function isWithheld(draw: { seed: string; run: string; pattern: string }, share: number): boolean {
  return share > 0 && uniform(`${draw.seed}\n${draw.run}\n${draw.pattern}`) < share
}

/** A number in [0, 1) derived from a text: 48 bits of its SHA-256. */
export function uniform(text: string): number {
  return Number.parseInt(digest(text).slice(0, 12), 16) / 2 ** 48
}
