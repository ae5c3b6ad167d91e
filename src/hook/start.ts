import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { keptCode } from './kept-code.ts'

/** A part as the build writes it: what Node would make of a module. */
type Part = (
  require: (name: string) => unknown,
  module: { exports: object },
  exports: object,
  folder: string,
) => void

const kept = keptCode(process.env)

/** Those that had to be compiled. */
const compiled: { readonly path: string; readonly source: string }[] = []

/** Loads a part of the hook as an earlier one compiled it, or compiles it. Its text is read all the same: V8 compares its length, and may ask for it. */
function load(name: string): object {
  const filename = `${__dirname}/${name}`
  const source = readFileSync(filename, 'utf8')
  const path = kept?.pathOf(name, source)
  const cachedData = path === undefined ? undefined : kept?.read(path)
  const script = new Script(source, { filename, ...(cachedData && { cachedData }) })
  if (path !== undefined && (cachedData === undefined || script.cachedDataRejected))
    compiled.push({ path, source })
  const module = { exports: {} }
  const part = script.runInThisContext() as Part
  part(requirePart, module, module.exports, __dirname)
  return module.exports
}

function requirePart(name: string): unknown {
  return name.startsWith('./') ? load(name.slice(2)) : require(name)
}

/** The agent has its answer: what had to be compiled is kept for the next hook. Leaving at once spares Node taking itself apart. */
function end(): void {
  if (compiled.length > 0) {
    const { keepCode } = load('hook-keep-code.cjs') as typeof import('./keep-code.ts')
    for (const { path, source } of compiled) keepCode(path, source)
  }
  process.exit(0)
}

void (load('hook-main.cjs') as typeof import('./main.ts')).answered.then(end)
