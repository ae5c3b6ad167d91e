import { randomBytes, randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Projector } from './domain/document.ts'
import type { Origin } from './domain/event.ts'
import { createIds, type NextId } from './domain/id.ts'
import { once } from './domain/once.ts'
import { ORGANISATION_PROJECT, type Scope } from './domain/scope.ts'
import { UserError } from './domain/user-error.ts'
import type { Speaker } from './domain/values/session.ts'
import type { LoopContext } from './loop/context.ts'
import { originOf } from './loop/facts/provenance.ts'
import { joinMetrics, type Metrics } from './loop/journal/metrics.ts'
import { VerifiedChain } from './loop/journal/verify.ts'
import { createLoop, type Loop } from './loop/loop.ts'
import { takeIn, takeUpFailures } from './loop/sessions/spool.ts'
import { keepOverlays, repairOverlays } from './loop/views/active-overlays.ts'
import { PatternCache } from './loop/views/pattern-cache.ts'
import { precomputedSettings } from './machine/config/hook-settings.ts'
import { type Config, type ConfigInputs, loadConfig } from './machine/config/load.ts'
import { checkOwnGate } from './machine/config/own-gate.ts'
import { loopSettings, policyOf, workshopSettings } from './machine/config/settings.ts'
import { PROJECT_FILE, withoutSettings } from './machine/config/settings-file.ts'
import { openFailureLog } from './machine/failure-log.ts'
import type { Backup } from './machine/files/replace-file.ts'
import { tightenOnOpen } from './machine/files/tighten-modes.ts'
import { configFolder, stateFolder } from './machine/files/user-folders.ts'
import { findWorkspace, type Workspace } from './machine/files/workspace.ts'
import { openOverlayKeeper } from './machine/gate/gate-keep.ts'
import { gatePlace } from './machine/gate/gate-seal.ts'
import { openSealKeeper } from './machine/gate/seal-keeper.ts'
import { acceptedIn, trustPlace } from './machine/gate/trust-file.ts'
import { repositoryName } from './machine/git/project-identity.ts'
import { checkUntracked } from './machine/git/tracked-home.ts'
import { checkNoLinks } from './machine/home.ts'
import { loadEmbedder } from './machine/load-embedder.ts'
import { openMetrics } from './machine/open-metrics.ts'
import { openPrecomputedFolder } from './machine/precomputed-folder.ts'
import { openSpoolFolder } from './machine/server-file.ts'
import { openTranscripts } from './machine/transcripts/transcript-keeper.ts'
import {
  besideInMemory,
  databaseReader,
  type Elsewhere,
  foldedAside,
  isRefoldDue,
  type JournalMoved,
  journalPath,
  keptElsewhere,
  type MoveOptions,
  moveJournal,
  openStore,
  orWaitWhile,
  otherProject,
  projectOf,
  reservedProject,
  sharedPlace,
  watchingAs,
} from './open-store.ts'
import { createProjector } from './projection/projector.ts'
import type { Journal, Store, TokenKeeper } from './store/port.ts'

export interface OpenOptions {
  /** A folder in the repository, from which the journal is found. */
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Settings as `key=value`; they win over files and the environment. */
  readonly flags?: readonly string[]
  /** The entry point that facts come through. */
  readonly surface?: Origin['surface']
  /** The speaker, determined when the first fact is recorded; default: a person. */
  readonly speaker?: () => Speaker
  /** The store, instead of the configured one; closed with the loop. */
  readonly store?: Store
  readonly create?: boolean
  /** A person accepts the server's journal as it is, though it had more events before. */
  readonly acceptLoss?: boolean
  readonly now?: () => number
  readonly nextId?: NextId
  /** Progress callback while the journal is folded again under changed settings. */
  readonly onRefold?: (done: number, total: number) => void
  /** A metrics listener, in addition to any registered with OpenTelemetry. */
  readonly metrics?: Metrics
}

