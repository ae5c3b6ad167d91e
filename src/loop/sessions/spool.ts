import type { JsonObject } from '../../domain/canonical-json.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { lift, typeOf } from '../../domain/events/stored-name.ts'
import { hasTrait, type TypeThat } from '../../domain/events/traits.ts'
import { idProblem } from '../../domain/id.ts'
import { UserError } from '../../domain/user-error.ts'
import type { LoopContext } from '../context.ts'
import { checkPlace } from '../facts/append-keys.ts'
import { appendFacts, type Draft, placeOf } from '../journal/append-facts.ts'

/** The queue of hook events, one file per hook call, until somebody writes to the journal. */
export interface SpoolKeeper {
  /** The names of queued files, oldest first. */
  waiting(): readonly string[]
  /** Undefined if another process has recorded it meanwhile. */
  read(file: string): string | undefined
  remove(file: string): void
  /** Quarantines a file that cannot be recorded. */
  refuse(file: string): void
  refused(): number
}

/** The events that hooks may record. A spooled file cannot make decisions or vouch for anything. */
export type SpooledType = TypeThat<'from-hooks'>

/** One line of a file in the spool. */
export interface SpooledFact {
  readonly v: 1
  /** The same id is the same fact, however often it is taken in. */
  readonly id: string
  readonly at: number
  readonly type: SpooledType
  readonly run: string
  readonly client: string
  readonly payload: JsonObject
}

/** The facts of a file. One line that cannot be read, and the file is torn or not ours: nothing of it is taken. */
export function readSpooled(text: string): SpooledFact[] {
  if (!text.endsWith('\n')) throw new Error('its last line is cut off')
  return text.slice(0, -1).split('\n').map(readLine)
}

function readLine(line: string, index: number): SpooledFact {
  const problem = (what: string) => new Error(`line ${index + 1}: ${what}`)
  let value: Partial<SpooledFact>
  try {
    value = JSON.parse(line) as Partial<SpooledFact>
  } catch {
    throw problem('is not JSON')
  }
  const { v, id, at, type, run, client, payload } = value ?? {}
  if (v !== 1) throw problem(`is of version ${String(v)}, not 1`)
  if (typeof id !== 'string' || idProblem(id) !== undefined) throw problem('has no id')
  if (typeof type !== 'string' || !hasTrait(typeOf(type), 'from-hooks'))
    throw problem(`'${String(type)}' is not recorded by hooks`)
  if (typeof client !== 'string' || client.length > 40) throw problem('has no client')
  if (typeof payload !== 'object' || payload === null) throw problem('has no payload')
  checkPlace({ run: run ?? '', occurredAt: at ?? Number.NaN })
  return { ...value, ...lift(type, payload) } as SpooledFact
}

/** Records queued hook events, so that the next caller sees them. Events that cannot be recorded now stay queued, and the failure is counted. */
export async function takeIn(context: LoopContext, onFailure: (error: unknown) => void): Promise<void> {
  try {
    if ((context.spool?.waiting().length ?? 0) > 0) await context.ingest?.(context)
  } catch (error) {
    onFailure(error)
  }
}

/** A failure that was ignored so that an agent could continue. */
export interface SwallowedFailure extends PayloadOf<'loop-failed'> {
  readonly id: string
  readonly at: number
}

/** Stores failures until the journal can record them. */
export interface FailureLog {
  add(failure: SwallowedFailure): void
  /** Passes on the stored failures, and deletes them once recorded. */
  drain(ingest: (failures: readonly SwallowedFailure[]) => Promise<void>): Promise<void>
}

/** Records stored failures. If the journal cannot take them now, they stay for the next process, and reading still works. */
export async function takeUpFailures(context: LoopContext, log: FailureLog): Promise<void> {
  try {
    await log.drain((failures) => ingestFailures(context, failures))
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
}

/** Each has an id, so that none counts twice if the process dies in between. */
async function ingestFailures(context: LoopContext, failures: readonly SwallowedFailure[]): Promise<void> {
  if (failures.length === 0) return
  const drafts = failures.map(({ id, at, part, code, message }): Draft => {
    const payload = { part, code, message: message.slice(0, 4_000) }
    return { type: 'loop-failed', payload, key: `failure/${id}`, ...placeOf(undefined, at) }
  })
  await appendFacts(context, drafts)
}
