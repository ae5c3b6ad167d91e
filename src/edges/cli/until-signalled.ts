import { readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { UserError } from '../../domain/user-error.ts'
import type { CommandContext } from './context.ts'
import { isTerminalClosed } from './process-environment.ts'

/** Signals when to end: on SIGINT, SIGTERM, or when the terminal closes. A SIGHUP with the terminal still there, or without one, reloads the settings. A second SIGINT or SIGTERM during shutdown is not held back. `off` stops listening. */
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

/** A closing terminal sends SIGHUP more than once, itself and through its shell. After the first one, further ones are ignored, so that shutdown can finish. */
export function outliveHangups(): void {
  if (!process.listeners('SIGHUP').includes(ignore)) process.on('SIGHUP', ignore)
}

function ignore(): void {}

/** Reports invalid settings and keeps the old ones. */
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

/** Repeats an action until the process gets a signal to end. The current action is finished; a second interrupt or request is not held back. */
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

/** Calls back once for every readable file of a folder, existing, new or changed, after it has been left alone for a moment, one at a time. Ends on the signal. */
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
