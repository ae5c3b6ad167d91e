import { randomUUID } from 'node:crypto'
import { linkSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { HOUR_MS } from '../../domain/numbers.ts'
import { UserError } from '../../domain/user-error.ts'
import { PRIVATE_FILE } from './private-files.ts'
import { readableText } from './regular-file.ts'

export interface LockOptions {
  /** Hours after which a lock from another machine counts as abandoned. */
  readonly staleHours: number
  readonly waitMs: number
  readonly now: () => number
}

const PAUSE_MS = 25

/** Runs an action exclusively in a folder. The lock is a file that only one process can create; it records its owner and time in the form `run_id=…|pid=…|started=…|host=…`. */
export async function withLock<T>(path: string, options: LockOptions, action: () => T): Promise<T> {
  const started = new Date(options.now()).toISOString()
  const mine = `run_id=${randomUUID()}|pid=${process.pid}|started=${started}|host=${hostname()}\n`
  await take(path, mine, options)
  removeLeft(path, options)
  try {
    return action()
  } finally {
    // A process so slow that it was taken for dead must not remove the next one's lock.
    if (readableText(path) === mine) rmSync(path, { force: true })
  }
}

async function take(path: string, mine: string, options: LockOptions): Promise<void> {
  for (let waitedMs = 0; !make(path, mine); waitedMs += PAUSE_MS) {
    if (takenAway(path, options)) continue
    if (waitedMs >= options.waitMs) {
      const holder = readableText(path)?.trim().slice(0, 200) ?? 'someone'
      const next = 'Try again when it is done; if it has died, remove the file.'
      throw new UserError('locked', `Another process holds ${path} (${holder}).`, next)
    }
    await wait(PAUSE_MS)
  }
}

function make(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { mode: PRIVATE_FILE, flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves a stale lock away; if it was replaced meanwhile, puts it back. */
function takenAway(path: string, options: LockOptions): boolean {
  const text = readableText(path)
  if (text === undefined || !isStale(path, text, options)) return false
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
    if (readableText(aside) !== text) linkSync(aside, path)
    return true
  } catch {
    return false
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Removes stale locks that a killed process had moved away. */
function removeLeft(path: string, options: LockOptions): void {
  const left = readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}.`))
  for (const aside of left.map((name) => join(dirname(path), name)))
    if (isStale(aside, readableText(aside) ?? '', options)) rmSync(aside, { force: true })
}

/** Whether its local process has died, or its time is too far from now, in either direction: the clock may have been set back. */
function isStale(path: string, text: string, { staleHours, now }: LockOptions): boolean {
  const [, pid, host] = /\bpid=(\d+)\|.*\bhost=(.*)\n/.exec(text) ?? []
  if (host === hostname() && !isAlive(Number(pid))) return true
  // A torn lock has no time, but its file does.
  const said = Date.parse(/\bstarted=(\S+)/.exec(text)?.[1] ?? '')
  const started = Number.isNaN(said) ? (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) : said
  return Math.abs(now() - started) >= staleHours * HOUR_MS
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
