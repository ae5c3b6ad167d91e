import type { PayloadOf } from './events/catalogue.ts'
import type { KnownEvent } from './read-event.ts'

/** How far a pattern got in a run: it was put in front of it, the agent named it, or the change shows it. */
export type Tier = 'shown' | 'cited' | 'applied'

type Outcome = PayloadOf<'outcome-recorded.v1'>

/** A run: one session of a client, or one pass of a pipeline. */
export interface Run {
  readonly id: string
  /** Runs are numbered per project, so that "not used in the last ten" has a meaning. */
  readonly number: number
  readonly firstAt: number
  readonly lastAt: number
  readonly receipts: number
  readonly tiers: { readonly [pattern: string]: Tier }
  readonly withheld: readonly string[]
  readonly errors: number
  readonly builds: { readonly passed: number; readonly failed: number }
  readonly outcome?: {
    readonly result: Outcome['result']
    readonly observedBy: Outcome['observedBy']
    readonly at: number
    readonly whole: boolean
  }
  readonly merge?: { readonly kept: boolean; readonly at: number }
}

const HEIGHT: { readonly [T in Tier]: number } = { shown: 0, cited: 1, applied: 2 }

/** Folds one fact into its run. Total: what says nothing about runs only moves the time of last activity. */
export function evolveRun(state: Run | undefined, event: KnownEvent, number: number): Run {
  const run = touched(state ?? firstEvent(event, number), event.occurredAt)
  switch (event.type) {
    case 'pattern-injected.v1':
      return injected(run, event.payload)
    case 'pattern-acknowledged.v1':
      return climb(run, event.payload.pattern, 'cited')
    case 'citation-verified.v1':
      return event.payload.verified ? climb(run, event.payload.pattern, 'applied') : run
    case 'error-recorded.v1':
      return { ...run, errors: run.errors + 1 }
    case 'build-finished.v1':
      return { ...run, builds: counted(run.builds, event.payload.passed) }
    case 'outcome-recorded.v1':
      return ended(run, event.payload, event.occurredAt)
    case 'run-merged.v1':
      return run.merge?.kept === false ? run : { ...run, merge: { kept: true, at: event.occurredAt } }
    case 'run-reverted.v1':
      return { ...run, merge: { kept: false, at: event.occurredAt } }
    default:
      return run
  }
}

function firstEvent(event: KnownEvent, number: number): Run {
  return {
    id: event.run ?? '',
    number,
    firstAt: event.occurredAt,
    lastAt: event.occurredAt,
    receipts: 0,
    tiers: {},
    withheld: [],
    errors: 0,
    builds: { passed: 0, failed: 0 },
  }
}

function touched(run: Run, at: number): Run {
  return { ...run, firstAt: Math.min(run.firstAt, at), lastAt: Math.max(run.lastAt, at) }
}

function injected(run: Run, receipt: PayloadOf<'pattern-injected.v1'>): Run {
  const tiers = { ...run.tiers }
  for (const { pattern } of receipt.items) tiers[pattern] ??= 'shown'
  const withheld = [...new Set([...run.withheld, ...receipt.withheld.map((item) => item.pattern)])]
  return { ...run, tiers, withheld, receipts: run.receipts + 1 }
}

/** Only what was shown can climb: a pattern that the run never saw earns nothing from it. */
function climb(run: Run, pattern: string, tier: Tier): Run {
  const reached = run.tiers[pattern]
  if (reached === undefined || HEIGHT[reached] >= HEIGHT[tier]) return run
  return { ...run, tiers: { ...run.tiers, [pattern]: tier } }
}

/** The outcome of the whole run holds against those of its tasks; among equals the later one does. */
function ended(run: Run, outcome: Outcome, at: number): Run {
  const whole = outcome.task === undefined
  if (run.outcome?.whole === true && !whole) return run
  const observed = outcome.observedBy !== 'none'
  const result = observed ? outcome.result : 'unknown'
  return { ...run, outcome: { result, observedBy: outcome.observedBy, at, whole } }
}

function counted(builds: Run['builds'], passed: boolean): Run['builds'] {
  return passed ? { ...builds, passed: builds.passed + 1 } : { ...builds, failed: builds.failed + 1 }
}
