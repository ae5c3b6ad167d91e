import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { StoredEvent } from './domain/event.ts'
import { quantity } from './domain/numbers.ts'
import { ORGANISATION_PROJECT, type Scope } from './domain/scope.ts'
import { configError, UserError } from './domain/user-error.ts'
import { JournalWatch, placeOfFile, type Watching } from './journal-watch.ts'
import type { LoopContext } from './loop/context.ts'
import type { SharedPlace } from './loop/exchange/shared-place.ts'
import { isConflict } from './loop/journal/append-facts.ts'
import type { JournalServices } from './loop/journal/keepers.ts'
import { VerifiedChain } from './loop/journal/verify.ts'
import type { Reached } from './loop/journal/watermark.ts'
import { PatternCache } from './loop/views/pattern-cache.ts'
import type { Config } from './machine/config/load.ts'
import { retentionOf } from './machine/config/settings.ts'
import { isOfProject, PROJECT_FILE } from './machine/config/settings-file.ts'
import { makePrivateFile, makePrivateFolder } from './machine/files/private-files.ts'
import { whyUnreadable } from './machine/files/regular-file.ts'
import { finishSwap, type SwapOptions } from './machine/files/swap-file.ts'
import { stateFolder } from './machine/files/user-folders.ts'
import type { Workspace } from './machine/files/workspace.ts'
import { openSealKeeper } from './machine/gate/seal-keeper.ts'
import { openWatermarkFile, watermarkPath } from './machine/gate/watermark-file.ts'
import { makeHome, readProjectFile } from './machine/home.ts'
import type { Journal, Store } from './store/port.ts'

/** The configured store, and its location without credentials. */
export async function openStore(config: Config, workspace: Workspace, create: boolean, watching: Watching) {
  const url = config.values['store.url'] as string
  const waitMs = config.values['store.waitMs'] as number
  if (url !== '') {
    const { addressOf, openPostgresStore } = await import('./store/postgres/postgres-store.ts')
    const location = `postgres://${addressOf(url)}`
    const watch = new JournalWatch(watching, location)
    const store = await openPostgresStore({ url, waitMs, onCommit: watch.onCommit })
    try {
      await watch.checkJournal(store.journal(watching.scope), watching.acceptLoss)
    } catch (error) {
      await store.close()
      throw error
    }
    return { store, location, watch }
  }
  const path = journalPath(config, workspace)
  await checkSetting(config, workspace, { name: 'store.path', place: path })
  await finishSwap(path, swapOptions(path, watching, waitMs))
  const watch = new JournalWatch(watching, path, path)
  const { FILE_LOOKS, openSqliteStore } = await import('./store/sqlite/sqlite-store.ts')
  if (hasContent(path)) await watch.checkFile(FILE_LOOKS, waitMs)
  else if (create) watch.startOver()
  else throw missingJournal(path, watch.reached)
  makePrivateFolder(dirname(path))
  makePrivateFile(path)
  const durable = config.values['store.durable'] as boolean
  const store = await openSqliteStore({ path, waitMs, durable, onCommit: watch.onCommit })
  const close = async () => {
    await store.close()
    watch.closed(FILE_LOOKS)
  }
  return { store: { ...store, close }, location: path, watch }
}

/** Where the recorded state of journals is stored. */
export function watchingAs(
  scope: Scope,
  environment: Readonly<Record<string, string | undefined>>,
  now: () => number,
): Watching {
  const folder = stateFolder(environment)
  return {
    scope,
    keeperAt: (place) => openWatermarkFile(folder, place),
    intentAt: (place) => `${watermarkPath(folder, place)}.swap`,
    seals: openSealKeeper(folder),
    now,
  }
}

/** The options to replace a journal's file. */
export function swapOptions(path: string, { keeperAt, intentAt, seals, now }: Watching, waitMs: number): SwapOptions {
  const place = placeOfFile(path)
  const onPlaced: SwapOptions['onPlaced'] = ({ marks, unsealed = [] }) => {
    const keeper = keeperAt(place)
    for (const mark of marks) keeper.begin(mark)
    for (const { journal, position } of marks)
      if (unsealed.includes(journal) || (seals.last(journal)?.position ?? 0) > position) seals.remove(journal)
  }
  return { intent: intentAt(place), onPlaced, now, waitMs }
}

export interface MoveOptions {
  /** The address of a PostgreSQL server, or a file that is not there yet. */
  readonly to: string
  readonly onProgress?: (done: number, total: number) => void
}

export interface JournalMoved {
  readonly from: string
  readonly to: string
  readonly isServer: boolean
  /** How many events were copied, read back and compared. */
  readonly events: number
  /** How many were recorded here since, and are missing there. */
  readonly since: number
}

const MOVED_AT_ONCE = 1_000

