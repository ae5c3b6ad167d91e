import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { settingsAhead } from './config/hook-settings.ts'
import { type Config, type ConfigInputs, loadConfig } from './config/load.ts'
import { isIgnored } from './config/personal.ts'
import { holdoutOf, policyOf, retentionOf, retentionSet } from './config/policy.ts'
import { PROJECT_FILE } from './config/project-file.ts'
import { workshopSettings } from './config/workshop-settings.ts'
import type { Origin } from './domain/event.ts'
import { createIds, type NextId } from './domain/id.ts'
import { ORGANISATION_PROJECT, type Scope } from './domain/scope.ts'
import { UserError } from './domain/user-error.ts'
import type { LoopContext } from './loop/context.ts'
import { ingestFailures } from './loop/ingest-failures.ts'
import type { Keepers } from './loop/keepers.ts'
import { createLoop, type Loop } from './loop/loop.ts'
import { joinMetrics, type Metrics } from './loop/metrics.ts'
import { PatternShelf } from './loop/pattern-shelf.ts'
import type { SharedPlace } from './loop/shared-place.ts'
import { takeIn } from './loop/take-in.ts'
import { VerifiedChain } from './loop/verified-chain.ts'
import { createProjector } from './projection/projector.ts'
import type { Journal, Store, TokenKeeper } from './store/port.ts'
import { openAheadFolder } from './system/ahead-folder.ts'
import { openFailureLog } from './system/failure-log.ts'
import { makeHome, readProjectFile } from './system/home.ts'
import { checkNoLinks } from './system/linked-home.ts'
import { loadEmbedder } from './system/load-embedder.ts'
import { openMetrics } from './system/open-metrics.ts'
import { openOverlayFile } from './system/overlay-file.ts'
import { repositoryName } from './system/project-identity.ts'
import { openSealKeeper } from './system/seal-keeper.ts'
import { openSpoolFolder } from './system/spool-folder.ts'
import { checkUntracked } from './system/tracked-home.ts'
import { configFolder, stateFolder } from './system/user-folders.ts'
import { findWorkspace, type Workspace } from './system/workspace.ts'

export interface OpenOptions {
  /** A folder in the repository; the journal is found from there. */
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Settings as `key=value`; they win over files and the environment. */
  readonly flags?: readonly string[]
  /** Through which door facts come in. */
  readonly surface?: Origin['surface']
  /** Where the journal is kept, in place of what the settings say; closed with the loop. */
  readonly store?: Store
  /** Makes the journal if there is none. */
  readonly create?: boolean
  readonly now?: () => number
  readonly nextId?: NextId
  /** Who listens to figures, beside whoever registered with OpenTelemetry. */
  readonly metrics?: Metrics
}

/** In whose name, and in which project of the store, facts are recorded and read. */
export interface Standpoint {
  readonly actor: string
  /** Left out, the one around the folder. */
  readonly project?: string
  /** Through which door, where it is another than this was opened through. */
  readonly surface?: Origin['surface']
}

/** What reading the settings again brought. */
export interface Reloaded {
  /** The settings that are now different. */
  readonly changed: readonly string[]
  /** The documents were folded under another policy. */
  readonly rebuildDue: boolean
}

/** The loop over one project's journal. */
export interface Mettle extends Loop {
  readonly config: Config
  readonly workspace: Workspace
  readonly scope: Scope
  /** Where the journal is, without credentials. */
  readonly location: string
  /** Reads the settings again. Calls that have begun end under the old ones; the next call sees the new ones, all of them. */
  reload(): Promise<Reloaded>
  /** The verbs for somebody else, under the settings of now. In another project there is no repository to look into. */
  as(standpoint: Standpoint): Loop
  /** For who stays open: takes in what hooks left since, and writes anew what they read, as far as something moved. */
  keepUp(): Promise<void>
  /** Who may call over HTTP. */
  tokens(): Promise<TokenKeeper>
  close(): Promise<void>
}

