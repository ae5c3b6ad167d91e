import { readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'

const SETTLED_MS = 200
const READABLE = /\.(json|md|markdown|txt)$/i

/**
 * Calls back once for every readable file of a folder: those that are there, and those that come or change, after they have
 * been left alone for a moment. Ends when the signal says so. Files are handled one after the other.
 */
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
