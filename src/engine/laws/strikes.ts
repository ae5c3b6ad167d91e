import { roundScore } from '../../domain/numbers.ts'
import { oneLine } from '../text/visible-text.ts'

export interface TaskFailure {
  readonly reason: string
  readonly at: number
}

export interface Strikes {
  /** Capped: a task is out only once. */
  readonly count: number
  readonly struckOut: boolean
  /** The request to review the design; empty until the task is out. */
  readonly prompt: string
  readonly firstStrikeAt?: number
  readonly lastStrikeAt?: number
}

export const STRIKES = { maxStrikes: 3 }

const QUESTIONS = `Worth settling before another attempt:
- Which assumption did all of these attempts share?
- Does the task work against the structure around it, or is it cut in the wrong place?
- Is the answer a different design, a refactoring first, or a decision by a person?`

/** How often a task has failed, and from the third strike on a prompt to review its design: three failed fixes are evidence about the design, not about the last fix. */
export function strikes(failures: readonly TaskFailure[], policy = STRIKES, failed = failures.length): Strikes {
  const oldestFirst = failures.toSorted((a, b) => a.at - b.at)
  const struckOut = failed >= policy.maxStrikes
  const [first, last] = [oldestFirst.at(0), oldestFirst.at(-1)]
  return {
    count: Math.min(failed, policy.maxStrikes),
    struckOut,
    prompt: struckOut ? reviewPrompt(oldestFirst, policy.maxStrikes, failed) : '',
    ...(first && last ? { firstStrikeAt: first.at, lastStrikeAt: last.at } : {}),
  }
}

function reviewPrompt(failures: readonly TaskFailure[], maxStrikes: number, failed: number): string {
  const latest = failures.map((failure, index) => {
    return `${index + 1}. ${oneLine(failure.reason)} (${new Date(failure.at).toISOString()})`
  })
  const head = `## Architecture Review: ${maxStrikes} strikes`
  const fact = `This task has failed ${failed} times. A fix that keeps failing points to the design.`
  return [head, fact, latest.join('\n'), QUESTIONS].join('\n\n')
}

export const SCORE_REGRESSION = {
  /** How many of the newest scores the mean covers. */
  window: 5,
  /** A score is a regression if it is below the mean by this share. */
  drop: 0.15,
}

export interface ScoreRegression {
  readonly regressed: boolean
  /** The mean of the last scores; absent before the first. */
  readonly mean?: number
  /** The share by which the score is below the mean; negative if it is above. */
  readonly drop?: number
}

/**
 * Whether a score fell: `drop = (mean - score) / mean`, the mean being that of the last 5 before it; 0.15 or more is a
 * regression. Without a mean above 0 there is nothing to fall from.
 *
 * After 0.8, 0.8, 0.8, 0.8 and 0.8, a score of 0.68: drop 0.15, a regression. 0.69: drop 0.1375, none.
 */
export function scoreRegression(before: readonly number[], score: number, policy = SCORE_REGRESSION): ScoreRegression {
  const last = before.slice(-policy.window)
  if (last.length === 0) return { regressed: false }
  const mean = roundScore(last.reduce((sum, value) => sum + value, 0) / last.length)
  if (mean <= 0) return { regressed: false, mean }
  const drop = roundScore((mean - score) / mean)
  return { regressed: drop >= policy.drop, mean, drop }
}
