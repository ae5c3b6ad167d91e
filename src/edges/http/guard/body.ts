import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { refuse } from '../refusal.ts'

/** The largest body that is read. */
export const MOST_BYTES = 1_048_576

/** A form of another page can send text, but not JSON; so that what changes something must say that it is JSON. */
export const onlyJson: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (c.req.method === 'GET' || c.req.method === 'HEAD' || type === 'application/json') return next()
  throw refuse(415, {
    code: 'content-type',
    message: `A body of type '${type ?? 'none'}' is not taken.`,
    hint: 'Send JSON, with "content-type: application/json".',
  })
}

export const onlySmallBodies: MiddlewareHandler = bodyLimit({
  maxSize: MOST_BYTES,
  onError: () => {
    throw refuse(413, {
      code: 'too-large',
      message: `The body is larger than ${MOST_BYTES.toLocaleString('en')} bytes.`,
      hint: 'Send less at once.',
    })
  },
})