/** Copies a project's journal into another store and folds it there. The original stays as it is. */
export async function moveJournal(
  { journal, projector, folding = projector }: LoopContext,
  { from, to, cwd, waitMs, onProgress }: MoveOptions & { from: string; cwd: string; waitMs: number },
): Promise<JournalMoved> {
  const { checkpoint, position, journal: name } = await journal.head()
  if (checkpoint > 0)
    throw new UserError(
      'move-archived',
      `The words of events up to ${checkpoint} are in an archive.`,
      'Bring them back first: mettle forget --restore',
    )
  const { store, place, isServer } = await openTarget(to, cwd, waitMs)
  try {
    const there = store.journal(journal.scope)
    const { position: taken } = await there.head()
    if (taken > 0)
      throw new UserError(
        'move-taken',
        `${place} holds a journal of this project already, with ${quantity(taken, 'event')}.`,
        'Move to another place, or use that one.',
      )
    await store.take!(journal.scope, {
      journal: name,
      events: pagesOf(journal, (done) => onProgress?.(done, position)),
    })
    const { events } = await there.rebuild(folding, { onProgress })
    const { position: now } = await journal.head()
    return { from, to: place, isServer, events, since: now - events }
  } finally {
    await store.close()
  }
}

async function openTarget(to: string, cwd: string, waitMs: number) {
  const isServer = /^postgres(ql)?:\/\//.test(to)
  if (isServer) {
    const { addressOf, openPostgresStore } = await import('./store/postgres/postgres-store.ts')
    return { isServer, place: `postgres://${addressOf(to)}`, store: await openPostgresStore({ url: to, waitMs }) }
  }
  const place = resolve(cwd, to)
  if (hasContent(place))
    throw new UserError('move-taken', `${to} is there already.`, 'Give a file that is not there yet.')
  const { openSqliteStore } = await import('./store/sqlite/sqlite-store.ts')
  makePrivateFolder(dirname(place))
  makePrivateFile(place)
  return { isServer, place, store: await openSqliteStore({ path: place, waitMs }) }
}

/** All events, including those recorded meanwhile. */
async function* pagesOf(journal: Journal, onProgress: (done: number) => void): AsyncGenerator<readonly StoredEvent[]> {
  for (let after = 0; ; ) {
    const page = await journal.read({ after, limit: MOVED_AT_ONCE })
    if (page.length === 0) return
    yield page
    after = page.at(-1)!.position
    onProgress(after)
  }
}

/** The file operations of a restore, the only place that names the concrete store. */
export async function restoreTools() {
  return (await import('./store/sqlite/write-salvaged.ts')).RESTORE_TOOLS
}

/** Refuses a path from repository content that would make us write elsewhere on the machine. */
async function checkSetting(
  config: Config,
  { root }: Workspace,
  { name, place }: { name: 'share.folder' | 'store.path'; place: string },
): Promise<void> {
  if (!isOfProject(config, name)) return
  const { checkNamed } = await import('./machine/files/paths.ts')
  checkNamed(place, { root, name, file: PROJECT_FILE })
}

/** The error for a missing journal: only `init` creates one; elsewhere its absence is a loss that must be noticed. */
function missingJournal(path: string, reached: Reached | undefined): UserError {
  const had = reached === undefined ? 'one' : `one that reached event ${reached.newest.position}`
  return new UserError(
    'store-gone',
    `The journal at ${path} is gone or empty, though this project had ${had}.`,
    'Put a backup back: mettle restore FILE. Or begin a new journal: mettle init',
  )
}

/** How long to wait while another program writes to its database. */
const READ_WAIT_MS = 2_000

/** Opens databases of other programs, for reading only. */
export async function databaseReader() {
  const { sqliteEngine } = await import('./store/sqlite/engine.ts')
  return (path: string) => new (sqliteEngine())(path, { timeout: READ_WAIT_MS, readOnly: true })
}

/** The error for a server's journal, which the server itself backs up or restores. */
export function keptElsewhere(location: string, what: 'backed up' | 'restored' = 'backed up'): UserError {
  return new UserError(
    'backup-elsewhere',
    `The journal is not a file but in ${location}, which is ${what} by its own tools.`,
    what === 'restored'
      ? 'psql --file mettle.sql DATABASE_URL, where mettle.sql is of pg_dump --schema mettle --clean. Then: mettle restore --accept-loss'
      : 'pg_dump --schema mettle --file mettle.sql DATABASE_URL',
  )
}

/** The configured project, else the one that the workspace got when its journal was created. */
export async function projectOf(config: Config, workspace: Workspace, create: boolean): Promise<string> {
  const configured = config.values.project as string
  const own = create ? makeHome(workspace, await formerProject(config, workspace)).project : undefined
  if (configured === ORGANISATION_PROJECT) throw reservedProject()
  if (configured !== '') return configured
  const known = own ?? readProjectFile(workspace)?.project
  if (known !== undefined) return known
  throw new UserError('not-initialised', `There is no journal in ${workspace.root}.`, 'mettle init')
}

