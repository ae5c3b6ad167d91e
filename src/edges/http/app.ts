import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { etag } from 'hono/etag'
import * as z from 'zod'
import type { Role } from '../../domain/scope.ts'
import { totals } from '../../loop/facts/cached-lists.ts'
import { placeOf } from '../client/addresses.ts'
import { TOOL_SETS } from '../mcp/host.ts'
import type { Grant } from './access/tickets.ts'
import { ALIASES } from './aliases.ts'
import { ROUTES } from './catalogue.ts'
import { type Account, mayCall, methodsAt, type Route, ticket } from './endpoints.ts'
import { statusText } from './figures.ts'
import { admit, checkOrigin, cookieName, failedLogin, tokensUnavailable } from './guard/admit.ts'
import { answerFailure, refuse } from './guard/refusal.ts'
import { onlyJson, onlyOwnHosts, onlySmallBodies, safeHeaders } from './guard/request-guard.ts'
import { answerWithProgress, Live } from './live.ts'
import { openapi } from './openapi.ts'
import { checkInput, inputSchema, offsetIn, pageHeaders, readBody, readQuery } from './read-call.ts'
import { Repeats } from './repeats.ts'
import type { Env, ServerContext } from './server-context.ts'

const mcpQuery = z.object({ tools: z.enum(TOOL_SETS).default('core') })

