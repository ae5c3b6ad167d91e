import { keptCode, partsIn } from '../kept-code.ts'

/** Moments that the build puts into one part with what comes before all of them, by what clients call them. Any part loads what it does not have. */
const WITH_MAIN: { readonly [event: string]: string } = {
  SessionStart: '-session-start',
  UserPromptSubmit: '-prompt',
  BeforeAgent: '-prompt',
  PreToolUse: '-before-tool',
  BeforeTool: '-before-tool',
  PostToolUse: '-after-tool',
  AfterTool: '-after-tool',
  Stop: '-turn-end',
  AfterAgent: '-turn-end',
}

const { load, compiled } = partsIn(__dirname, keptCode(process.env), require)

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
      const { compiledWhole, keepCode } = load('hook-keep-code.cjs') as typeof import('../keep-code.ts')
      keepCode(compiled.map(({ path, source }) => ({ path, code: compiledWhole(source) })))
    }
  } catch {
    // The next hook compiles them again.
  }
  process.exit(0)
}

function answer(): Promise<void> {
  try {
    return (load(`hook-main${WITH_MAIN[event] ?? ''}.cjs`) as typeof import('./main.ts')).answered
  } catch (error) {
    return recover(error)
  }
}

const event = process.argv[process.argv.indexOf('--event') + 1] ?? ''
void answer().catch(recover).then(end)
