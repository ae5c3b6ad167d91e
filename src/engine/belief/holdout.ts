import { createHash } from 'node:crypto'

/** What is withheld at random: each pattern with one probability, and whole runs go without with another. */
export interface Holdout {
  readonly share: number
  readonly runShare: number
}

export const NO_HOLDOUT: Holdout = { share: 0, runShare: 0 }

/** How the lot fell for a run. */
export interface Drawn extends Holdout {
  readonly isRunHeld: boolean
  readonly isHeld: (pattern: string) => boolean
}

/** Draws for a run, once for every surface of it; the seed is the project. */
export function drawFor(seed: string, run: string, holdout: Holdout): Drawn {
  // A block is packed again after each draw; the lot of a pattern is drawn once.
  const lots = new Map<string, boolean>()
  const isHeld = (pattern: string) => {
    const lot = lots.get(pattern) ?? isWithheld({ seed, run, pattern }, holdout.share)
    lots.set(pattern, lot)
    return lot
  }
  return { ...holdout, isRunHeld: isWithheld({ seed, run, pattern: '' }, holdout.runShare), isHeld }
}

/**
 * Whether a pattern is withheld from a run, to learn what happens without it.
 *
 * A hash of seed, run and pattern, read as a number in [0, 1), is compared with the share; so the draw is the same on every
 * surface of the run, can be repeated from the receipt, and is independent between patterns and runs.
 * A share of 0 withholds nothing, a share of 1 everything.
 */
export function isWithheld(draw: { seed: string; run: string; pattern: string }, share: number): boolean {
  return share > 0 && uniform(`${draw.seed}\n${draw.run}\n${draw.pattern}`) < share
}

/** A number in [0, 1) that follows from a text: 48 bits of its SHA-256. */
export function uniform(text: string): number {
  return createHash('sha256').update(text, 'utf8').digest().readUIntBE(0, 6) / 2 ** 48
}
