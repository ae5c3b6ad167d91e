import { canonicalJson } from '../../domain/canonical-json.ts'
import type { NewEvent, Origin, Provenance } from '../../domain/event.ts'
import type { EventType, PayloadOf } from '../../domain/events/catalogue.ts'
import { storedName } from '../../domain/events/stored-name.ts'
import { hasTrait } from '../../domain/events/traits.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import { UserError } from '../../domain/user-error.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import type { Appended, AppendOptions } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import { plainOrigin, stampedProvenance } from '../facts/provenance.ts'
import { keepOverlays } from '../views/active-overlays.ts'

/** A fact before it has an id and a time of recording. Its type says what its payload holds. */
export type Draft = { [T in EventType]: DraftOf<T> }[EventType]

export type DraftPlace = Pick<Draft, 'stream' | 'run' | 'occurredAt'>

export interface DraftOf<T extends EventType> {
  readonly type: T
  readonly payload: PayloadOf<T>
  readonly stream: string
  readonly run?: string
  /** Omitted: every append is a new fact. */
  readonly key?: string
  readonly occurredAt?: number
  readonly provenance?: Provenance
  /** The origin, if it is not the loop's own. */
  readonly origin?: Origin
  readonly expectedVersion?: number
  /** Payload fields that contain only our own ids and numbers, so they are not scanned for secrets. */
  readonly own?: readonly (keyof PayloadOf<T>)[]
}

/** The allowed clock difference. A fact dated later than that is dated now; otherwise it would never decay. */
const CLOCKS_DIFFER_MS = 300_000

const OURS: Provenance = { source: 'mettle', trust: 'internal' }
export const BY_PERSON = { source: 'person', trust: 'internal' } as const satisfies Provenance

/** Appends facts in one transaction. Nothing is hashed, stored or logged before it has been redacted. */
export async function appendFacts(context: LoopContext, drafts: readonly Draft[], options?: AppendOptions) {
  await takeInWaiting(context, drafts)
  const recordedAt = context.now()
  const { metrics } = context
  const measure = metrics && (await (await import('./measure-facts.ts')).measureFacts(context, metrics, drafts))
  const events = drafts.map((draft) => eventOfDraft(context, draft, recordedAt))
  const appended = await append(context, events, options)
  if (drafts.some(({ type }) => hasTrait(type, 'moves-overlays'))) await keepOverlays(context)
  context.precomputed?.note()
  if (context.precomputed !== undefined && drafts.some(({ type }) => type.startsWith('approval-')))
    await (await import('../views/precompute.ts')).keepAnswers(context)
  await measure?.(appended)
  return appended
}

export async function appendFact(context: LoopContext, draft: Draft): Promise<Appended> {
  const [appended] = await appendFacts(context, [draft])
  return appended!
}

/** The result of an appending action, or `otherwise` if a key is taken by a different fact. */
export async function unlessTaken<T>(action: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (isConflict(error)) return otherwise
    throw error
  }
}

/** An undone fact does not block its key for another. */
async function append(
  context: LoopContext,
  events: readonly NewEvent[],
  given?: AppendOptions,
): Promise<readonly Appended[]> {
  const { journal, projector, folding = projector, waitMs, refold } = context
  const options = withoutUndefined({ waitMs, underOnePolicy: refold !== undefined, ...given })
  try {
    return await journal.append(events, folding, options)
  } catch (error) {
    if (refold !== undefined && error instanceof UserError && error.code === 'settings-changed')
      return append({ ...context, folding: await refold(journal), refold: undefined }, events, given)
    if (!isConflict(error)) throw error
    const { besideUndone } = await import('../facts/append-keys.ts')
    const beside = await besideUndone(journal, events)
    if (beside === undefined) throw error
    return journal.append(beside, folding, options)
  }
}

/** Records queued hook events first, since they happened earlier; not if the caller expects a version, which would then be outdated. */
async function takeInWaiting(context: LoopContext, drafts: readonly Draft[]): Promise<void> {
  const { spool } = context
  if (spool === undefined || spool.waiting().length === 0) return
  if (drafts.some(({ expectedVersion }) => expectedVersion !== undefined)) return
  await context.ingest?.(context)
}

/** The fact as stored: with an id, and redacted. */
export function eventOfDraft(context: LoopContext, draft: Draft, recordedAt: number): NewEvent {
  const id = context.nextId()
  const origin = plainOrigin(draft.origin ?? context.origin)
  return {
    id,
    key: draft.key ?? id,
    type: storedName(draft.type),
    stream: draft.stream,
    occurredAt: Math.min(draft.occurredAt ?? recordedAt, recordedAt + CLOCKS_DIFFER_MS),
    recordedAt,
    run: draft.run,
    expectedVersion: draft.expectedVersion,
    origin,
    provenance: stampedProvenance(origin, draft.provenance ?? OURS, draft.type),
    payload: canonicalJson(redacted(draft)),
  }
}

function redacted({ payload, own = [] }: Draft): object {
  if (own.length === 0) return redactDeep(payload).value
  const [said, ours]: Record<string, unknown>[] = [{}, {}]
  for (const [member, value] of Object.entries(payload))
    if ((own as readonly string[]).includes(member)) ours![member] = value
    else said![member] = value
  const clean = redactDeep(said!).value
  return clean === said ? payload : { ...clean, ...ours }
}

/** Whether appending failed because another fact is there under the same key. */
export function isConflict(error: unknown): boolean {
  return error instanceof UserError && error.code === 'conflict'
}

/** Whether the journal itself failed (locked or full, for example), so that further facts would fail too. */
export function isStoreFailure(error: unknown): boolean {
  return error instanceof UserError && error.code.startsWith('store-')
}

/** The stream of a run's own facts, so that writers of different runs never wait on each other's versions. */
export function runStream(run: string): string {
  return `run/${run}`
}

/** The stream, run and time of a fact, with or without a run. */
export function placeOf<R extends string | undefined>(run: R, occurredAt?: number) {
  return { stream: run === undefined ? JOURNAL_STREAM : runStream(run), run, occurredAt }
}

/** The key of a receipt, by which its id finds it and it is counted once. */
export function receiptKey(receipt: string): string {
  return `receipt/${receipt}`
}

export function patternStream(pattern: string): string {
  return `pattern/${pattern}`
}

/** The stream of a task's strikes: they outlive the run in which each was added. */
export function taskStream(task: string): string {
  return `task/${task}`
}

export function approvalStream(approval: string): string {
  return `approval/${approval}`
}

/** Facts about the journal itself, and those that belong to no run. */
export const JOURNAL_STREAM = 'journal'

/** The stream of an error: its run's, else its task's. */
export function errorStream(run: string | undefined, task: string | undefined): string {
  if (run !== undefined) return runStream(run)
  return task === undefined ? JOURNAL_STREAM : taskStream(task)
}
