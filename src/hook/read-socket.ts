import { Socket } from 'node:net'
import { PayloadParts } from './read-payload.ts'
import { runningMs } from './running-ms.ts'

/** What comes on stdin where that is a socket: only a stream can give up waiting for one. */
export async function readSocket(deadlineMs: number): Promise<unknown> {
  const payload = new PayloadParts()
  const socket = new Socket({ fd: 0, readable: true, writable: false })
  const late = setTimeout(
    () => socket.destroy(new Error(`no whole payload within ${deadlineMs} ms`)),
    Math.max(0, deadlineMs - runningMs()),
  )
  try {
    for await (const piece of socket) {
      const whole = payload.add(piece as Buffer)
      if (whole !== undefined) return whole
    }
    return payload.end()
  } finally {
    clearTimeout(late)
    socket.destroy()
  }
}
