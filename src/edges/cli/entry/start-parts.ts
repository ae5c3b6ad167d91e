import { readdirSync } from 'node:fs'
import { constants } from 'node:vm'
import { DAY_MS } from '../../../domain/numbers.ts'
import { keptCode, partsIn } from '../../hook/kept-code.ts'

/** What may be the first word of a command. Each has compiled code of its own: V8 takes back all that a file holds. */
const COMMAND = /^[a-z-]{2,20}$/

/** In the place of `start.ts` where the command line is built: that is a part, as are those that it needs, next to this file. */
export async function start(version: string): Promise<void> {
  const [word = '', ...more] = process.argv.slice(2)
  // Agents wait for a hook at every step: it starts in a third of the time that the command line takes.
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

/** As clients call it, and nothing that the help or another place is asked for. */
function isCallOfClient(words: readonly string[]): boolean {
  return words.every((word, i) => (i % 2 === 0) === (word === '--client' || word === '--event'))
}

/** Modules of Node as they are: `require` would also make them ready to be imported. */
function outside(name: string): unknown {
  return process.getBuiltinModule(name) ?? module.require(name)
}

/** Loads all parts. One that needs a package which was left out is of no use to this process. */
function holdParts(load: (name: string) => object): void {
  for (const name of readdirSync(__dirname)) {
    try {
      if (name.endsWith('.cjs')) load(name)
    } catch {}
  }
}
