import type { DocumentReader } from '../domain/document.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { warningAfter } from '../engine/standing/inversion.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { patternRecord } from './documents/documents.ts'

export interface ChangedWarning {
  readonly id: string
  readonly isNew: boolean
}

/** Turns what keeps failing into a warning, and retires the warning of what recovers. It follows from the evidence alone, so it is not recorded. Gives the warnings that changed. */
export function foldWarnings(
  records: Map<string, PatternRecord>,
  at: number,
  read: DocumentReader,
  policy: Policy,
): ChangedWarning[] {
  const changed: ChangedWarning[] = []
  for (const [id, original] of [...records]) {
    const known =
      original.warning === undefined
        ? undefined
        : (records.get(original.warning) ?? patternRecord(read, original.warning))
    const warning = warningAfter(original, known, at, policy)
    if (warning === undefined) continue
    records.set(warning.pattern.id, warning)
    const { inverted: _, ...rest } = original
    const stands = warning.pattern.recovered === true ? {} : { inverted: true as const }
    records.set(id, { ...rest, ...stands, warning: warning.pattern.id })
    changed.push({ id: warning.pattern.id, isNew: known === undefined })
  }
  return changed
}
