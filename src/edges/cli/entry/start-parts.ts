import { readdirSync } from 'node:fs'
import { constants } from 'node:vm'
import { DAY_MS } from '../../../domain/numbers.ts'
import { keptCode, partsIn } from '../../hook/kept-code.ts'

/** A valid first word of a command. Each first word has its own code cache, because V8 loads all the code in a cache file. */
const COMMAND = /^[a-z-]{2,20}$/

/** Replaces `start.ts` in the built command line, where `start.ts` and its dependencies are separate part files next to this one. */
export async function start(version: string): Promise<void> {
  const [word = '', ...more] = process.argv.slice(2)
  // Agents wait for a hook at every step; this path starts in a third of the command line's time.
  if (word === 'hook' && isCallOfClient(more)) return void module.require('../hook/hook.cjs')
  // Its rules are hundreds of long expressions, each used once or twice: V8 would first translate them for its interpreter, which takes three times as long. Set before anything is loaded, for compiled code is taken back under the same options alone.
  if (word === 'learn') (outside('node:v8') as typeof import('node:v8')).setFlagsFromString('--no-regexp-tier-up')
  const kept = keptCode(process.env, 'cli')
  const own = kept && { ...kept, host: `${kept.host}-${COMMAND.test(word) ? word : ''}`, renewMs: DAY_MS }
  const { USE_MAIN_CONTEXT_DEFAULT_LOADER: importModuleDynamically } = constants
  const { load, compiled } = partsIn(__dirname, own, outside, { importModuleDynamically })
  Object.assign(globalThis, { holdMettle: () => holdParts(load) })
  await (load('start.cjs') as typeof import('./start.ts')).start(version)
  if (compiled.length === 0 || process.exitCode) return
  const { keepCode } = load('keep-code.cjs') as typeof import('../../hook/keep-code.ts')
  keepCode(compiled.map(({ path, script }) => ({ path, code: script.createCachedData() })))
}

/** Whether a client's arguments follow, rather than `--help` or anything else. */
function isCallOfClient(words: readonly string[]): boolean {
  return words.every((word, i) => (i % 2 === 0) === (word === '--client' || word === '--event'))
}

/** Modules of Node as they are: `require` would also make them ready to be imported. */
function outside(name: string): unknown {
  return process.getBuiltinModule(name) ?? module.require(name)
}

/** Loads all parts. A part whose package was not installed fails to load, and this process does not need it. */
function holdParts(load: (name: string) => object): void {
  for (const name of readdirSync(__dirname)) {
    try {
      if (name.endsWith('.cjs')) load(name)
    } catch {}
  }
}
