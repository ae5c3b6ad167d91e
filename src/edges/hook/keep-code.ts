import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { makePrivateFolder, PRIVATE_FILE } from '../../machine/files/private-files.ts'

/** What no process of today reads any more is taken away by then; what one still reads is soon kept again. */
const KEPT_MS = 30 * 86_400_000

/** Keeps parts as they are compiled, for the processes to come. Where that fails they compile them themselves. */
export function keepCode(parts: readonly { readonly path: string; readonly code: Buffer }[]): void {
  try {
    for (const { path, code } of parts) {
      makePrivateFolder(dirname(path))
      writeFileSync(`${path}.${process.pid}`, code, { mode: PRIVATE_FILE, flag: 'wx' })
      renameSync(`${path}.${process.pid}`, path)
    }
    if (parts[0] !== undefined) forgetOld(dirname(parts[0].path))
  } catch {
    // Half a file is forgotten with the old ones.
  }
}

/** With all its functions, also those that this hook did not call. V8 takes code back only under the options it was written down with, so those are as ever by then. */
export function compiledWhole(source: string): Buffer {
  setFlagsFromString('--no-lazy')
  const script = new Script(source)
  setFlagsFromString('--lazy')
  return script.createCachedData()
}

function forgetOld(folder: string): void {
  const now = Date.now()
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (now - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { force: true })
  }
}
