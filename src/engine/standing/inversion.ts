import { percent } from '../laws/percent.ts'

export type PatternKind = 'pattern' | 'anti_pattern'

export interface PatternRecord {
  readonly content: string
  readonly kind: PatternKind
  readonly successes: number
  readonly failures: number
}

export interface Inversion {
  readonly inverts: boolean
  readonly failureShare: number
  readonly observations: number
  /** The warning, and what it rests on; only where the pattern inverts. */
  readonly content?: string
  readonly reason?: string
}

export const INVERSION = {
  minObservations: 3,
  failureRatioThreshold: 0.6,
  antiPatternPrefix: 'AVOID: ',
}

const WARNING_PREFIXES = /^\s*(?:(?:avoid|do\s+not|never):\s*)+/i

/**
 * Whether a pattern has failed so often that its opposite is the lesson, and the words for it.
 *
 * It inverts from 3 observations on at a failure share of 0.6 or more; a warning is not inverted again.
 * 'Split by file type', 2 successes and 5 failures: 5 / 7 = 0.7143, so
 * `AVOID: Split by file type. Failed 5/7 times (71% failure rate)`.
 */
export function inversion(pattern: PatternRecord, policy = INVERSION): Inversion {
  const { kind, successes, failures } = pattern
  const observations = successes + failures
  const failureShare = observations === 0 ? 0 : failures / observations
  const inverts =
    kind === 'pattern' &&
    observations > 0 &&
    observations >= policy.minObservations &&
    failureShare >= policy.failureRatioThreshold
  if (!inverts) return { inverts, failureShare, observations }
  const reason = `Failed ${failures}/${observations} times (${percent(failures, observations)}% failure rate)`
  const content = `${inversionWords(pattern.content, policy)}. ${reason}`
  return { inverts, failureShare, observations, content, reason }
}

/** `Split by file type.` -> `AVOID: Split by file type`. */
export function inversionWords(content: string, policy = INVERSION): string {
  return `${policy.antiPatternPrefix}${bareAdvice(content)}`
}

/** The advice without the words of a warning before it and the full stop after it. */
function bareAdvice(content: string): string {
  const bare = content.replace(WARNING_PREFIXES, '').trim()
  return bare.endsWith('.') ? bare.slice(0, -1) : bare
}