/** Opens the journal of the project around a folder. */
export async function openMettle(options: OpenOptions = {}): Promise<Mettle> {
  const {
    cwd = process.cwd(),
    environment = process.env,
    flags = [],
    surface = 'library',
    create = false,
    now = Date.now,
  } = options
  const workspace = findWorkspace(cwd)
  checkUntracked(workspace)
  checkNoLinks(workspace.home)
  const config = readConfig(workspace, environment, flags)
  const scope = {
    organisation: config.values.organisation as string,
    project: await projectOf(config, workspace, create),
  }
  const { store, location } =
    options.store === undefined
      ? await openStore(config, workspace, create)
      : { store: options.store, location: 'a store of the caller' }
  const failures = openFailureLog(stateFolder(environment), workspace.home)
  const metrics = joinMetrics([await openMetrics(), options.metrics])
  const count = (part: 'gate' | 'hook', code: string) => (error: unknown) =>
    failures.add({ id: randomUUID(), at: now(), part, code, message: String(error) })
  const lasting = {
    journal: store.journal(scope),
    now,
    nextId: options.nextId ?? createIds(now, randomBytes),
    origin: { surface },
    shelf: new PatternShelf(),
    chain: new VerifiedChain(),
    repository: once(() => repositoryName(workspace)),
    failures,
    spool: openSpoolFolder(workspace.hooks, now),
    basePolicy: async () => (await import('./system/policy-file.ts')).readBasePolicy(workspace),
    ...(metrics === undefined ? {} : { metrics }),
    overlays: openOverlayFile(workspace.hooks, count('gate', 'overlay-file')),
    ahead: openAheadFolder(workspace, {
      now,
      onFailure: count('hook', 'ahead'),
      settings: () => JSON.stringify(settingsAhead(configInputs(workspace, environment, []))),
    }),
    workshop: once(async () =>
      (await import('./system/workshop.ts')).openWorkshop(workspace, workshopSettings(config, environment)),
    ),
  }
  const keepersOf = (context: LoopContext, settings: Config) => ({
    seals: openSealKeeper(stateFolder(environment)),
    archives: async () => {
      const { openArchiveKeeper } = await import('./system/archive-keeper.ts')
      return openArchiveKeeper(join(workspace.home, 'archive', (await context.journal.head()).journal))
    },
    settledBy: async (file: string) =>
      configured(
        loadConfig({ ...configInputs(workspace, environment, flags), overFile: resolve(cwd, file) }),
      ),
    beside: async (...taken: Parameters<Keepers['beside']>) =>
      (await import('./store/memory/memory-store.ts')).journalBeside(...taken),
    shared: () => sharedPlace(context, { config: settings, workspace, store }),
  })
  const underSettings = (settings: Config) => {
    const following = configured(settings)
    const context: LoopContext = { ...lasting, ...following }
    const loopOf = (told: LoopContext) => createLoop(told, keepersOf(told, settings))
    return { context, following, config: settings, loop: loopOf(context), loopOf }
  }
  const others = new Map<string, Elsewhere>()
  const elsewhere = (project: string): Elsewhere => {
    const known = others.get(project) ?? otherProject(store.journal({ ...scope, project }))
    others.set(project, known)
    return known
  }
  let current = underSettings(config)
  let aheadOf = 0
  const writeAhead = async () => {
    try {
      if (lasting.ahead.isWanted()) {
        await lasting.ahead.keepPolicy()
        lasting.ahead.keepSettings()
      }
      if (lasting.ahead.isNoted()) await current.loop.keepAhead()
    } catch (error) {
      count('hook', 'ahead')(error)
    }
  }
  await failures.drain((waiting) => ingestFailures(current.context, waiting))
  await takeIn(current.context, count('hook', 'spool'))
  return {
    ...delegated(current.loop, () => current.loop),
    get config() {
      return current.config
    },
    workspace,
    scope,
    location,
    async reload() {
      const { compareSettings } = await import('./config/compare.ts')
      const next = readConfig(workspace, environment, flags)
      const changed = compareSettings(current.config, next)
      current = underSettings(next)
      const { policyHash } = await lasting.journal.head()
      return { changed, rebuildDue: policyHash !== '' && policyHash !== current.context.projector.policyHash }
    },
    as({ actor, project = scope.project, surface: door = surface }) {
      if (project === ORGANISATION_PROJECT) throw reservedProject()
      const { now, nextId, failures } = lasting
      const place = project === scope.project ? lasting : { now, nextId, failures, ...elsewhere(project) }
      return current.loopOf({ ...place, ...current.following, origin: { surface: door, actor } })
    },
    async tokens() {
      const { openTokenFile, tokenFile } = await import('./system/token-file.ts')
      const path = tokenFile(stateFolder(environment), journalPath(current.config, workspace))
      return store.tokens?.(scope.organisation) ?? openTokenFile(path, scope.organisation, now)
    },
    async keepUp() {
      await takeIn(current.context, count('hook', 'spool'))
      const { position } = await lasting.journal.head()
      if (position > aheadOf) await writeAhead()
      aheadOf = position
    },
    async close() {
      await writeAhead()
      await store.close()
    },
  }
}

