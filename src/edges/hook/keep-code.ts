import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { makePrivateFolder, PRIVATE_FILE } from '../../machine/files/private-files.ts'

/** Cache files older than this are deleted; one that is still in use is soon written again. */
const KEPT_MS = 30 * 86_400_000

/** Caches compiled parts for later processes, which compile them themselves if this fails. */
export function keepCode(parts: readonly { readonly path: string; readonly code: Buffer }[]): void {
  try {
    for (const { path, code } of parts) {
      makePrivateFolder(dirname(path))
      writeFileSync(`${path}.${process.pid}`, code, { mode: PRIVATE_FILE, flag: 'wx' })
      renameSync(`${path}.${process.pid}`, path)
    }
    if (parts[0] !== undefined) forgetOld(dirname(parts[0].path))
  } catch {
    // A partial file is removed with the old ones.
  }
}

/** Compiles all functions, also those that this hook did not call. V8 accepts a code cache only under the flags it was created with, so the flag is reset before the cache is created. */
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
