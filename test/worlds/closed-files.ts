import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Lets go of every journal that this process has closed. The SQLite of Node 20 keeps a file open until its statements are collected, and a log that was
 * deleted is then still held by somebody.
 */
export async function closedFiles(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round++) {
    collect()
    await setImmediate()
  }
}
