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

/** Those that had to be compiled. They are kept for the next hook once the agent has its answer. */
const compiled: { readonly path: string; readonly source: string }[] = []

/** Loads a part of the hook as an earlier one compiled it, or compiles it. Its text is read all the same: V8 compares its length, and may ask for it. */
function load(name: string): object {
  const filename = `${__dirname}/${name}`
  const source = readFileSync(filename, 'latin1')
  const path = kept?.pathOf(name, source)
  const cachedData = path === undefined ? undefined : kept?.read(path)
  const script = new Script(source, { filename, ...(cachedData && { cachedData }) })
  if (path !== undefined && (cachedData === undefined || script.cachedDataRejected)) keepLater(path, source)
  const module = { exports: {} }
  const part = script.runInThisContext() as Part
  part(requirePart, module, module.exports, __dirname)
  return module.exports
}

function requirePart(name: string): unknown {
  return name.startsWith('./') ? load(name.slice(2)) : require(name)
}

function keepLater(path: string, source: string): void {
  if (compiled.length === 0) process.once('beforeExit', keepAll)
  compiled.push({ path, source })
}

function keepAll(): void {
  const { keepCode } = load('hook-keep-code.cjs') as typeof import('./keep-code.ts')
  for (const { path, source } of compiled) keepCode(path, source)
}

load('hook-main.cjs')
