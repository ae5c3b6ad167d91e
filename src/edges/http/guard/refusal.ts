import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { UserError } from '../../../domain/user-error.ts'

/** The body of an error answer, the same as under `--json` on the command line. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly hint: string
}

/** The HTTP status for each of the loop's error codes. */
const STATUS: Readonly<Record<string, ContentfulStatusCode>> = {
  'not-found': 404,
  'not-approver': 403,
  'goal-command': 403,
  conflict: 409,
  'version-conflict': 409,
  taken: 409,
  merge: 409,
  deprecated: 409,
  'nothing-to-change': 409,
  'not-shared': 409,
  'not-initialised': 409,
  locked: 503,
  tokens: 503,
  'archive-damaged': 503,
  'archive-missing': 503,
}

/** Makes the error that refuses a call. */
export function refuse(
  status: ContentfulStatusCode,
  failure: Failure,
  headers: Readonly<Record<string, string>> = {},
): HTTPException {
  return new HTTPException(status, { res: problem(status, failure, headers) })
}

/** As RFC 9457 has it; `error` is what earlier versions answered. */
function problem(status: ContentfulStatusCode, error: Failure, headers: Readonly<Record<string, string>> = {}) {
  const { code, message: detail, hint } = error
  const body = {
    type: `urn:mettle:problem:${code}`,
    title: code.replaceAll('-', ' '),
    status,
    detail,
    code,
    hint,
    error,
  }
  return Response.json(body, { status, headers: { ...headers, 'content-type': 'application/problem+json' } })
}

/** Turns an error into an answer. Only errors that the caller can fix are shown; others are our fault, and only reported here. */
export function answerFailure(error: unknown, c: Context, onFault: (error: unknown) => void): Response {
  if (error instanceof HTTPException && error.res !== undefined) return error.getResponse()
  if (error instanceof UserError) {
    const { code, message, hint } = error
    return problem(STATUS[code] ?? (code.startsWith('store-') ? 503 : 400), { code, message, hint })
  }
  if (isGone(error)) return c.body(null, 400)
  onFault(error)
  const fault = {
    code: 'internal',
    message: 'The server could not do this.',
    hint: 'This is a fault in Mettle; the terminal of its server has the details.',
  }
  return problem(500, fault)
}

/** Whether the caller disconnected mid-request: nobody's fault, and nobody gets an answer. */
function isGone(error: unknown): boolean {
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException
  return code === 'ECONNRESET' && message === 'aborted'
}
