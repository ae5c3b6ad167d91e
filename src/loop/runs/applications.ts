import type { Citation } from '../../compat/formats/foreign-record.ts'
import { type KnownEvent, readEvent } from '../../domain/read-event.ts'
import type { LoopContext } from '../context.ts'

/** One time that a pattern was put in front of an agent, and what became of it. */
export interface AppliedRow {
  readonly at: number
  readonly run: string
  readonly iteration: number
  readonly agent: string
  readonly pattern: string
  relevance?: number
  isApplied: boolean
  citations: readonly Citation[]
  /** Undefined while no citation was checked. */
  verified?: boolean
}

interface RunRows {
  /** The round that the run is in. */
  iteration: number
  readonly rows: Map<string, AppliedRow>
  readonly goals: { iteration?: number; name: string; success: boolean; score: number }[]
  readonly builds: { iteration?: number; passed: boolean }[]
}

export type Applications = ReadonlyMap<string, RunRows>

const TYPES: readonly KnownEvent['type'][] = [
  'iteration-started',
  'relevance-measured',
  'pattern-injected',
  'pattern-acknowledged',
  'citation-verified',
  'goal-evaluated',
  'build-finished',
]
const PAGE = 1_000

/** Every application in the journal, by run, the runs in the order in which they began. Reads the journal once. */
export async function readApplications({ journal }: LoopContext): Promise<Applications> {
  const runs = new Map<string, RunRows>()
  for (let after = 0; ; ) {
    const page = await journal.read({ types: TYPES, after, limit: PAGE })
    for (const stored of page) {
      const event = readEvent(stored) as KnownEvent | undefined
      if (event?.run !== undefined) take(runsAt(runs, event.run), event, event.run)
    }
    if (page.length < PAGE) return runs
    after = page.at(-1)!.position
  }
}

function runsAt(runs: Map<string, RunRows>, run: string): RunRows {
  const found = runs.get(run) ?? { iteration: 1, rows: new Map(), goals: [], builds: [] }
  runs.set(run, found)
  return found
}

function take(at: RunRows, event: KnownEvent, run: string): void {
  switch (event.type) {
    case 'iteration-started':
      at.iteration = event.payload.iteration
      return
    case 'relevance-measured':
      for (const { pattern, score } of event.payload.scores)
        for (const row of rowsOf(at, { pattern, iteration: event.payload.iteration })) row.relevance = score
      return
    case 'pattern-injected':
      shown(at, event, run)
      return
    case 'pattern-acknowledged':
      for (const row of rowsOf(at, event.payload)) {
        row.isApplied = true
        if (event.payload.citations.length > 0) row.citations = event.payload.citations
      }
      return
    case 'citation-verified':
      for (const row of rowsOf(at, event.payload))
        if (row.isApplied) row.verified = row.verified === true || event.payload.verified
      return
    case 'goal-evaluated': {
      const { goal: name, success, score, iteration } = event.payload
      at.goals.push({ name, success, score, iteration })
      return
    }
    case 'build-finished': {
      const { passed, iteration } = event.payload
      at.builds.push({ passed, iteration })
    }
  }
}

function shown(at: RunRows, event: Extract<KnownEvent, { type: 'pattern-injected' }>, run: string): void {
  const { items, iteration = at.iteration, agent, role } = event.payload
  for (const { pattern } of items) {
    const name = agent ?? role ?? 'agent'
    const key = JSON.stringify([iteration, name, pattern])
    if (at.rows.has(key)) continue
    const row = { run, iteration, agent: name, pattern, isApplied: false, citations: [] }
    at.rows.set(key, { at: event.occurredAt, ...row })
  }
}

/** The rows that an agent's word is about: its own where it has any, else all of the run. */
function rowsOf(
  { rows }: RunRows,
  {
    pattern,
    agent,
    iteration,
  }: { pattern: string; agent?: string | undefined; iteration?: number | undefined },
): AppliedRow[] {
  const all = [...rows.values()].filter(
    (row) => row.pattern === pattern && (iteration === undefined || row.iteration === iteration),
  )
  const own = all.filter((row) => row.agent === agent)
  return own.length > 0 ? own : all
}

/** The goal and the build that belong to a row: of its iteration, else of its run. The last one holds. */
export function signalsOf({ goals, builds }: RunRows, { iteration }: AppliedRow) {
  const isOf = (signal: { iteration?: number }) =>
    signal.iteration === undefined || signal.iteration === iteration
  return { goal: goals.filter(isOf).at(-1), build: builds.filter(isOf).at(-1) }
}
