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

/**
 * How often a task has failed, and from the third strike on a prompt to review its design.
 *
 * Three failed fixes say more about the design than about the last fix. Of more failures the latest three are shown; `failed`
 * says how many there were where only the latest are at hand.
 */
export function strikes(
  failures: readonly TaskFailure[],
  policy = STRIKES,
  failed = failures.length,
): Strikes {
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
  const latest = failures.slice(-maxStrikes).map((failure, index) => {
    return `${index + 1}. ${oneLine(failure.reason)} (${new Date(failure.at).toISOString()})`
  })
  const head = `## Architecture Review: ${maxStrikes} strikes`
  const fact = `This task has failed ${failed} times. A fix that keeps failing points to the design.`
  return [head, fact, latest.join('\n'), QUESTIONS].join('\n\n')
}
