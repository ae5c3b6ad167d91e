import { MINUTE_MS } from '../../domain/numbers.ts'
import type { Run } from '../../domain/run.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import { configError } from '../../domain/user-error.ts'
import {
  type Leaving,
  lastToArchive,
  leavingLearnings,
  lockHolder,
  type Retention,
  type RetentionLimits,
} from '../../engine/laws/retention.ts'
import { RUN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { appendFact, JOURNAL_STREAM } from '../journal/append-facts.ts'
import { type Archive, type ArchiveKeeper, archiveName, payloadsBetween } from '../journal/archive.ts'
import type { VerbContext } from '../journal/keepers.ts'

/** One line of `.learnings/retention.yaml`. */
export interface Held {
  readonly key: string
  readonly value: number
  /** The person's setting that takes precedence. */
  readonly overruledBy?: number
}

const FILE = 'retention.yaml'

/** The active retention: a person's settings, else `.learnings/retention.yaml`, else the defaults. An invalid file never causes anything to be removed. */
export async function activeRetention(
  context: LoopContext,
): Promise<{ readonly retention: Retention; readonly fromFile: readonly Held[] }> {
  const { retention, retentionSet = [] } = context.settings
  const text = (await context.workshop?.())?.learningsFile(FILE)
  if (text === undefined) return { retention, fromFile: [] }
  const { readRetention } = await import('../../compat/formats/settings-yaml.ts')
  const inForce: Record<string, number> = { ...retention }
  const fromFile = readRetention(text).map((reading): Held => {
    if (reading.kind !== 'record' || reading.record.kind !== 'setting')
      throw configError(
        `.learnings/${FILE}: ${'reason' in reading ? reading.reason : 'it holds no settings'}.`,
        'Fix it, or remove it to use the settings: mettle config',
      )
    const { key, value } = reading.record as { key: string; value: number }
    const name = key.slice('retention.'.length) as keyof Retention
    if (retentionSet.includes(name)) return { key, value, overruledBy: retention[name] }
    inForce[name] = value
    return { key, value }
  })
  return { retention: inForce as unknown as Retention, fromFile }
}

export interface RetentionOptions {
  readonly archives: ArchiveKeeper
  readonly dryRun?: boolean
  readonly onProgress?: (done: number, total: number) => void
}

export interface Retained {
  readonly dryRun: boolean
  /** Number of facts to archive, and the position of the last; 0 if none. */
  readonly events: number
  readonly upTo: number
  readonly byType: { readonly [type: string]: number }
  readonly runs: number
  readonly firstAt?: number
  readonly lastAt?: number
  /** Facts whose payload stays in the journal. */
  readonly staying: number
  readonly archive?: Archive
  /** Files to remove from `.learnings`. */
  readonly files: readonly Leaving[]
  /** The run that holds the folder's lock; then nothing is removed. */
  readonly lockedBy?: string
  /** The settings in `.learnings/retention.yaml`, and whether each applies. */
  readonly fromFile: readonly Held[]
}

const PAGE = 1_000

/** Archives what retention no longer keeps in the journal. */
export async function forget(
  context: VerbContext,
  options: Pick<RetentionOptions, 'dryRun' | 'onProgress'> = {},
): Promise<Retained> {
  return retain(context, { ...options, archives: await context.archives() })
}

/** Moves old payloads into an archive; documents, keys and the chain stay. The archive is on disk before the journal drops anything. */
async function retain(context: LoopContext, options: RetentionOptions): Promise<Retained> {
  const { dryRun = false } = options
  const { retention, fromFile } = await activeRetention(context)
  const plan = { ...(await planned(context, retention)), dryRun, fromFile }
  const archive = dryRun || plan.events === 0 ? undefined : await archived(context, plan, options)
  const files = await retainFiles(context, retention, dryRun)
  return { ...plan, ...files, ...withoutUndefined({ archive }) }
}

type Plan = Omit<Retained, 'dryRun' | 'files' | 'lockedBy' | 'fromFile'>

async function archived(context: LoopContext, plan: Plan, { archives, onProgress }: RetentionOptions) {
  const { journal, projector, folding = projector } = context
  const { checkpoint } = await journal.head()
  const name = archiveName(checkpoint + 1, plan.upTo)
  const archive = await archives.write(name, payloadsBetween(journal, checkpoint, plan.upTo))
  await journal.compact(plan.upTo, folding, onProgress === undefined ? {} : { onProgress })
  const payload = { upTo: plan.upTo, events: plan.events, archive: name, statistics: plan.byType }
  const place = { stream: JOURNAL_STREAM, key: `retention/${plan.upTo}` }
  await appendFact(context, { type: 'retention-applied', payload, ...place })
  return archive
}

/** Removes expired files from `.learnings`, unless a run is working there. */
export async function retainFiles(context: LoopContext, retention: Retention, dryRun = false) {
  const folder = (await context.workshop?.())?.learningsFolder()
  const entries = folder?.entries() ?? []
  if (folder === undefined || entries.length === 0) return { files: [] }
  const now = context.now()
  const active = await activeRuns(context, now - retention.protectedWindowMinutes * MINUTE_MS)
  const around = { now, activeRuns: new Set(active.map(({ id }) => id)) }
  const leaving = leavingLearnings(entries, retention, around)
  const files = dryRun ? leaving : leaving.filter(({ path }) => folder.remove(path))
  return { files, ...withoutUndefined({ lockedBy: lockHolder(entries) }) }
}

async function planned(context: LoopContext, retention: Retention): Promise<Plan> {
  const { journal } = context
  const { position, checkpoint } = await journal.head()
  const kept = await whatIsKept(context, retention, position)
  const tally = new Tally()
  for (let after = checkpoint; after < position; ) {
    const events = await journal.read({ after, upTo: position, limit: PAGE })
    const { last, isEnd } = lastToArchive(events, kept)
    for (const event of events) tally.pass(event, last)
    if (isEnd || events.length === 0) break
    after = events.at(-1)!.position
  }
  return { ...tally.result(), staying: position - Math.max(checkpoint, tally.upTo) }
}

async function whatIsKept(context: LoopContext, retention: Retention, position: number): Promise<RetentionLimits> {
  const since = context.now() - retention.protectedWindowMinutes * MINUTE_MS
  const newest = await context.journal.list(RUN, { limit: retention.maxRuns })
  const runs = newest.map(({ body }) => body.run)
  const ids = (some: readonly Run[]) => new Set(some.map(({ id }) => id))
  return {
    runs: ids(runs),
    activeRuns: ids(await activeRuns(context, since)),
    after: position - retention.maxLogLines,
    since,
  }
}

/** Runs active within the protected time; runs are listed by last activity. */
async function activeRuns({ journal }: LoopContext, since: number): Promise<Run[]> {
  const active: Run[] = []
  for (let offset = 0; ; offset += PAGE) {
    const page = (await journal.list(RUN, { limit: PAGE, offset })).map(({ body }) => body.run)
    active.push(...page.filter(({ lastAt }) => lastAt > since))
    if (page.length < PAGE || page.at(-1)!.lastAt <= since) return active
  }
}

/** Counts what is archived. Facts without a run wait until a later fact is archived too. */
class Tally {
  upTo = 0
  readonly #waiting: { type: string; run?: string; recordedAt: number }[] = []
  readonly #byType = new Map<string, number>()
  readonly #runs = new Set<string>()
  #events = 0
  #times: { firstAt: number; lastAt: number } | undefined

  pass(event: { position: number; type: string; run?: string; recordedAt: number }, last = 0): void {
    this.#waiting.push(event)
    if (event.position > last) return
    for (const { type, run, recordedAt } of this.#waiting.splice(0)) {
      this.#events += 1
      this.#byType.set(type, (this.#byType.get(type) ?? 0) + 1)
      if (run !== undefined) this.#runs.add(run)
      this.#times = { firstAt: this.#times?.firstAt ?? recordedAt, lastAt: recordedAt }
    }
    this.upTo = event.position
  }

  result() {
    return {
      events: this.#events,
      upTo: this.upTo,
      byType: Object.fromEntries([...this.#byType].sort(([a], [b]) => (a < b ? -1 : 1))),
      runs: this.#runs.size,
      ...this.#times,
    }
  }
}
