import { Socket } from 'node:net'
import { runningMs } from './process-facts.ts'
import type { PayloadParts } from './read-payload.ts'

/** Reads stdin if it is a socket, because only a stream can time out on one. */
export async function readSocket(payload: PayloadParts, waitMs: number, late: string): Promise<unknown> {
  const socket = new Socket({ fd: 0, readable: true, writable: false })
  // On a busy machine the timeout may fire before an arrived payload was read; it is read before the next `setImmediate`.
  const giveUp = () => setImmediate(() => socket.destroy(new Error(late)))
  const timer = setTimeout(giveUp, Math.max(0, waitMs - runningMs()))
  try {
    for await (const piece of socket) {
      const whole = payload.add(piece as Buffer)
      if (whole !== undefined) return whole
    }
    return payload.end()
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}
