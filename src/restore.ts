import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Scope } from './domain/scope.ts'
import { orElse } from './domain/sets.ts'
import { shellWord, UserError } from './domain/user-error.ts'
import { placeOfFile, stamp } from './journal-watch.ts'
import { sealProblem } from './loop/journal/seal.ts'
import { verifyChain } from './loop/journal/verify.ts'
import type { Watermark } from './loop/journal/watermark.ts'
import { policyOf } from './machine/config/settings.ts'
import { isAlive } from './machine/files/folder-lock.ts'
import { makePrivateFile, makePrivateFolder } from './machine/files/private-files.ts'
import { finishSwap, swapFile } from './machine/files/swap-file.ts'
import { findWorkspace } from './machine/files/workspace.ts'
import { makeHome, readProjectFile } from './machine/home.ts'
import { readConfig } from './open.ts'
import { journalPath, keptElsewhere, restoreTools, swapOptions, watchingAs } from './open-store.ts'
import { createProjector } from './projection/projector.ts'
import type { Journal } from './store/port.ts'

export interface RestoreOptions {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly flags: readonly string[]
  readonly now: () => number
  /** The file to restore; omitted: the current journal, as far as it is readable. */
  readonly file?: string
  /** Accept the readable part of a damaged file. */
  readonly acceptLoss: boolean
  readonly onProgress?: (done: number, total: number) => void
}

export interface RestorePlan {
  readonly from: string
  readonly journal: string
  /** The number of events in the new file. */
  readonly events: number
  readonly newestAt?: number
  /** The number of events in the current journal; absent if unreadable. */
  readonly eventsNow?: number
  readonly problemNow?: string
  /** How many known events would be lost. */
  readonly lost: number
  /** Whether the file is an earlier or later state of the journal of now; absent where that cannot be compared. */
  readonly isSameHistory?: boolean
  /** Whether this machine knows the file's journal, and so can say that nothing is missing at its end. */
  readonly isKnownHere: boolean
  /** How many events got a new position because earlier ones were unreadable. */
  readonly moved?: number
  /** The path of the replaced file; absent if there is none. */
  readonly kept?: string
}

export interface PreparedRestore {
  readonly plan: RestorePlan
  /** Replaces the journal with the prepared file. */
  apply(): Promise<void>
  discard(): void
}

type Tools = Awaited<ReturnType<typeof restoreTools>>

/** Prepares and verifies a restore, without changing the journal. */
export async function prepareRestore(options: RestoreOptions): Promise<PreparedRestore> {
  const { cwd, environment, flags, now, acceptLoss } = options
  const workspace = findWorkspace(cwd)
  const config = readConfig(workspace, environment, flags)
  const path = journalPath(config, workspace)
  if (config.values['store.url'] !== '') throw keptElsewhere('PostgreSQL', 'restored')
  const from = options.file ?? path
  if (!existsSync(from)) throw missing(from, options.file === undefined)
  const tools = await restoreTools()
  const known = readProjectFile(workspace)?.project ?? (config.values.project as string)
  const waitMs = config.values['store.waitMs'] as number
  const fresh = `${path}.fresh-${process.pid}`
  const work = `${path}.work-${process.pid}`
  const discard = () => {
    for (const name of [fresh, work]) for (const end of ['', '-wal', '-shm']) rmSync(name + end, { force: true })
  }
  makePrivateFolder(dirname(path))
  const anyScope = { organisation: config.values.organisation as string, project: known }
  await finishSwap(path, swapOptions(path, watchingAs(anyScope, environment, now), waitMs))
  removeLeft(path)
  try {
    const moved = acceptLoss ? await salvageInto(work, from, tools, options) : await copyInto(work, from, tools, waitMs)
    const project = known || soleProject(tools.projectsIn(work), from)
    const scope: Scope = { organisation: config.values.organisation as string, project }
    const store = await tools.openSqliteStore({ path: work, durable: false })
    let plan: RestorePlan
    try {
      const journal = store.journal(scope)
      const projector = createProjector(policyOf(config))
      if (acceptLoss && (await journal.head()).position > 0)
        await journal.rebuild(projector, options.onProgress ? { onProgress: options.onProgress } : {})
      const end = await verified(journal, from, options, tools.projectsIn(work))
      const watching = watchingAs(scope, environment, now)
      const { seals } = watching
      plan = {
        from,
        ...end,
        ...(await compare(path, { journal, events: end.events, tools, waitMs }, options)),
        isKnownHere: seals.last(end.journal) !== undefined || reachedAt(path, scope, options) !== undefined,
        moved,
        kept: existsSync(path) ? keptName(path, now()) : undefined,
      }
      makePrivateFile(fresh)
      store.copyTo!(fresh)
      const marks = await marksOf(journal, { scope, from, now, moved })
      const unsealed = (await sealProblem(journal, seals)) === undefined ? [] : [end.journal]
      return {
        plan,
        discard,
        async apply() {
          makeHome(workspace, project)
          const release = existsSync(path) ? await tools.holdFile(path, waitMs) : () => undefined
          try {
            const kept = plan.kept ?? keptName(path, now())
            await swapFile(path, { fresh, kept, marks, unsealed }, swapOptions(path, watching, waitMs))
          } finally {
            release()
            discard()
          }
        },
      }
    } finally {
      await store.close()
      for (const end of ['', '-wal', '-shm']) rmSync(work + end, { force: true })
    }
  } catch (error) {
    discard()
    throw error
  }
}

/** Removes prepared copies of killed restores, and any left by this process. */
function removeLeft(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    const [, of, pid] = /^(.*)\.(?:fresh|work)-(\d+)(?:-wal|-shm)?$/.exec(name) ?? []
    if (of === basename(path) && (Number(pid) === process.pid || !isAlive(Number(pid))))
      rmSync(join(dirname(path), name), { force: true })
  }
}

