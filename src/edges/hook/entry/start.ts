import { keptCode, partsIn } from '../kept-code.ts'

/** Events whose handler the build bundles with the main part, by the clients' names. A part without the handler loads it. */
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

/** Handles a failure, including a part that cannot be loaded. If even this part cannot be loaded, the client sees the error. */
function recover(error: unknown): Promise<void> {
  const { failSafely } = load('hook-fail-safely.cjs') as typeof import('../fail-safely.ts')
  return failSafely(error)
}

/** The agent has its answer, so cache newly compiled code for the next hook. Exiting immediately skips Node's own teardown. */
function end(): void {
  try {
    if (compiled.length > 0) {
      // Loading this part may itself add to `compiled`, once.
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
