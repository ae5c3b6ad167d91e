import { setTimeout as pause } from 'node:timers/promises'
import { outliveHangups } from './until-signalled.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Does something again and again until the process is told to end. The deed in hand is finished; a second interrupt or request is no longer held back. */
export async function untilSignalled(everyMs: number, deed: () => Promise<void>): Promise<void> {
  const ending = new AbortController()
  const end = () => {
    for (const signal of SIGNALS) process.off(signal, end)
    outliveHangups()
    ending.abort()
  }
  for (const signal of SIGNALS) process.on(signal, end)
  try {
    while (!ending.signal.aborted) {
      await deed()
      await pause(everyMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, end)
  }
}
