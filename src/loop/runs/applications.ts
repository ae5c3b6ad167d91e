import type { Citation } from '../../compat/formats/foreign-record.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { type ByType, byType, type EventOf, type KnownEvent, typesIn } from '../../domain/read-event.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload } from '../facts/append-keys.ts'
import { eachEvent } from '../facts/facts-about.ts'
import type { Draft, DraftPlace } from '../journal/append-facts.ts'

/** One showing of a pattern to an agent, and its result. */
export interface AppliedRow {
  readonly at: number
  readonly run: string
  readonly iteration: number
  readonly agent: string
  readonly pattern: string
  relevance?: number
  isApplied: boolean
  citations: readonly Citation[]
  /** Undefined until a citation was checked. */
  verified?: boolean
}

interface RunRows {
  /** The run's current iteration. */
  iteration: number
  readonly rows: Map<string, AppliedRow>
  readonly goals: { iteration?: number; name: string; success: boolean; score: number }[]
  readonly builds: { iteration?: number; passed: boolean }[]
}

/** Every application in the journal, by run, the runs in the order in which they began. Reads the journal once. */
export async function readApplications({ journal }: LoopContext): Promise<ReadonlyMap<string, RunRows>> {
  const runs = new Map<string, RunRows>()
  for await (const stored of eachEvent(journal, { types: typesIn(TAKEN) })) {
    const event = readEvent(stored) as KnownEvent | undefined
    if (event?.run !== undefined) byType(TAKEN, event, runsAt(runs, event.run), event.run)
  }
  return runs
}

function runsAt(runs: Map<string, RunRows>, run: string): RunRows {
  const found = runs.get(run) ?? { iteration: 1, rows: new Map(), goals: [], builds: [] }
  runs.set(run, found)
  return found
}

const TAKEN: ByType<void, [at: RunRows, run: string]> = {
  'iteration-started': ({ payload }, at) => {
    at.iteration = payload.iteration
  },
  'relevance-measured': ({ payload: { scores, iteration } }, at) => {
    for (const { pattern, score } of scores) for (const row of rowsOf(at, { pattern, iteration })) row.relevance = score
  },
  'pattern-injected': (event, at, run) => shown(at, event, run),
  'pattern-acknowledged': ({ payload }, at) => {
    for (const row of rowsOf(at, payload)) {
      row.isApplied = true
      if (payload.citations.length > 0) row.citations = payload.citations
    }
  },
  'pattern-observed': ({ payload }, at) => {
    if (payload.shown && payload.result === 'followed')
      for (const row of rowsOf(at, payload)) Object.assign(row, { isApplied: true, verified: true })
  },
  'citation-verified': ({ payload }, at) => {
    for (const row of rowsOf(at, payload)) if (row.isApplied) row.verified = row.verified === true || payload.verified
  },
  'goal-evaluated': ({ payload: { goal: name, success, score, iteration } }, at) => {
    at.goals.push({ name, success, score, iteration })
  },
  'build-finished': ({ payload: { passed, iteration } }, at) => {
    at.builds.push({ passed, iteration })
  },
}

function shown(at: RunRows, event: EventOf<'pattern-injected'>, run: string): void {
  const { items, iteration = at.iteration, agent, role } = event.payload
  for (const { pattern } of items) {
    const name = agent ?? role ?? 'agent'
    const key = JSON.stringify([iteration, name, pattern])
    if (at.rows.has(key)) continue
    const row = { run, iteration, agent: name, pattern, isApplied: false, citations: [] }
    at.rows.set(key, { at: event.occurredAt, ...row })
  }
}

/** The rows that an agent's claim concerns: its own if there are any, else all of the run. */
function rowsOf(
  { rows }: RunRows,
  { pattern, agent, iteration }: { pattern: string; agent?: string | undefined; iteration?: number | undefined },
): AppliedRow[] {
  const all = [...rows.values()].filter(
    (row) => row.pattern === pattern && (iteration === undefined || row.iteration === iteration),
  )
  const own = all.filter((row) => row.agent?.toLowerCase() === agent?.toLowerCase())
  return own.length > 0 ? own : all
}

/** The goal and the build that belong to a row: of its iteration, else of its run. The last one holds. */
export function signalsOf({ goals, builds }: RunRows, { iteration }: AppliedRow) {
  const isOf = (signal: { iteration?: number }) => signal.iteration === undefined || signal.iteration === iteration
  return { goal: goals.filter(isOf).at(-1), build: builds.filter(isOf).at(-1) }
}

/** A pattern that the run says it used, and where the change shows it. */
export interface AppliedPattern {
  readonly pattern: string
  readonly file?: string
  readonly line?: number
}

/** Whether the place that was named is in the change, and why. */
export interface PatternUse {
  readonly pattern: string
  readonly verified: boolean
  readonly reason: string
}

/** Verifies a citation: the file must be among those the run changed. */
export function checkUse({ pattern, file }: AppliedPattern, changed: readonly string[]): PatternUse {
  if (file === undefined) return { pattern, verified: false, reason: 'no place in the change was named' }
  if (changed.length === 0) return { pattern, verified: false, reason: 'the run did not say which files it changed' }
  const verified = changed.some((path) => plainPath(path) === plainPath(file))
  const reason = `${file} is ${verified ? '' : 'not '}among the changed files`
  return { pattern, verified, reason }
}

/** `./src/a.ts` and `src\a.ts` are `src/a.ts`. */
function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(\.\/)+/, '')
}

/** The facts of one use: the agent named the pattern, and the check of the cited place, unless still open. */
export async function useDrafts(
  use: AppliedPattern & PatternUse & { readonly isOpen?: boolean },
  agent: string | undefined,
  place: DraftPlace & { readonly run: string },
): Promise<Draft[]> {
  const { pattern, file, line, verified, reason, isOpen = false } = use
  const citation = file === undefined ? undefined : { file, line }
  const citations = citation === undefined ? [] : [citation]
  const acknowledged = await checkPayload('pattern-acknowledged', { pattern, citations, agent })
  const key = keyOf('acknowledged', place.run, acknowledged)
  const drafts: Draft[] = [{ type: 'pattern-acknowledged', payload: acknowledged, key, ...place }]
  if (citation === undefined || isOpen) return drafts
  const checked = await checkPayload('citation-verified', { pattern, citation, verified, reason })
  drafts.push({ type: 'citation-verified', payload: checked, key: keyOf('citation', place.run, checked), ...place })
  return drafts
}

/** The same use reported again is one fact; another place, or another check result, is a separate one. The payload is redacted before hashing. */
function keyOf(kind: string, run: string, payload: { readonly pattern: string }): string {
  return `${kind}/${run}/${payload.pattern}/${digest(canonicalJson(redactDeep(payload).value)).slice(0, 16)}`
}
