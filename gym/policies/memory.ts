import type { Line, Report } from '../world/live.ts'
import type { Run, Sighting } from '../world/world.ts'

/** What is put in front of a run. */
export interface Block {
  readonly lines: readonly Line[]
  /** How likely the run is to succeed, from who says so. */
  readonly prediction?: number
}

/** Late truth about a run. */
export interface Late {
  readonly run: Run
  readonly outcome?: Report['outcome']
  readonly kept?: boolean
}

/** What a memory says of a lesson: how probable it is that it helps, and what it calls it. */
export interface Judgement {
  readonly text: string
  readonly helps: number
  readonly called: string
}

/** A memory between runs. It sees what can be observed, in the order in which it happens, and nothing else. */
export interface Memory {
  hear(sighting: Sighting): Promise<void>
  inject(run: Run): Promise<Block>
  /** What happened in a run. Its outcome may be left out, and then comes late. */
  learn(report: Seen): Promise<void>
  settle(late: Late): Promise<void>
  /** What it says of each lesson now; only of those that it has seen in a run. */
  judge?(): Promise<readonly Judgement[]>
  close(): Promise<void>
}

/** A report as far as it is known when the run ends. */
export type Seen = Omit<Report, 'outcome' | 'kept'> & Partial<Pick<Report, 'outcome'>>
