import { afterEach, describe, expect, it } from 'vitest'
import type { CommandContext } from './context.ts'
import { endSignal, untilSignalled } from './until-signalled.ts'

/** What is told to end asks nothing of its surroundings. */
const CONTEXT = {} as CommandContext

describe('what runs until it is told', () => {
  afterEach(() => void process.removeAllListeners('SIGHUP'))

  it.each(['SIGINT', 'SIGTERM'] as const)('ends at %s, and leaves the next to whoever listens', (signal) => {
    const given = endSignal(CONTEXT)
    const others = process.listenerCount(signal) - 1
    process.emit(signal)
    expect(given.ending.aborted).toBe(true)
    expect(process.listenerCount(signal)).toBe(others)
  })

  it('is not cut off while it ends by a terminal that hangs up again', () => {
    const given = endSignal(CONTEXT)
    process.emit('SIGTERM')
    given.off()
    expect(process.listenerCount('SIGHUP')).toBe(1)
    endSignal(CONTEXT).off()
    expect(process.listenerCount('SIGHUP')).toBe(1)
  })

  it('finishes the action in hand though the terminal hangs up twice', async () => {
    let finished = false
    await untilSignalled(60_000, async () => {
      process.emit('SIGHUP')
      await new Promise(setImmediate)
      expect(process.emit('SIGHUP')).toBe(true)
      finished = true
    })
    expect(finished).toBe(true)
  })
})