/** An unused name, so that two restores within a second keep two files. */
function keptName(path: string, now: number): string {
  const name = (turn: number) => `journal-${stamp(now)}${turn === 1 ? '' : `-${turn}`}.db`
  let turn = 1
  while (existsSync(join(dirname(path), name(turn)))) turn += 1
  return join(dirname(path), name(turn))
}

async function copyInto(work: string, from: string, tools: Tools, waitMs: number): Promise<undefined> {
  const problems = await tools.checkPages(from, waitMs).catch((error) => {
    if (error instanceof UserError && error.code === 'store-corrupt') return ['it cannot be read as a journal']
    throw error
  })
  if (problems.length > 0)
    throw new UserError(
      'restore-damaged',
      `${from} is damaged: ${problems[0]!.replaceAll(/\s*\n\s*/g, ' ')}.`,
      `Take another backup, or what can be read of this one: mettle restore ${shellWord(from)} --accept-loss`,
    )
  makePrivateFile(work)
  tools.copyDatabase(from, work, waitMs)
  return undefined
}

/** How many events got a new place. */
async function salvageInto(work: string, from: string, tools: Tools, { onProgress }: RestoreOptions) {
  const salvaged = tools.salvage(from, onProgress)
  if (salvaged.journals.length === 0)
    throw new UserError(
      'restore-empty',
      `Nothing in ${from} can be read as an event of a journal.`,
      'Put a backup back: mettle restore FILE. Or move the file away and begin a new journal: mettle init',
    )
  makePrivateFile(work)
  await tools.writeSalvaged(work, salvaged, randomUUID)
  return salvaged.journals.reduce((sum, { moved }) => sum + moved, 0)
}

type End = Pick<RestorePlan, 'journal' | 'events' | 'newestAt'>

/** Verifies every link of the file's journal, or refuses the restore. */
async function verified(
  journal: Journal,
  from: string,
  { onProgress }: RestoreOptions,
  projects: readonly string[],
): Promise<End> {
  const head = await journal.head()
  if (head.position === 0) throw otherProject(from, journal.scope.project, projects)
  const { problems } = await verifyChain(journal, undefined, onProgress)
  if (problems.length > 0)
    throw new UserError(
      'restore-altered',
      `${from} is not what was recorded: ${problems[0]}.`,
      `Take another backup, or the events of this one that are as they were recorded: mettle restore ${shellWord(from)} --accept-loss`,
    )
  const [newest] = await journal.read({ newestFirst: true, limit: 1 })
  return { journal: head.journal, events: head.position, newestAt: newest?.recordedAt }
}

function reachedAt(path: string, scope: Scope, { environment, now }: RestoreOptions) {
  return orElse(() => watchingAs(scope, environment, now).keeperAt(placeOfFile(path)).read(scope), undefined)
}

/** Compares the current journal with the file's. */
async function compare(
  path: string,
  { journal, events, tools, waitMs }: { journal: Journal; events: number; tools: Tools; waitMs: number },
  options: RestoreOptions,
): Promise<Pick<RestorePlan, 'eventsNow' | 'problemNow' | 'lost' | 'isSameHistory'>> {
  const { scope } = journal
  const reached = reachedAt(path, scope, options)?.newest.position ?? 0
  const gone = Math.max(0, reached - events)
  if (!existsSync(path)) return { lost: gone, problemNow: 'there is none' }
  try {
    const look = await tools.lookAtFile(path, { scope, position: events, checksPages: true, waitMs })
    const at = Math.min(look.position, events)
    const [event] = await journal.read({ after: at - 1, upTo: at, limit: 1 })
    const theirs = look.position < events ? look.newest : look.hash
    const isSameHistory = look.position === 0 || event?.hash === theirs
    const known = Math.max(look.position, reached)
    return {
      eventsNow: look.position,
      lost: isSameHistory ? Math.max(0, known - events) : look.position,
      isSameHistory,
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { lost: gone, problemNow: error.message }
  }
}

async function marksOf(
  journal: Journal,
  { scope, from, now, moved }: { scope: Scope; from: string; now: () => number; moved: number | undefined },
): Promise<Watermark[]> {
  const { position, journal: copy } = await journal.head()
  const [last] = await journal.read({ after: position - 1, upTo: position, limit: 1 })
  const what = moved === undefined ? 'a restore of' : 'what could be read was taken from'
  const since = `${what} ${basename(from)} on ${new Date(now()).toISOString().slice(0, 10)}`
  return [{ scope, journal: copy, position, hash: last!.hash, at: now(), isOnDisk: true, since }]
}

function soleProject(projects: readonly string[], from: string): string {
  if (projects.length === 1) return projects[0]!
  throw otherProject(from, '', projects)
}

function otherProject(from: string, project: string, projects: readonly string[]): UserError {
  const holds = projects.length === 0 ? 'no journal' : `the journal of ${projects.join(', ')}`
  return new UserError(
    'restore-other',
    `${from} holds ${holds}${project === '' ? '' : ` and nothing of this project, ${project}`}.`,
    projects.length === 0
      ? 'Give the file of a backup: mettle backup --out FILE makes one.'
      : 'To make this folder that project, remove .mettle/project.json first.',
  )
}

function missing(from: string, isJournal: boolean): UserError {
  return new UserError(
    'restore-missing',
    `There is no file ${from}.`,
    isJournal
      ? 'Put a backup back: mettle restore FILE. Or begin a new journal: mettle init'
      : 'Give the path of a backup that is there.',
  )
}
