import { existsSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { orElse } from '../domain/sets.ts'
import { namesIn } from './files/tighten-modes.ts'
import type { Workspace } from './files/workspace.ts'

/** The journal's size, and the processes that use it. */
export interface HomeHealth {
  /** Size of the journal on disk with SQLite's files beside it; absent on a server. */
  readonly journalBytes?: number
  readonly begunAt?: number
  readonly workers: readonly WorkingProcess[]
}

/** A running process; known only on Linux. */
export interface WorkingProcess {
  readonly pid: number
  readonly command: string
  readonly startedAt: number
}

export function homeHealth({ home, root }: Pick<Workspace, 'home' | 'root'>, journal: string | undefined): HomeHealth {
  const begunAt = statSync(join(home, 'project.json'), { throwIfNoEntry: false })?.mtimeMs
  const parts = ['', '-wal', '-shm'].map((end) => statSync(`${journal}${end}`, { throwIfNoEntry: false })?.size ?? 0)
  return {
    journalBytes: journal === undefined ? undefined : parts.reduce((sum, size) => sum + size),
    begunAt,
    workers: processes().filter(
      ({ pid, command }) =>
        /\bsession settle\b/.test(command) && linkOf(join(PROC, String(pid), 'cwd')) === realpathSync(root),
    ),
  }
}

/** Linux's process information. */
const PROC = '/proc'

/** The processes that have a file open; undefined if the system does not say. */
export function holdersOf(path: string, proc = PROC): WorkingProcess[] | undefined {
  if (!existsSync(join(proc, 'self', 'fd'))) return undefined
  if (!existsSync(path)) return []
  const place = realpathSync(path)
  return processes(proc).filter(({ pid }) => {
    const open = join(proc, String(pid), 'fd')
    return namesIn(open).some((name) => linkOf(join(open, name))?.startsWith(place))
  })
}

function processes(proc = PROC): WorkingProcess[] {
  return namesIn(proc)
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const command = readFileSync(join(proc, name, 'cmdline'), 'utf8')
          .replaceAll('\0', ' ')
          .trim()
        return [{ pid: Number(name), command, startedAt: statSync(join(proc, name)).ctimeMs }]
      } catch {
        return []
      }
    })
}

function linkOf(path: string): string | undefined {
  return orElse(() => readlinkSync(path), undefined)
}
