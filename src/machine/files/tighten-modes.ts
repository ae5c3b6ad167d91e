import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats,
} from 'node:fs'
import { basename, join } from 'node:path'
import { orElse } from '../../domain/sets.ts'
import { writeFileAtomically } from './atomic-write.ts'
import type { Workspace } from './workspace.ts'

/** A file or folder that others on the machine could reach. */
export interface WideFile {
  readonly path: string
  /** The mode it had, in octal: `644`. */
  readonly mode: string
  /** Why it could not be changed; absent if it is private now. */
  readonly problem?: string
}

/** The last tightening, for `mettle doctor` to report after other commands did it. */
export interface Tightened {
  readonly at: number
  readonly files: readonly WideFile[]
}

const OTHERS = 0o077
const NOTE = 'tightened.json'
const OWN_STATE = 'agents.json clients failures gates seal-key.pem seals servers tokens trust.json watermarks'.split(
  ' ',
)
const JOURNAL = ['journal.db', 'journal.db-wal', 'journal.db-shm']

/** Removes other users' access to files that an earlier version or a copy left open. Opening a journal checks its folders first; only if one is open is everything checked. */
export function tightenOnOpen(workspace: Workspace, state: string, now: number): void {
  const { home, hooks } = workspace
  const looked = [home, hooks, ...ownState(state), ...JOURNAL.map((name) => join(home, name))]
  if (looked.some((path) => isWide(statOf(path)))) tightenModes(workspace, state, now)
}

/** Tightens all that Mettle keeps for a project, and returns what was wide. */
export function tightenModes({ home, hooks }: Workspace, state: string, now: number): WideFile[] {
  const roots = new Set([home, hooks, ...ownState(state)])
  const wide = [...roots].flatMap((root) => wideIn(root)).map((file) => tightened(file))
  const done = wide.filter(({ problem }) => problem === undefined)
  if (done.length > 0) keepNote(home, { at: now, files: done })
  return wide
}

/** Mettle's own files in the state folder; also the folder itself, unless METTLE_HOME may name somebody else's. */
function ownState(state: string): string[] {
  const paths = OWN_STATE.map((name) => join(state, name))
  return basename(state) === 'mettle' ? [state, ...paths] : paths
}

/** The last tightening by opening or `doctor`. */
export function lastTightened({ home }: Workspace): Tightened | undefined {
  const note: Partial<Tightened> = orElse(() => JSON.parse(readFileSync(join(home, NOTE), 'utf8')), {})
  return typeof note.at === 'number' && Array.isArray(note.files) ? (note as Tightened) : undefined
}

/** The journal if others can still open it: one in a configured place is left as it is. */
export function wideJournal(path: string | undefined): WideFile | undefined {
  const stat = path === undefined ? undefined : statOf(path)
  return path !== undefined && isWide(stat) ? { path, mode: modeOf(stat!) } : undefined
}

function wideIn(path: string): { path: string; stat: Stats }[] {
  const stat = statOf(path)
  if (stat === undefined || !(stat.isFile() || stat.isDirectory())) return []
  const below = stat.isDirectory() ? namesIn(path).flatMap((name) => wideIn(join(path, name))) : []
  return isWide(stat) ? [{ path, stat }, ...below] : below
}

/** Changes the mode by file handle, so that a link put in its place meanwhile has no effect. */
function tightened({ path, stat }: { path: string; stat: Stats }): WideFile {
  const mode = modeOf(stat)
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    try {
      fchmodSync(file, fstatSync(file).mode & 0o700)
    } finally {
      closeSync(file)
    }
    return { path, mode }
  } catch (error) {
    return { path, mode, problem: (error as NodeJS.ErrnoException).code ?? String(error) }
  }
}

function isWide(stat: Stats | undefined): boolean {
  return process.platform !== 'win32' && stat !== undefined && !stat.isSymbolicLink() && (stat.mode & OTHERS) !== 0
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8)
}

function keepNote(home: string, note: Tightened): void {
  try {
    writeFileAtomically(join(home, NOTE), `${JSON.stringify(note, null, 2)}\n`)
  } catch {
    // A folder that cannot be written to keeps no note; `doctor` still reports what it tightens itself.
  }
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}

export function namesIn(folder: string): string[] {
  return orElse(() => readdirSync(folder), [])
}