export function reservedProject(): UserError {
  return configError(
    `project: '${ORGANISATION_PROJECT}' is where an organisation keeps what its projects share.`,
    'Give the project another id.',
  )
}

/** The project named in a journal that has lost its project file. */
async function formerProject(config: Config, workspace: Workspace): Promise<string | undefined> {
  const path = journalPath(config, workspace)
  if (existsSync(join(workspace.home, 'project.json')) || !hasContent(path)) return undefined
  const { projectsIn } = await import('./store/sqlite/sqlite-store.ts')
  const projects = projectsIn(path)
  return projects.length === 1 ? projects[0] : undefined
}

export function journalPath(config: Config, workspace: Workspace): string {
  const given = config.values['store.path'] as string
  if (given === '') return join(workspace.home, 'journal.db')
  return isOfProject(config, 'store.path') ? resolve(workspace.root, given) : given
}

function hasContent(path: string): boolean {
  const stat = statOf(path)
  if (stat === undefined) return false
  return stat.isDirectory() || stat.size > 0
}

/** Like `stat`, but an inaccessible path is an error, not missing. */
function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    const problem = `The journal at ${path} ${whyUnreadable(cause)}.`
    throw new UserError('store-path', problem, 'Check store.path.', { cause })
  }
}

/** The configured place of shared patterns: a folder, else the store. */
export async function sharedPlace(
  { journal, projector, now, origin }: LoopContext,
  { config, workspace, store }: { config: Config; workspace: Workspace; store: Store },
): Promise<SharedPlace> {
  const { values } = config
  if (values['share.folder'] !== '') {
    const { openSharedFolder } = await import('./machine/learnings/shared-folder.ts')
    const folder = resolve(workspace.root, values['share.folder'] as string)
    await checkSetting(config, workspace, { name: 'share.folder', place: folder })
    return openSharedFolder(folder, {
      staleHours: retentionOf(config).lockStaleHours,
      waitMs: values['store.waitMs'] as number,
      now,
    })
  }
  const { nowhereToShare, sharedJournal, storeOfOne } = await import('./loop/exchange/shared-place.ts')
  if (values['share.organisation'] !== true) throw withheldPlace(config) ?? nowhereToShare()
  if (values['store.url'] === '' && values['store.path'] === '') throw storeOfOne()
  const { organisation } = journal.scope
  const own = store.journal({ organisation, project: ORGANISATION_PROJECT })
  return sharedJournal(own, projector, { location: `organisation ${organisation}`, now, origin })
}

/** The repository names a place, and nobody here accepted it. */
function withheldPlace({ withheld }: Config): UserError | undefined {
  const named = withheld.find(({ name }) => name === 'share.folder' || name === 'share.organisation')
  if (named === undefined) return undefined
  return new UserError(
    'share-folder',
    `${named.name} in ${PROJECT_FILE} is ignored until you accept it.`,
    'mettle trust',
  )
}

/** A copy of a journal in memory, for trial changes. */
export async function besideInMemory(
  ...taken: Parameters<JournalServices['beside']>
): ReturnType<JournalServices['beside']> {
  return (await import('./store/memory/memory-store.ts')).journalInMemory(...taken)
}

const PATIENCE_S = 600

/** If another process is also folding the journal, waits up to ten minutes for it before assuming that it died. */
export function orWaitWhile(isDue: () => Promise<boolean>) {
  return async (error: unknown) => {
    if (!isConflict(error)) throw error
    for (let waited = 0; waited < PATIENCE_S && (await isDue()); waited++) await pause(1_000)
  }
}

export type Elsewhere = Pick<LoopContext, 'journal' | 'cache' | 'chain' | 'overlays' | 'basePolicy'>

/** The context of another project in the store. Its repository is not here: no policy file, no files for hooks, no metrics. */
export function otherProject(journal: Journal): Elsewhere {
  return {
    journal,
    cache: new PatternCache(),
    chain: new VerifiedChain(),
    overlays: { read: () => undefined, keep: () => undefined },
    basePolicy: async () => (await import('./engine/governance/gate.ts')).BASE_POLICY,
  }
}

/** Whether a journal's documents were folded under settings other than the current ones. */
export async function isRefoldDue(context: Pick<LoopContext, 'journal' | 'projector' | 'folding'>): Promise<boolean> {
  const { policyHash } = await context.journal.head()
  return policyHash !== '' && policyHash !== (context.folding ?? context.projector).policyHash
}

/** Documents of events, in an unnamed file that disappears when closed, so that memory stays bounded. */
export async function foldedAside(...[scope, pages, projector]: Parameters<JournalServices['aside']>) {
  const { openSqliteStore } = await import('./store/sqlite/sqlite-store.ts')
  const store = await openSqliteStore({ path: '', durable: false })
  try {
    await store.fold!(scope, pages, projector)
  } catch (error) {
    await store.close()
    throw error
  }
  return { journal: store.journal(scope), close: () => store.close() }
}
