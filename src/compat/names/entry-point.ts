import * as z from 'zod'
import { count } from '../../domain/fields.ts'
import { safeId } from '../../domain/safe-id.ts'
import { FEEDBACK_TYPES } from '../../domain/values/outcome.ts'
import type { Loop } from '../../loop/loop.ts'

/** An entry point under another system's name: that system's input and output fields, and an action over our verbs. It is data, so every surface serves the same. */
export interface EntryPoint {
  readonly name: string
  readonly summary: string
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** What a call does to the journal: only reads, adds events with every call, adds events once per input, or may delete what was there. */
  readonly effect: 'reads' | 'adds' | 'adds once' | 'wipes'
  readonly run: (loop: Loop, input: never, now: number) => Promise<object>
}

/** Declares an entry point; the types of its input and output follow from its schemas. */
export function defineEntryPoint<I extends z.ZodType, O extends z.ZodType<object, object>>(
  name: string,
  effect: EntryPoint['effect'],
  point: {
    /** One sentence, without the name. */
    summary: string
    input: I
    output: O
    run: (loop: Loop, input: z.output<I>, now: number) => Promise<z.input<O>>
  },
): EntryPoint {
  return { name, effect, ...point } as EntryPoint
}

/** A piece of work, which Mettle calls a task. */
export const beadId = safeId.describe('the task')

/** Accepted from callers of the other system, but ignored: a journal already knows its project and its files. */
export const unused = z.unknown().optional().describe('taken, and not used')

export function unusedFields<const N extends string>(...names: N[]): Record<N, typeof unused> {
  return Object.fromEntries(names.map((name) => [name, unused])) as Record<N, typeof unused>
}

export const time = z.iso.datetime({ offset: true })
export const strategyName = z.enum(['file-based', 'feature-based', 'risk-based', 'research-based'])
export const feedbackType = z.enum(FEEDBACK_TYPES)

export const errorCounts = z.strictObject({ total: count, unresolved: count, by_type: z.record(z.string(), count) })

/** Retries of a task; the attempt number is one more. */
export const retries = count.max(999_999_999)

/** The run that a task of the other system belongs to: its epic, by name or by the first part of the task's id. */
export function runOf({ bead_id, epic_id }: { bead_id: string; epic_id?: string | undefined }): string {
  return epic_id ?? bead_id.split('.')[0]!
}
