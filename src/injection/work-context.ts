import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import type { ContextOverlap } from '../engine/standing/pattern-score.ts'

/** The agent name of a session itself. */
export const MAIN = 'main'

/** What is known about the work that the prompt is for. */
export interface Work {
  readonly task?: string
  readonly labels?: readonly string[]
  readonly files?: readonly string[]
  readonly phase?: string
}

/** A role's question for a block. */
export interface InjectRequest extends Work {
  readonly role: string
  readonly run?: string
  readonly agent?: string
  /** The repository of the work; default: the one around the journal. */
  readonly repository?: string
  readonly budgetTokens?: number
  /** Room left in the prompt. */
  readonly remainingTokens?: number
  /** Groups the lines under headings by maturity, with the evidence for each, instead of one list. */
  readonly sections?: boolean
}

/** The text with which patterns are searched for some work. */
export function workText(work: Work): string {
  return [work.task ?? '', ...(work.labels ?? []), ...(work.files ?? [])].join(' ').trim()
}

/** Whether anything is known of the work; without it, patterns are ranked only by themselves. */
export function isKnownWork({ task, labels = [], files = [], phase }: Work): boolean {
  return task !== undefined || phase !== undefined || labels.length + files.length > 0
}

const NO_OVERLAP: ContextOverlap = { labels: false, files: false, phase: false }

/** The parts of the work in which a pattern was learned. */
export function overlapWith({ pattern }: PatternRecord, work: Work): ContextOverlap {
  if (work.labels === undefined && work.files === undefined && work.phase === undefined) return NO_OVERLAP
  return {
    labels: shares(pattern.labels, work.labels),
    files: shares(pattern.files, work.files),
    phase: work.phase !== undefined && pattern.phases.includes(work.phase),
  }
}

function shares(known: readonly string[], asked: readonly string[] | undefined): boolean {
  return asked?.some((item) => known.includes(item)) ?? false
}
