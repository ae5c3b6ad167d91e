import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { keptCode, readKept } from '../kept-code.ts'

/** A part as the build writes it: what Node would make of a module. */
type Part = (require: (name: string) => unknown, module: { exports: object }, exports: object, folder: string) => void

/** Moments that the build puts into one part with what comes before all of them, by what clients call them. Any part loads what it does not have. */
const WITH_MAIN = new Map([
  ['SessionStart', '-session-start'],
  ['UserPromptSubmit', '-prompt'],
  ['BeforeAgent', '-prompt'],
  ['PreToolUse', '-before-tool'],
  ['BeforeTool', '-before-tool'],
  ['PostToolUse', '-after-tool'],
  ['AfterTool', '-after-tool'],
  ['Stop', '-turn-end'],
  ['AfterAgent', '-turn-end'],
])

/** Where the digest stands that the build writes before each part: after `//`. */
const [DIGEST_AT, DIGEST_END] = [2, 18]

const kept = keptCode(process.env)

/** Those that had to be compiled. */
const compiled: { readonly path: string; readonly source: string }[] = []

/** Loads a part of the hook as an earlier one compiled it, or compiles it. Its text is read all the same: V8 compares its length, and may ask for it. */
function load(name: string): object {
  const filename = `${__dirname}/${name}`
  const source = readFileSync(filename, 'utf8')
  const digest = source.slice(DIGEST_AT, DIGEST_END)
  const path = kept === undefined ? undefined : `${kept.folder}/${name}-${digest}-${kept.host}`
  const cachedData = path === undefined ? undefined : readKept(path)
  const script = new Script(source, { filename, ...(cachedData && { cachedData }) })
  if (path !== undefined && (cachedData === undefined || script.cachedDataRejected)) compiled.push({ path, source })
  const module = { exports: {} }
  const part = script.runInThisContext() as Part
  part(requirePart, module, module.exports, __dirname)
  return module.exports
}

/** What several parts ask for is loaded once. */
const loaded = new Map<string, object>()

function requirePart(name: string): unknown {
  if (!name.startsWith('./')) return require(name)
  const part = loaded.get(name) ?? load(name.slice(2))
  loaded.set(name, part)
  return part
}

/** What is left to do when something failed, parts of the hook that cannot be loaded included. Where even this part cannot be, whoever started the hook hears of it. */
function recover(error: unknown): Promise<void> {
  const { failSafely } = load('hook-fail-safely.cjs') as typeof import('../fail-safely.ts')
  return failSafely(error)
}

/** The agent has its answer: what had to be compiled is kept for the next hook. Leaving immediately spares Node taking itself apart. */
function end(): void {
  try {
    if (compiled.length > 0) {
      // Loading it may add it to them, once.
      const { keepCode } = load('hook-keep-code.cjs') as typeof import('../keep-code.ts')
      for (const { path, source } of compiled) keepCode(path, source)
    }
  } catch {
    // The next hook compiles them again.
  }
  process.exit(0)
}

function answer(): Promise<void> {
  try {
    return (load(`hook-main${WITH_MAIN.get(event) ?? ''}.cjs`) as typeof import('./main.ts')).answered
  } catch (error) {
    return recover(error)
  }
}

const event = process.argv[process.argv.indexOf('--event') + 1] ?? ''
void answer().catch(recover).then(end)
