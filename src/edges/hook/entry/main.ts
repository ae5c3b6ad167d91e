import { writeSync } from 'node:fs'
import type { Client } from '../../../domain/values/session.ts'
import { isBeforeStep } from '../../agents/answers.ts'
import { optionOf, runningMs } from '../process-facts.ts'
import { readPayload } from '../read-payload.ts'
import { answerHook } from './answer-hook.ts'

/** How long a payload is waited for, from the start of the process. Clients wait 30 seconds, or 10 under an earlier version, and then take the step: before a step the gate asks before either is over. */
const WAIT_MS = { beforeStep: 8_000, else: 25_000 }

/** The bundled hook: reads what the client sends and prints what it honours. What goes wrong is for `failSafely`. */
async function main(): Promise<void> {
  const event = optionOf('--event')
  const mayBeStep = event === undefined || isBeforeStep(event)
  const payload = await readPayload(mayBeStep ? WAIT_MS.beforeStep : WAIT_MS.else)
  // Only doctor sends this: what it started has to be the hook itself, and has to get this far.
  const { mettleProbe } = payload as { readonly mettleProbe?: unknown }
  if (typeof mettleProbe === 'string') {
    writeSync(1, mettleProbe)
    return
  }
  const output = await answerHook({
    payload,
    client: (optionOf('--client') ?? 'auto') as Client | 'auto',
    event,
    environment: process.env,
    now: Date.now(),
    startedAt: runningMs(),
  })
  if (output !== '') writeSync(1, output)
}

/** Fulfilled once the client has its answer. */
export const answered = main()
