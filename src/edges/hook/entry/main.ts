import { writeSync } from 'node:fs'
import type { Client } from '../../../domain/values/session.ts'
import { isBeforeStep } from '../../agents/answers.ts'
import { optionOf, runningMs } from '../process-facts.ts'
import { readPayload } from '../read-payload.ts'
import { answerHook } from './answer-hook.ts'

/** How long to wait for a payload, from process start. Clients wait 30 seconds, or 10 under an earlier version, then take the step; before a step the gate asks well before both. */
const WAIT_MS = { beforeStep: 8_000, else: 25_000 }

/** The bundled hook: reads the client's payload and prints an answer it understands. Errors go to `failSafely`. */
async function main(): Promise<void> {
  const event = optionOf('--event')
  const mayBeStep = event === undefined || isBeforeStep(event)
  const payload = await readPayload(mayBeStep ? WAIT_MS.beforeStep : WAIT_MS.else)
  // Only `doctor` sends this, to check that the command starts this hook and gets this far.
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
