import { writeSync } from 'node:fs'
import type { Client } from '../agents/hook-call.ts'
import { answerHook } from './answer-hook.ts'
import { readPayload } from './read-payload.ts'

/** What a client waits for its hook before anything is known of the project's own settings. */
const DEADLINE_MS = 300

/** The bundled hook: reads what the client sends, prints what it honours, and ends with 0 whatever happens. */
async function main(): Promise<void> {
  const environment = process.env
  try {
    const output = await answerHook({
      payload: await readPayload(Number(environment.METTLE_HOOK_DEADLINE_MS) || DEADLINE_MS),
      client: (optionOf('--client') ?? 'auto') as Client | 'auto',
      event: optionOf('--event'),
      environment,
      now: Date.now(),
      startedAt: 0,
    })
    if (output !== '') writeSync(1, output)
  } catch (error) {
    const { countFailure } = await import('./count-failure.ts')
    await countFailure(error, environment)
  }
}

function optionOf(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at === -1 ? undefined : process.argv[at + 1]
}

/** Fulfilled once the client has what it is told; it never fails. */
export const answered = main()
