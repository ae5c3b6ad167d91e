import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'
import type { Grant } from './access/tickets.ts'
import { admit, checkOrigin, cookieName, failedLogin, tokensUnavailable } from './guard/admit.ts'
import { onlyJson, onlySmallBodies } from './guard/request-guard.ts'
import { checkInput, readBody } from './read-call.ts'
import { refuse } from './refusal.ts'
import type { Env, ServerContext } from './server-context.ts'

const ticket = z.union([
  z.strictObject({ code: z.string().min(1).max(200) }),
  z.strictObject({ token: z.string().min(1).max(200) }),
])

/** Logins of browsers: begun with a one-time code or a token, kept in a cookie that no script can read. */
export function loginRoutes(context: ServerContext): Hono<Env> {
  const app = new Hono<Env>()
  app.post('/', onlySmallBodies, onlyJson, async (c) => {
    checkOrigin(context, c, false)
    const grant = await present(context, ticketIn(await c.req.text()))
    if (grant === undefined) throw failedLogin(context, c)
    const { secret } = context.access.logins.issue(grant)
    setCookie(c, cookieName(c), secret, {
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      secure: context.isSecure(c.req.header('host')?.toLowerCase() ?? ''),
    })
    return c.json(tellGrant(context, c, grant))
  })
  app.get('/', admit(context), (c) => c.json(tellGrant(context, c, c.get('grant'))))
  app.post('/end', onlyJson, admit(context), (c) => {
    const secret = getCookie(c, cookieName(c))
    if (secret !== undefined) context.access.logins.end(secret)
    deleteCookie(c, cookieName(c), { path: '/' })
    return c.json({ ended: secret !== undefined })
  })
  // A code is as good as the token that asks for it, for two minutes and once. A login makes none: it could outlive itself.
  app.post('/codes', onlyJson, admit(context), (c) => {
    if (c.get('byCookie')) throw onlyForTokens()
    const { secret, until } = context.access.codes.issue(c.get('grant'))
    return c.json({ code: secret, until })
  })
  return app
}

function ticketIn(text: string): z.output<typeof ticket> {
  return checkInput(z.strictObject({ ticket }), { ticket: readBody(text) }, 'POST /v1/login').ticket
}

async function present(context: ServerContext, given: z.output<typeof ticket>): Promise<Grant | undefined> {
  const { access } = context
  try {
    return await ('code' in given ? access.byCode(given.code) : access.byToken(given.token))
  } catch (error) {
    throw tokensUnavailable(context, error)
  }
}

function onlyForTokens(): Error {
  return refuse(403, {
    code: 'login',
    message: 'A code is given to a token, and not to the login of a browser.',
    hint: 'mettle dashboard makes a link.',
  })
}

/** Who somebody is here, without anything secret. */
function tellGrant({ mettle, version }: ServerContext, c: Context<Env>, grant: Grant) {
  const { name, role, projects } = grant
  const project = c.get('project') ?? mettle.scope.project
  return { name, role, organisation: mettle.scope.organisation, project, projects, version }
}
