import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { makePrivateFolder, PRIVATE_FILE } from '../../machine/files/private-files.ts'

/** What no hook of today reads any more is taken away by then; what one still reads is soon kept again. */
const KEPT_MS = 30 * 86_400_000

/** Keeps a part as it is compiled, for the hooks to come. Where that fails they compile it themselves. */
export function keepCode(path: string, source: string): void {
  const folder = dirname(path)
  const beside = `${path}.${process.pid}`
  try {
    makePrivateFolder(folder)
    writeFileSync(beside, compiledWhole(source), { mode: PRIVATE_FILE, flag: 'wx' })
    renameSync(beside, path)
    forgetOld(folder)
  } catch {
    rmSync(beside, { force: true })
  }
}

/** With all its functions, also those that this hook did not call. V8 takes code back only under the options it was written down with, so those are as ever by then. */
function compiledWhole(source: string): Buffer {
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