/** The name and project under which facts are recorded and read. */
export interface Standpoint {
  readonly actor: string
  /** Omitted: the folder's project. */
  readonly project?: string
  /** The entry point, if different from the one this was opened through. */
  readonly surface?: Origin['surface']
  /** The speaker, as known from the login. */
  readonly speaker?: Speaker
}

/** The result of reloading the settings. */
export interface Reloaded {
  readonly changed: readonly string[]
  /** The documents were folded under another policy. */
  readonly rebuildDue: boolean
}

/** The loop over one project's journal. */
export interface Mettle extends Loop {
  readonly config: Config
  readonly workspace: Workspace
  readonly scope: Scope
  readonly location: string
  /** Queued hook events could not be recorded when it was opened, because another process was writing. */
  readonly isBehind: boolean
  /** Reloads the settings. Running calls finish under the old settings; later calls use all of the new ones. */
  reload(): Promise<Reloaded>
  /** The verbs for another caller, under the current settings. Another project has no repository to read. */
  as(standpoint: Standpoint): Loop
  /** For long-running processes: records queued hook events, and updates the files that hooks read. */
  keepUp(): Promise<void>
  /** Writes a consistent snapshot of the whole journal to a new file. */
  backup(path: string): Promise<Backup>
  /** Copies the journal to a PostgreSQL server or into a file, and compares every event; this one stays as it is. */
  move(options: MoveOptions): Promise<JournalMoved>
  /** Records that a person accepts the current policy file and this journal's overlays. Returns what that loosens. */
  acceptPolicy(by: string): Promise<readonly string[]>
  /** Reads every page of the journal's file and reports damage; undefined if it is not a file. */
  checkPages(): Promise<readonly string[] | undefined>
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
  tightenOnOpen(workspace, stateFolder(environment), now())
  const config = readConfig(workspace, environment, flags)
  const files = () => readConfig(workspace, withoutSettings(environment), [])
  if (options.speaker !== undefined) checkOwnGate(config, options.speaker, files)
  const scope = {
    organisation: config.values.organisation as string,
    project: await projectOf(config, workspace, create),
  }
  const { store, location, watch } =
    options.store === undefined
      ? await openStore(config, workspace, create, {
          ...watchingAs(scope, environment, now),
          acceptLoss: options.acceptLoss ?? false,
        })
      : { store: options.store, location: 'a store of the caller', watch: undefined }
  const failures = openFailureLog(stateFolder(environment), workspace.home)
  const metrics = joinMetrics([await openMetrics(), options.metrics])
  const count = (part: 'gate' | 'hook', code: string) => (error: unknown) =>
    failures.add({ id: randomUUID(), at: now(), part, code, message: String(error) })
  const place = gatePlace(workspace, environment)
  const lasting = {
    journal: store.journal(scope, (): Projector => current.folding),
    refold: (journal: Journal): Promise<Projector> => refold(journal),
    now,
    nextId: options.nextId ?? createIds(now, randomBytes),
    origin: originOf(surface, options.speaker),
    cache: new PatternCache(),
    chain: new VerifiedChain(),
    repository: once(() => repositoryName(workspace)),
    failures,
    spool: openSpoolFolder(workspace.hooks, now),
    ingest: async (context: LoopContext) =>
      (await import('./loop/sessions/ingest-spool.ts')).ingestSpool(context, context.spool!),
    basePolicy: async () => (await import('./machine/gate/policy-file.ts')).readBasePolicy(workspace),
    place: { cwd, root: workspace.root, home: environment.HOME ?? environment.USERPROFILE },
    metrics,
    policies: async () => (await import('./machine/gate/policy-file.ts')).readPolicies(workspace, place),
    overlays: openOverlayKeeper(place, count('gate', 'gate-file')),
    precomputed: openPrecomputedFolder(workspace, {
      now,
      onFailure: count('hook', 'ahead'),
      place,
      settings: () => JSON.stringify(precomputedSettings(configInputs(workspace, environment, []))),
    }),
    workshop: once(async () =>
      (await import('./machine/learnings/open-project-access.ts')).openWorkshop(
        workspace,
        workshopSettings(config, environment, trustPlace(workspace, environment)),
      ),
    ),
  }
  const keepersOf = (context: LoopContext, settings: Config) => ({
    seals: openSealKeeper(stateFolder(environment)),
    accepted: () => acceptedIn(trustPlace(workspace, environment)),
    known: watch === undefined || context.journal !== lasting.journal ? undefined : watch.known,
    archives: async () => {
      const { openArchiveKeeper } = await import('./machine/archive-keeper.ts')
      return openArchiveKeeper(join(workspace.home, 'archive', (await context.journal.head()).journal))
    },
    settledBy: async (file: string) =>
      configured(loadConfig({ ...configInputs(workspace, environment, flags), overFile: resolve(cwd, file) })),
    beside: besideInMemory,
    aside: foldedAside,
    shared: () => sharedPlace(context, { config: settings, workspace, store }),
  })
  const transcriptsOf = (settings: Config): Pick<LoopContext, 'transcripts'> => {
    const isWanted = settings.values['hook.record'] && settings.values['session.readTranscripts']
    return isWanted ? { transcripts: openTranscripts({ workspace, environment, now, databaseReader }) } : {}
  }
  const underSettings = (settings: Config) => {
    const following = configured(settings)
    const lastingPolicy = flags.length === 0 ? following.policy : policyOf(readConfig(workspace, environment, []))
    const folding = createProjector(lastingPolicy)
    const context: LoopContext = { ...lasting, ...following, ...transcriptsOf(settings), folding }
    const loopOf = (given: LoopContext) => createLoop(given, keepersOf(given, settings))
    return { context, folding, following, config: settings, loop: loopOf(context), loopOf }
  }
  const others = new Map<string, Elsewhere>()
  const elsewhere = (project: string): Elsewhere => {
    const known =
      others.get(project) ?? otherProject(store.journal({ ...scope, project }, (): Projector => current.folding))
    others.set(project, known)
    return known
  }
  let current = underSettings(config)
  let precomputedFor = 0
  const writePrecomputed = async () => {
    await (await import('./machine/gate/policy-file.ts')).rememberStricter(workspace, place, now())
    try {
      if (lasting.precomputed.isWanted()) lasting.precomputed.keepSettings()
      if (lasting.precomputed.isNoted()) await current.loop.keepPrecomputed()
    } catch (error) {
      count('hook', 'ahead')(error)
    }
  }
  const briefly = {
    ...current.context,
    waitMs: Math.min(TAKE_IN_MS, config.values['store.waitMs'] as number),
    refold: () => Promise.reject(new UserError('store-locked', 'The journal waits to be folded again.', 'Try again.')),
  }
  let isBehind = false
  const orBehind = (code: string) => (error: unknown) => {
    if (error instanceof UserError && error.code === 'store-locked') isBehind = true
    else count('hook', code)(error)
  }
  /** Verbs use the previous settings until the journal is folded under the new ones. */
  const refoldOnce = async (journal: Journal) => {
    const { compareSettings } = await import('./machine/config/settings.ts')
    const settings = readConfig(workspace, environment, flags)
    const next = compareSettings(current.config, settings).length === 0 ? current : underSettings(settings)
    const context = journal === lasting.journal ? next.context : { ...next.context, ...otherProject(journal) }
    const isDue = () => isRefoldDue(context)
    while (await isDue()) await next.loopOf(context).rebuild({ onProgress: options.onRefold }).catch(orWaitWhile(isDue))
    current = next
    return context.folding ?? context.projector
  }
  const refolds = new Map<Journal, Promise<Projector>>()
  const refold = (journal: Journal) => {
    const begun = refolds.get(journal) ?? refoldOnce(journal).finally(() => refolds.delete(journal))
    refolds.set(journal, begun)
    return begun
  }
  await takeUpFailures(briefly, failures)
  if (await isRefoldDue(current.context))
    await current.loop.rebuild({ onProgress: options.onRefold }).catch(orBehind('refold'))
  await takeIn(briefly, orBehind('spool'))
  const reload = async () => {
    const { compareSettings } = await import('./machine/config/settings.ts')
    const next = readConfig(workspace, environment, flags)
    const changed = compareSettings(current.config, next)
    current = underSettings(next)
    return { changed, rebuildDue: await isRefoldDue(current.context) }
  }
  await repairOverlays(current.context)
  return {
    ...delegated(current.loop, () => current.loop),
    get config() {
      return current.config
    },
    workspace,
    scope,
    location,
    isBehind,
    reload,
    as({ actor, project = scope.project, surface: door = surface, speaker = 'person' }) {
      if (project === ORGANISATION_PROJECT) throw reservedProject()
      const { now, nextId, failures } = lasting
      const place = project === scope.project ? lasting : { now, nextId, failures, refold, ...elsewhere(project) }
      return current.loopOf({ ...place, ...current.following, origin: { ...originOf(door, () => speaker), actor } })
    },
    async backup(path) {
      if (store.copyTo === undefined) throw keptElsewhere(location)
      const { writeBackup } = await import('./machine/files/replace-file.ts')
      return writeBackup(path, store.copyTo)
    },
    async move({ to, onProgress }) {
      const waitMs = current.config.values['store.waitMs'] as number
      return moveJournal(current.context, { from: location, to, cwd, waitMs, onProgress })
    },
    async acceptPolicy(by) {
      const { acceptPolicy } = await import('./machine/gate/policy-file.ts')
      await keepOverlays(current.context, true)
      return acceptPolicy(workspace, place, { by, at: now() })
    },
    checkPages: async () => store.checkPages?.(),
    async tokens() {
      const { openTokenFile, tokenFile } = await import('./machine/gate/token-file.ts')
      const path = tokenFile(stateFolder(environment), journalPath(current.config, workspace))
      return store.tokens?.(scope.organisation) ?? openTokenFile(path, scope.organisation, now)
    },
    async keepUp() {
      await refold(lasting.journal).catch(() => undefined)
      await takeIn(current.context, count('hook', 'spool'))
      const { position } = await lasting.journal.head()
      if (position > precomputedFor) await writePrecomputed()
      precomputedFor = position
    },
    async close() {
      await writePrecomputed()
      await store.close()
    },
  }
}