type Elsewhere = Pick<LoopContext, 'journal' | 'shelf' | 'chain' | 'overlays' | 'basePolicy'>

/** What another project of the store has of its own. Its repository is not here: no policy file, no file for its hooks, no figures. */
function otherProject(journal: Journal): Elsewhere {
  return {
    journal,
    shelf: new PatternShelf(),
    chain: new VerifiedChain(),
    overlays: { read: () => undefined, keep: () => undefined },
    basePolicy: async () => (await import('./engine/gate.ts')).BASE_POLICY,
  }
}

/** The part of the context that follows from the settings. */
function configured(config: Config): Pick<LoopContext, 'projector' | 'policy' | 'settings' | 'embedder'> {
  const policy = policyOf(config)
  return {
    projector: createProjector(policy),
    policy,
    settings: {
      profile: config.values['inject.profile'] as 'classic' | 'bayes',
      holdout: holdoutOf(config),
      holdoutAfterRuns: config.values['holdout.afterRuns'] as number,
      retention: retentionOf(config),
      retentionSet: retentionSet(config),
      quietDays: config.values['doctor.quietDays'] as number,
      approvalMinutes: config.values['gate.approvalMinutes'] as number,
      share: {
        trusted: config.values['share.trusted'] as readonly string[],
        maxPerSource: config.values['share.maxPerSource'] as number,
      },
    },
    embedder: once(() => (config.values['inject.embeddings'] === true ? loadEmbedder() : undefined)),
  }
}

/** Where the settings say that patterns are shared: a folder, else the store. */
async function sharedPlace(
  { journal, projector, now, origin }: LoopContext,
  { config, workspace, store }: { config: Config; workspace: Workspace; store: Store },
): Promise<SharedPlace> {
  const { values } = config
  if (values['share.folder'] !== '') {
    const { openSharedFolder } = await import('./system/shared-folder.ts')
    const folder = resolve(workspace.root, values['share.folder'] as string)
    await checkSetting(config, workspace, { name: 'share.folder', place: folder })
    return openSharedFolder(folder, {
      staleHours: retentionOf(config).lockStaleHours,
      waitMs: values['store.waitMs'] as number,
      now,
    })
  }
  const { nowhereToShare, sharedJournal, storeOfOne } = await import('./loop/shared-place.ts')
  if (values['share.organisation'] !== true) throw nowhereToShare()
  if (values['store.url'] === '' && values['store.path'] === '') throw storeOfOne()
  const { organisation } = journal.scope
  const own = store.journal({ organisation, project: ORGANISATION_PROJECT })
  return sharedJournal(own, projector, { location: `organisation ${organisation}`, now, origin })
}

/** The verbs of whichever loop is current when they are called. */
function delegated(loop: Loop, current: () => Loop): Loop {
  const verbs = (Object.keys(loop) as (keyof Loop)[]).map((verb) => [
    verb,
    (...inputs: unknown[]) => (current()[verb] as (...inputs: unknown[]) => unknown)(...inputs),
  ])
  return Object.fromEntries(verbs) as Loop
}

