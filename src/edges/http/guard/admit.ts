import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { PROJECT_ID } from '../../../domain/scope.ts'
import { type Grant, isSecretShaped, reaches, usualProject } from '../access/tickets.ts'
import type { Env, ServerContext } from '../server-context.ts'
import { refuse } from './refusal.ts'
import { isFromOwnPage } from './request-guard.ts'

/** The header in which a call names one of several projects. */
export const PROJECT_HEADER = 'mettle-project'

/** The cookie's name, with the port: cookies ignore ports, so servers on one machine need different names. */
export function cookieName(c: Context): string {
  const port = c.req.header('host')?.split(':').at(-1) ?? ''
  return `mettle_login_${/^\d+$/.test(port) ? port : 'default'}`
}

/** Admits callers with a token or login, from an allowed origin, within their rate limit, into their own project. */
export function admit(context: ServerContext): MiddlewareHandler<Env> {
  return createMiddleware<Env>(async (c, next) => {
    const { grant, byCookie, isHeld } = await identify(context, c)
    checkOrigin(context, c, byCookie)
    const seconds = context.calls.take(grant.token ?? 'own')
    if (seconds > 0) throw tooMany('This token calls too often.', seconds)
    const own = context.mettle.scope.project
    const project = c.req.header(PROJECT_HEADER) ?? usualProject(grant, own)
    if (project !== own && !PROJECT_ID.test(project)) throw noProject(project)
    if (!reaches(grant, project)) throw otherProject(project)
    c.set('grant', grant)
    c.set('isHeld', isHeld)
    c.set('byCookie', byCookie)
    c.set('project', project)
    // A token that may decide was made for a person; one that only records, for a program.
    const speaker = grant.role === 'approve' ? 'person' : 'pipeline'
    c.set('loop', context.mettle.as({ actor: grant.name, project, speaker }))
    await next()
  })
}

async function identify(
  context: ServerContext,
  c: Context<Env>,
): Promise<{ readonly grant: Grant; readonly byCookie: boolean; isHeld(): Promise<boolean> }> {
  const { access } = context
  const bearer = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const cookie = getCookie(c, cookieName(c))
  if (bearer === undefined && cookie === undefined) throw unknownCaller()
  const lookUp = () => (bearer === undefined ? access.byLogin(cookie!) : access.byToken(bearer))
  const grant = await lookUp().catch((error) => {
    throw tokensUnavailable(context, error)
  })
  if (grant === undefined) throw isLapsed(bearer, cookie) ? unknownCaller() : failedLogin(context, c)
  return { grant, byCookie: bearer === undefined, isHeld: async () => (await lookUp()) !== undefined }
}

/** Whether a cookie looks like an expired login, for example from before a restart. Every open tab sends it, and nobody guesses 256 bits, so it does not count as a failed attempt. */
function isLapsed(bearer: string | undefined, cookie: string | undefined): boolean {
  return bearer === undefined && cookie !== undefined && isSecretShaped(cookie)
}

/** Hides from unauthenticated callers where tokens are stored and what is wrong there. */
export function tokensUnavailable({ onFault }: ServerContext, error: unknown): Error {
  onFault(error)
  return refuse(503, {
    code: 'unavailable',
    message: 'The server cannot look up tokens at the moment.',
    hint: 'Try again. The terminal of the server shows the reason.',
  })
}

/** Counts a wrong token or code against the caller's address. Callers with a valid token are never locked out because others guess. */
export function failedLogin(context: ServerContext, c: Context<Env>): Error {
  const seconds = context.failedLogins.take(c.env?.incoming?.socket?.remoteAddress ?? 'unknown')
  return seconds > 0 ? tooMany('Too many wrong tokens from there.', seconds) : unknownCaller()
}

export function checkOrigin({ hosts }: ServerContext, c: Context, byCookie: boolean): void {
  const told = { origin: c.req.header('origin'), site: c.req.header('sec-fetch-site') }
  const changes = c.req.method !== 'GET' && c.req.method !== 'HEAD'
  if (isFromOwnPage(told, hosts(), byCookie && changes)) return
  throw refuse(403, {
    code: 'origin',
    message: 'The call comes from a page of another origin.',
    hint: 'Call from the dashboard, or from a program with a token.',
  })
}

function unknownCaller(): Error {
  return refuse(
    401,
    {
      code: 'unauthorised',
      message: 'There is no valid token or login with this call.',
      hint: 'Send "authorization: Bearer …", or log in: mettle dashboard',
    },
    { 'www-authenticate': 'Bearer' },
  )
}

function tooMany(message: string, seconds: number): Error {
  const hint = `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
  return refuse(429, { code: 'too-many', message, hint }, { 'retry-after': String(seconds) })
}

function noProject(project: string): Error {
  return refuse(400, {
    code: 'input',
    message: `${PROJECT_HEADER}: '${project.slice(0, 200)}' is no id of a project.`,
    hint: 'mettle status shows the id of a project.',
  })
}

function otherProject(project: string): Error {
  return refuse(403, {
    code: 'project',
    message: `The token is not for the project '${project.slice(0, 200)}'.`,
    hint: 'GET /v1/login says what it is for.',
  })
}