/** A reading caller waits no longer than this for other writers, and then gets an answer without the latest hook events. */
const TAKE_IN_MS = 500

function configured(config: Config): Pick<LoopContext, 'projector' | 'policy' | 'settings' | 'embedder'> {
  const policy = policyOf(config)
  return {
    projector: createProjector(policy),
    policy,
    settings: loopSettings(config),
    embedder: once(() => (config.values['inject.embeddings'] === true ? loadEmbedder() : undefined)),
  }
}

/** Verbs that call the loop that is current at the time of the call. */
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

/** The file of a workspace's journal, without opening it; undefined where the settings name a server. */
export function journalFile(...around: Parameters<typeof configInputs>): string | undefined {
  const config = readConfig(...around)
  return config.values['store.url'] === '' ? journalPath(config, around[0]) : undefined
}

export function configInputs(
  workspace: Workspace,
  environment: Readonly<Record<string, string | undefined>>,
  flags: readonly string[],
): ConfigInputs & Required<Pick<ConfigInputs, 'userFile' | 'projectFile' | 'trust'>> {
  return {
    userFile: join(configFolder(environment), 'config.json'),
    projectFile: join(workspace.root, PROJECT_FILE),
    trust: trustPlace(workspace, environment),
    environment,
    flags,
  }
}