/** The effective settings of a workspace, without opening its journal. */
export function readConfig(...around: Parameters<typeof configInputs>): Config {
  return loadConfig(configInputs(...around))
}

function configInputs(
  workspace: Workspace,
  environment: Readonly<Record<string, string | undefined>>,
  flags: readonly string[],
): ConfigInputs {
  return {
    userFile: join(configFolder(environment), 'config.json'),
    projectFile: join(workspace.root, PROJECT_FILE),
    environment,
    flags,
  }
}

async function projectOf(config: Config, workspace: Workspace, create: boolean): Promise<string> {
  const configured = config.values.project as string
  const own = create ? makeHome(workspace, await formerProject(config, workspace)).project : undefined
  if (configured === ORGANISATION_PROJECT) throw reservedProject()
  if (configured !== '') return configured
  const known = own ?? readProjectFile(workspace)?.project
  if (known !== undefined) return known
  throw new UserError('not-initialised', `There is no journal in ${workspace.root}.`, 'mettle init')
}

function reservedProject(): UserError {
  return new UserError(
    'config',
    `project: '${ORGANISATION_PROJECT}' is where an organisation keeps what its projects share.`,
    'Give the project another id.',
  )
}

/** A journal that has lost its project file still knows whose it is. */
async function formerProject(config: Config, workspace: Workspace): Promise<string | undefined> {
  const path = journalPath(config, workspace)
  if (existsSync(join(workspace.home, 'project.json')) || !hasContent(path)) return undefined
  const { projectsIn } = await import('./store/sqlite/sqlite-store.ts')
  const projects = projectsIn(path)
  return projects.length === 1 ? projects[0] : undefined
}

function journalPath(config: Config, workspace: Workspace): string {
  const given = config.values['store.path'] as string
  if (given === '') return join(workspace.home, 'journal.db')
  return isIgnored(config, 'store.path') ? resolve(workspace.root, given) : given
}

function hasContent(path: string): boolean {
  if (!existsSync(path)) return false
  const stat = statSync(path)
  return stat.isDirectory() || stat.size > 0
}

async function openStore(
  config: Config,
  workspace: Workspace,
  create: boolean,
): Promise<{ store: Store; location: string }> {
  const url = config.values['store.url'] as string
  if (url !== '') {
    const { addressOf, openPostgresStore } = await import('./store/postgres/postgres-store.ts')
    return { store: await openPostgresStore({ url }), location: `postgres://${addressOf(url)}` }
  }
  const path = journalPath(config, workspace)
  await checkSetting(config, workspace, { name: 'store.path', place: path })
  if (!create && !hasContent(path)) throw missingJournal(path)
  mkdirSync(dirname(path), { recursive: true })
  const { openSqliteStore } = await import('./store/sqlite/sqlite-store.ts')
  const store = await openSqliteStore({
    path,
    waitMs: config.values['store.waitMs'] as number,
    durable: config.values['store.durable'] as boolean,
  })
  return { store, location: path }
}

/** What a repository brings along may not make us write elsewhere on the machine. */
async function checkSetting(
  config: Config,
  { root }: Workspace,
  { name, place }: { name: 'share.folder' | 'store.path'; place: string },
): Promise<void> {
  if (!isIgnored(config, name)) return
  const { checkNamed } = await import('./system/real-place.ts')
  checkNamed(place, { root, name, file: PROJECT_FILE })
}

/** Asks once and keeps the answer. */
function once<T>(ask: () => T): () => T {
  let answer: { value: T } | undefined
  return () => {
    answer ??= { value: ask() }
    return answer.value
  }
}

/** Only `init` begins a journal; anywhere else an absent one is a loss that must not go unnoticed. */
function missingJournal(path: string): UserError {
  return new UserError(
    'store-missing',
    `The journal at ${path} is gone or empty, though this project had one.`,
    'Restore it from a copy, or begin a new one: mettle init',
  )
}
