import type { Retention } from '../../engine/laws/retention.ts'

/** What can be written, for whom. */
export const EXPORT_FORMATS = [
  'toon',
  'outcomes-log',
  'pending',
  'org',
  'goal',
  'retention',
  'learning-store',
  'outcomes-jsonl',
  'claude-md',
  'agents-md',
  'journal-jsonl',
] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportRequest {
  readonly format: ExportFormat
  /** How many patterns at most. */
  readonly limit?: number
  /** For a section in a file that agents read: how many tokens it may cost. */
  readonly budgetTokens?: number
  /** What is kept for how long, by the names of the settings; left out, the defaults. */
  readonly retention?: Retention
  /** Who is named as having shared the patterns. */
  readonly by?: string
}

/** A file to be written. A large one comes in pieces. */
export interface ExportFile {
  readonly name: string
  chunks(): AsyncIterable<string> | Iterable<string>
}

export interface Exported {
  readonly format: ExportFormat
  readonly files: readonly ExportFile[]
  /** What the files hold, and how much of it there is. */
  readonly entries: number
  readonly total: number
  /** The lines of a section that belongs into a file of someone else's. */
  readonly section?: readonly string[]
}
