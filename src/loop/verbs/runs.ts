import type { Day } from '../../report/daily-runs.ts'
import type { PatternFlow } from '../../report/pattern-flow.ts'
import type { Told } from '../../report/tell-fact.ts'
import type { LoopContext } from '../context.ts'
import type { ReliabilityHistory } from '../governance/reliability-history.ts'
import type { TimelineFilter } from '../journal/timeline.ts'
import type { AdapterHistory, PatternHistory } from '../patterns/histories.ts'
import type {
  ReceiptDetail,
  ReceiptFilter,
  ReceiptView,
  RunDetail,
  RunFilter,
  RunView,
} from '../runs/list-runs.ts'

/** What happened: in runs, in the journal, to one pattern, to one adapter. */
export interface RunVerbs {
  /** Runs, the one that was last active first. */
  runs(filter?: RunFilter): Promise<RunView[]>
  run(id: string): Promise<RunDetail>
  /** What was put in front of runs, newest first. */
  receipts(filter?: ReceiptFilter): Promise<ReceiptView[]>
  receipt(id: string): Promise<ReceiptDetail>
  /** Facts in plain words, newest first. */
  timeline(filter?: TimelineFilter): Promise<Told[]>
  /** Injections and outcomes day by day. */
  daily(options?: { readonly days?: number }): Promise<Day[]>
  /** How patterns moved between their stages day by day. */
  patternFlow(options?: { readonly days?: number }): Promise<PatternFlow>
  /** Where a pattern stood after each fact about it, and what it will score if nobody uses it. */
  patternHistory(id: string): Promise<PatternHistory>
  /** How reliable an adapter was after each graded run. */
  adapterHistory(name: string): Promise<AdapterHistory>
  /** How far an agent was trusted after each run that it voted on. */
  agentHistory(name: string): Promise<ReliabilityHistory>
  /** How well runs with a skill ended, after each of them. */
  skillHistory(name: string): Promise<ReliabilityHistory>
}

export function runVerbs(context: LoopContext): RunVerbs {
  return {
    runs: async (filter) => (await import('../runs/list-runs.ts')).listRuns(context, filter),
    run: async (id) => (await import('../runs/list-runs.ts')).showRun(context, id),
    receipts: async (filter) => (await import('../runs/list-runs.ts')).listReceipts(context, filter),
    receipt: async (id) => (await import('../runs/list-runs.ts')).showReceipt(context, id),
    timeline: async (filter) => (await import('../journal/timeline.ts')).timeline(context, filter),
    daily: async (options) => (await import('../journal/daily.ts')).daily(context, options),
    patternFlow: async (options) =>
      (await import('../patterns/flow-of-patterns.ts')).flowOfPatterns(context, options),
    patternHistory: async (id) => (await import('../patterns/histories.ts')).patternHistory(context, id),
    adapterHistory: async (name) => (await import('../patterns/histories.ts')).adapterHistory(context, name),
    agentHistory: async (name) =>
      (await import('../governance/reliability-history.ts')).agentHistory(context, name),
    skillHistory: async (name) =>
      (await import('../governance/reliability-history.ts')).skillHistory(context, name),
  }
}
