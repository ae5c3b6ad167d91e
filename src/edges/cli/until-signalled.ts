import { readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { UserError } from '../../domain/user-error.ts'
import type { CommandContext } from './context.ts'
import { isTerminalClosed } from './process-environment.ts'

/** Tells when the process is to end: by an interrupt, a request, or with the terminal in which it began. A hangup whose terminal is still there, or that never had one, asks for the settings to be read again. A second interrupt or request while it ends is no longer held back. `off` leaves signals to whoever else listens. */
export function endSignal(context: CommandContext) {
  return listen((end) => (isTerminalClosed() ? end() : void reload(context)))
}

function listen(onHangUp: (end: () => void) => void) {
  const ending = new AbortController()
  const end = () => {
    off()
    outliveHangups()
    ending.abort()
  }
  const hangUp = () => onHangUp(end)
  const off = () => process.off('SIGINT', end).off('SIGTERM', end).off('SIGHUP', hangUp)
  process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', hangUp)
  return { ending: ending.signal, off }
}

/** A terminal that closes hangs up more than once, itself and through its shell: after the first, what ends is left to end. */
export function outliveHangups(): void {
  if (!process.listeners('SIGHUP').includes(ignore)) process.on('SIGHUP', ignore)
}

function ignore(): void {}

/** Settings that cannot be used are told, and the old ones stay. */
async function reload(context: CommandContext): Promise<void> {
  try {
    const mettle = await context.openMettle()
    const { changed, rebuildDue } = await mettle.reload()
    const what = changed.length === 0 ? 'nothing changed' : changed.join(', ')
    context.note(`Read the settings again: ${what}.${rebuildDue ? ' Computing everything again.' : ''}`)
    if (rebuildDue) await mettle.keepUp()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    context.note(`The settings stay as they were: ${error.message}`)
  }
}

/** Does something again and again until the process is told to end. The action in hand is finished; a second interrupt or request is no longer held back. */
export async function untilSignalled(everyMs: number, action: () => Promise<void>): Promise<void> {
  const { ending: signal, off } = listen((end) => end())
  try {
    while (!signal.aborted) {
      await action()
      await pause(everyMs, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    off()
  }
}

const SETTLED_MS = 200
const READABLE = /\.(json|md|markdown|txt)$/i

/** Calls back once for every readable file of a folder: those that are there, and those that come or change, after they have been left alone for a moment. Ends when the signal says so. Files are handled one after the other. */
export async function watchFolder(
  folder: string,
  signal: AbortSignal,
  take: (path: string) => Promise<void>,
): Promise<void> {
  const taken = new Map<string, number>()
  const scan = async () => {
    for (const name of readdirSync(folder)
      .filter((entry) => READABLE.test(entry))
      .sort()) {
      const path = join(folder, name)
      const stat = statSync(path, { throwIfNoEntry: false })
      if (stat === undefined || !stat.isFile() || taken.get(path) === stat.mtimeMs) continue
      taken.set(path, stat.mtimeMs)
      await take(path)
    }
  }
  await scan()
  await new Promise<void>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    let working = Promise.resolve()
    const watcher = watch(folder, () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        working = working.then(scan).catch(end)
      }, SETTLED_MS)
    })
    const end = (error?: unknown) => {
      clearTimeout(timer)
      watcher.close()
      working.then(() => (error instanceof Error ? reject(error) : resolve()))
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', () => end(), { once: true })
  })
}
