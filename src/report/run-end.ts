import { becameOf, type Run } from '../domain/run.ts'
import type { RunEnd } from '../domain/values/outcome.ts'

const ENDS = { kept: 'success', reworked: 'partial', reverted: 'failure' } as const

/**
 * How a run ended, as far as anyone can tell by now: what became of its work holds against its outcome. Work that was kept ended well, what others had to
 * mend did so in part, what was taken back failed.
 */
export function runEnd(run: Run): RunEnd {
  const became = becameOf(run)
  return became === undefined ? (run.outcome?.result ?? 'unknown') : ENDS[became]
}
