import { writeSync } from 'node:fs'
import type { Client } from '../agents/hook-call.ts'
import { answerHook } from './answer-hook.ts'
import { countFailure } from './count-failure.ts'
import { readPayload } from './read-payload.ts'

/** What a client waits for its hook before anything is known of the project's own settings. */
const DEADLINE_MS = 300

/** The bundled hook: reads what the client sends, prints what it honours, and ends with 0 whatever happens. */
async function main(): Promise<void> {
  const environment = process.env
  try {
    const text = await readPayload(Number(environment.METTLE_HOOK_DEADLINE_MS) || DEADLINE_MS)
    const output = await answerHook({
      text,
      client: (optionOf('--client') ?? 'auto') as Client | 'auto',
      event: optionOf('--event'),
      environment,
      now: Date.now(),
    })
    if (output !== '') writeSync(1, output)
  } catch (error) {
    await countFailure(error, environment)
    endNow()
  }
}

function optionOf(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at === -1 ? undefined : process.argv[at + 1]
}

/** A read that waits for a client which says nothing keeps a process from ending in any other way. */
function endNow(): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100).unref()
  process.exitCode = 0
}

void main()
