import type { InjectablePattern } from '../engine/inject.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import { redact } from '../engine/redact.ts'
import { sanitize } from '../engine/sanitize.ts'
import type { Standing } from '../engine/standing.ts'

/** A pattern that may be shown: what it is worth for the work at hand, and its line. */
export interface Candidate {
  readonly id: string
  readonly standing: Standing
  readonly line: InjectablePattern
}

export function candidateOf(id: string, { pattern, evidence }: PatternRecord, standing: Standing): Candidate {
  const line = {
    id,
    text: quotable(pattern.text),
    score: standing.score,
    successes: Math.floor(evidence.successes),
    ignoreCount: evidence.ignoreCount,
    role: quotable(pattern.role),
  }
  return { id, standing, line }
}

/** Redacted and sanitised again on the way out, whatever was done on the way in: in a prompt it is quoted data. */
export function quotable(text: string): string {
  return sanitize(redact(text).text).text
}

/** Best first; equals by id, so that the order is the same on every machine. */
export function byScore(a: Candidate, b: Candidate): number {
  return b.standing.score - a.standing.score || (a.id < b.id ? -1 : 1)
}
