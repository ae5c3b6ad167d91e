import type { Document, DocumentReader } from '../domain/document.ts'
import { DAY_MS } from '../domain/durations.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { stageOf } from '../engine/standing/axes.ts'
import { warningAfter } from '../engine/standing/inversion.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { patternRecord } from './documents/documents.ts'
import { MOST_STEPS, type StageStep, stagesDocument, stagesRecord } from './documents/task-documents.ts'

export interface ChangedWarning {
  readonly id: string
  readonly isNew: boolean
}

/**
 * Turns what keeps failing into a warning, and retires the warning of what recovers. It follows from the evidence alone, so it
 * is not recorded: what is taken back or rebuilt takes its warning with it. Gives the warnings that changed.
 */
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

/** Patterns that an event changed, and those of them that it created. */
export interface Changed {
  readonly records: Iterable<PatternRecord>
  readonly isNew: (id: string) => boolean
}

/**
 * Records when a pattern changes its stage. A pattern that nobody uses leaves its stage without an event, on the day its idle limit passes;
 * that is recorded when something next happens to it. Steps per pattern, not counts per day: counts could not be corrected by an undo.
 */
export function foldStages(
  { records, isNew }: Changed,
  at: number,
  read: DocumentReader,
  policy: Policy,
): Document[] {
  return [...records].flatMap((record) => {
    const { id, lastUsedAt: usedAt } = record.pattern
    const steps = isNew(id) ? [] : (stagesRecord(read, id)?.steps ?? [])
    const before = isNew(id) ? undefined : patternRecord(read, id)
    const idle = before === undefined ? steps : withStep(steps, idleStep(before, at, policy))
    const after = withStep(idle, { at, stage: stageOf(record, at, policy) })
    return after === steps ? [] : [stagesDocument({ pattern: id, steps: after.slice(-MOST_STEPS), usedAt })]
  })
}

/** The stage of a pattern to which nothing has happened, and since when. */
export function idleStep(record: PatternRecord, now: number, policy: Policy): StageStep {
  const idleAt = record.pattern.lastUsedAt + policy.lifecycle.idleDays * DAY_MS
  return { at: Math.min(now, idleAt), stage: stageOf(record, now, policy) }
}

/** The steps with one more, if it changes the stage. An event that arrives late counts as of its arrival. */
export function withStep(steps: readonly StageStep[], step: StageStep): readonly StageStep[] {
  const last = steps.at(-1)
  if (last?.stage === step.stage) return steps
  return [...steps, { ...step, at: Math.max(step.at, last?.at ?? step.at) }]
}