/** Browser logins: started with a one-time code or a token, kept in a cookie that scripts cannot read. */
function loginRoutes(context: ServerContext): Hono<Env> {
  const app = new Hono<Env>()
  app.post('/', onlySmallBodies, onlyJson, async (c) => {
    checkOrigin(context, c, false)
    const given = { ticket: readBody(await c.req.text()) }
    const grant = await present(context, checkInput(z.strictObject({ ticket }), given, 'POST /v1/login').ticket)
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
  // A code has its token's rights, for two minutes and one use. A login cannot make one, or it could outlive itself.
  app.post('/codes', onlyJson, admit(context), (c) => {
    if (c.get('byCookie')) throw onlyForTokens()
    const { secret, until } = context.access.codes.issue(c.get('grant'))
    return c.json({ code: secret, until })
  })
  return app
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

function tellGrant({ mettle, version }: ServerContext, c: Context<Env>, grant: Grant): Account {
  const { name, role, projects } = grant
  const project = c.get('project') ?? mettle.scope.project
  return { name, role, organisation: mettle.scope.organisation, project, projects, version }
}

/** The server as a function from a request to an answer. It listens nowhere by itself. */
export function createApp(context: ServerContext): Hono<Env> {
  const app = new Hono<Env>()
  app.onError((error, c) => answerFailure(error, c, context.onFault))
  app.use(safeHeaders)
  app.use(onlyOwnHosts(context.hosts))
  app.use(compress())
  app.get('/healthz', (c) => health(context, c))
  app.route('/v1/login', loginRoutes(context))
  app.on(['PUT', 'PATCH', 'DELETE', 'OPTIONS'], '/v1/*', admit(context), missing)
  for (const path of ['/v1/*', '/mcp', '/metrics']) app.use(path, admit(context), onlySmallBodies, onlyJson)
  const repeats = new Repeats()
  for (const route of [...Object.values(ROUTES), ...ALIASES]) addRoute(app, route, { ...context, repeats })
  addServices(app, context)
  app.all('/v1/*', missing)
  app.get('*', (c) => page(context, c))
  app.all('*', missing)
  return app
}

/** Adds the endpoints that are not verbs. */
function addServices(app: Hono<Env>, context: ServerContext): void {
  const live = new Live(context)
  app.get('/v1/live', needs('read'), (c) => live.open(c))
  app.get('/v1/openapi.json', needs('read'), (c) => c.json(openapi(context.version)))
  app.post('/v1/reload', needs('approve'), async (c) => c.json(await context.mettle.reload()))
  app.get('/metrics', needs('read'), async (c) => {
    const isOwn = c.get('project') === context.mettle.scope.project
    const counted = isOwn ? context.figures.text() : ''
    const stands = statusText(await c.get('loop').status())
    return c.body(`${counted}${stands}`, 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
  })
  app.all('/mcp', needs('write'), async (c) => {
    const { answerMcp, inNameOf } = await import('./mcp.ts')
    const { name: actor, token: holder = 'own' } = c.get('grant')
    const loop = context.mettle.as({ actor, project: c.get('project'), surface: 'mcp' })
    const { tools } = checkInput(mcpQuery, c.req.query(), 'POST /mcp')
    return answerMcp(c.req.raw, context.mcp, { loop: inNameOf(loop, actor), holder, tools })
  })
}

function addRoute(app: Hono<Env>, route: Route, context: ServerContext & { readonly repeats: Repeats }): void {
  const { method, path } = placeOf(route.address)
  const schema = inputSchema(route.input)
  const { limit: isList, offset: hasOffset } = schema.properties ?? {}
  const checked = (c: Context<Env>, said: object): Readonly<Record<string, unknown>> =>
    checkInput(route.input, { ...said, ...c.req.param() }, `${method} ${path}`)
  const run = async (c: Context<Env>, input: Readonly<Record<string, unknown>>) =>
    (await route.run(c.get('loop'), input, c.get('grant'))) ?? null
  if (method !== 'GET')
    return void app.on(method, path, needs(route.role), async (c) => {
      const [body, key] = [await c.req.text(), c.req.header('idempotency-key')]
      const answer = () => run(c, checked(c, readBody(body)))
      const call = [c.get('grant').token, c.get('project'), c.req.path, key].join(' ')
      return c.json(await (key === undefined ? answer() : context.repeats.once(call, body, answer)))
    })
  if (route.isLong)
    app.get(path, needs(route.role), async (c, next) => {
      if (c.req.header('accept')?.includes('text/event-stream') !== true) return next()
      const input = checked(c, readQuery(new URL(c.req.url).searchParams, schema))
      const [loop, grant] = [c.get('loop'), c.get('grant')]
      return answerWithProgress(c, context, (onProgress) => route.run(loop, input, grant, onProgress))
    })
  app.get(path, needs(route.role), etag(), async (c) => {
    const { cursor, ...said } = readQuery(new URL(c.req.url).searchParams, schema)
    const input = checked(c, isList === undefined && cursor !== undefined ? { ...said, cursor } : said)
    const { limit, offset = 0 } = input as { limit?: number; offset?: number }
    const from = cursor === undefined ? offset : offsetIn(cursor)
    const part = hasOffset === undefined ? { limit: from + (limit ?? 100) } : { offset: from }
    const all = await run(c, cursor === undefined ? input : { ...input, ...part })
    if (isList === undefined || !Array.isArray(all)) return c.json(all)
    const rows = hasOffset === undefined ? all.slice(from) : all
    return c.json(rows, 200, pageHeaders(c.req.url, [from, rows.length, limit, totals.get(all)]))
  })
}

/** Admits only callers with the role or a higher one. */
function needs(role: Role) {
  return async (c: Context<Env>, next: () => Promise<void>): Promise<void> => {
    const { name, role: own } = c.get('grant')
    if (mayCall(c.get('grant'), role)) return next()
    throw refuse(403, {
      code: 'role',
      message: `This needs the role ${role}; the token of ${name} has ${own}.`,
      hint: `mettle token create --role ${role} --name ${name}`,
    })
  }
}

/** Whether the journal can be read; who asks learns nothing else. */
async function health({ mettle, onFault }: ServerContext, c: Context<Env>): Promise<Response> {
  try {
    await mettle.as({ actor: 'health' }).news()
    return c.json({ status: 'ok' })
  } catch (error) {
    onFault(error)
    return c.json({ status: 'unavailable' }, 503)
  }
}

/** A dashboard file, else its first page, because the dashboard routes its own paths. */
function page({ files }: ServerContext, c: Context<Env>): Response {
  if (files === undefined) return c.html(NOT_BUILT, c.req.path === '/' ? 200 : 404)
  const file = files.answer(c.req.path === '/login' ? '/login.html' : c.req.path)
  if (file !== undefined) return file
  if (/\.[a-z0-9]+$/.test(c.req.path)) throw nothingThere(c.req.path)
  return files.answer('/index.html')!
}

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mettle</title></head>
<body><h1>Mettle</h1>
<p>The server runs, and its API is at <code>/v1</code>. The dashboard was not built: in the source folder, type <code>npm run build</code> and start the server again.</p>
</body></html>
`

/** Refuses a path that does not exist, or does not support the method. */
function missing(c: Context): never {
  const [{ method, path }, methods] = [c.req, methodsAt(c.req.path)]
  if (methods.length === 0) throw nothingThere(path)
  const message = `${method} is not taken at ${path.slice(0, 200)}, only ${methods.join(' and ')}.`
  const failure = { code: 'method', message, hint: '/v1/openapi.json lists what it takes.' }
  throw refuse(405, failure, { allow: methods.join(', ') })
}

function nothingThere(path: string): Error {
  return refuse(404, {
    code: 'not-found',
    message: `There is nothing at ${path.slice(0, 200)}.`,
    hint: '/v1/openapi.json lists what there is.',
  })
}
