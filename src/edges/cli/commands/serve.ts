import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { configError, UserError } from '../../../domain/user-error.ts'
import type { ConfigName, ConfigValue } from '../../../machine/config/keys.ts'
import { stateFolder } from '../../../machine/files/user-folders.ts'
import { findWorkspace } from '../../../machine/files/workspace.ts'
import { holdInstallation } from '../../../machine/load-embedder.ts'
import { openBrowser } from '../../../machine/run-command.ts'
import { readServerFile, removeServerFile, serverFile, writeServerFile } from '../../../machine/server-file.ts'
import type { Serving } from '../../http/serve.ts'
import { defineCommand, flag, type InputOf, number, text } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { decider } from '../input/ask.ts'
import { isRunning, loginLink } from '../login-link.ts'
import { mcpEnvironment } from '../mcp-environment.ts'
import { endSignal } from '../until-signalled.ts'

const SERVE_OPTIONS = {
  port: number('The port; 0 takes any free one. Default: serve.port.', {
    short: 'p',
    least: 0,
    most: 65_535,
    whole: true,
  }),
  host: text('The address to listen on. Default: serve.host.', 'ADDRESS'),
  allowRemote: flag('Let other machines in; needs tokens for them.'),
} as const

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Serve the HTTP API and the dashboard on this machine.',
  description: `Every command is a route under /v1, and /v1/openapi.json describes them. Callers need a token. The token of this server can view and record, but not approve; it is in a file that only you can read, and
    \`mettle dashboard\` makes a link from it that logs a browser in once. Ctrl-C, or closing the terminal, ends the server; SIGHUP makes it read the settings again.`,
  options: SERVE_OPTIONS,
  examples: ['mettle serve', 'mettle serve --port 0', 'mettle serve --host 0.0.0.0 --allow-remote'],
  run: async (context, request) => {
    await serveUntilStopped(context, request, async ({ url, tokenFile }) => {
      context.show({ url, tokenFile }, () =>
        [
          `Mettle serves on ${url}`,
          '',
          'A browser logs in with   mettle dashboard',
          `Programs send the token of this start, which is in ${tokenFile}`,
          'Ctrl-C ends it.',
        ].join('\n'),
      )
    })
  },
})

/** A starting browser takes a moment to read the redirect page. */
const READING_MS = 5_000

export const dashboardCommand = defineCommand({
  name: 'dashboard',
  summary: 'Open the dashboard in a browser.',
  description: `Prints a link that logs in one browser, once, within two minutes, and opens it if a person is at the terminal. Uses the running server of this
    project, or starts one that runs until Ctrl-C. If no person is at the terminal, the link allows viewing and recording, but not approving.`,
  options: { ...SERVE_OPTIONS, noOpen: flag('Only print the link.') },
  examples: ['mettle dashboard', 'mettle dashboard --no-open', 'mettle dashboard --port 0'],
  run: async (context, { noOpen, ...request }) => {
    const { home } = findWorkspace(context.cwd)
    const role = (await context.person.isThere()) ? 'approve' : 'write'
    if (role === 'write')
      context.note(`No person was seen at this terminal, so the link can view and record, but not approve.`)
    const running = readServerFile(serverFile(stateFolder(context.environment), home))
    if (running !== undefined && (await isRunning(running))) {
      const token = role === 'approve' ? await personToken(context) : running.token
      const close = show(context, await loginLink({ url: running.url, token }), { noOpen, stays: false })
      if (close !== undefined) await wait(READING_MS)
      return close?.()
    }
    let close: (() => void) | undefined
    try {
      await serveUntilStopped(context, request, async ({ url, codeFor }) => {
        close = show(context, `${url}/login#code=${codeFor(role)}`, { noOpen, stays: true })
      })
    } finally {
      close?.()
    }
  },
})

/** How long a login for an already running server lasts. */
const LOGIN_DAYS = 0.5

/** A token for the person here, which lets their browser make decisions. Only its hash is kept; the server's start token, which lies in a file, may not make any. */
async function personToken(context: CommandContext): Promise<string> {
  const mettle = await context.openMettle()
  const { makeToken } = await import('../../http/access/make-token.ts')
  const [keeper, name] = [await mettle.tokens(), decider(undefined)]
  const make = async (as: string) => {
    const { organisation } = mettle.scope
    const request = { organisation, name: as, role: 'approve', projects: ['*'], days: LOGIN_DAYS } as const
    return (await makeToken(keeper, request, context.now())).secret
  }
  const isTaken = (await keeper.list()).some((record) => record.name === name)
  return make(isTaken ? `${name} ${randomUUID().slice(0, 8)}` : name)
}

function show(
  context: CommandContext,
  link: string,
  { noOpen, stays }: { noOpen: boolean; stays: boolean },
): (() => void) | undefined {
  const lines = [link, '', 'The link works once, for two minutes, and logs one browser in.']
  context.show({ link }, () => [...lines, ...(stays ? ['Ctrl-C ends the server.'] : [])].join('\n'))
  if (noOpen || context.json || !context.isTerminal) return undefined
  return openBrowser(link, stateFolder(context.environment))
}

type ServeRequest = InputOf<[], typeof SERVE_OPTIONS>

/** A journal locked by another process keeps all callers waiting, so the wait is short. */
const PATIENCE_MS = 5_000

/** Serves until the process gets a signal to end; `onReady` receives the address. */
async function serveUntilStopped(
  context: CommandContext,
  request: ServeRequest,
  onReady: (serving: Serving & { readonly tokenFile: string }) => Promise<void>,
): Promise<void> {
  const [{ serve }, { Figures }] = [await import('../../http/serve.ts'), await import('../../http/figures.ts')]
  holdInstallation()
  const figures = new Figures()
  const mettle = await context.openMettle({
    surface: 'http',
    metrics: figures,
    flags: [`store.waitMs=${PATIENCE_MS}`, ...context.settings],
  })
  const own = <T extends ConfigValue>(name: ConfigName) => mettle.config.values[name] as T
  const settings = {
    port: request.port ?? own<number>('serve.port'),
    host: request.host ?? own<string>('serve.host'),
    publicUrl: checkedUrl(own('serve.url')),
    callsPerMinute: own<number>('serve.callsPerMinute'),
  }
  const tokens = await mettle.tokens()
  if (!/^(?:localhost|::1|127(?:\.\d{1,3}){3})$/.test(settings.host)) await checkRemote(request, tokens)
  const path = serverFile(stateFolder(context.environment), mettle.workspace.home)
  await refuseSecond(path)
  const serving = await serve(mettle, {
    ...settings,
    tokens,
    owner: decider(undefined),
    figures,
    mcp: await mcpEnvironment(context, {}),
    version: context.version,
    now: context.now,
    onFault: (error) => context.note(`A call failed: ${error instanceof Error ? error.stack : String(error)}`),
  })
  const given = endSignal(context)
  // If the terminal or the reader of the output is gone, any write may end the process.
  const remove = () => removeServerFile(path, serving.secret)
  process.once('exit', remove)
  try {
    writeServerFile(path, { url: serving.url, token: serving.secret, pid: process.pid })
    await onReady({ ...serving, tokenFile: path })
    if (['0.0.0.0', '::'].includes(settings.host) && settings.publicUrl === '')
      context.note(howOthersCome(serving, settings))
    if (!given.ending.aborted) await once(given.ending, 'abort')
  } finally {
    given.off()
    remove()
    process.off('exit', remove)
    await serving.close()
  }
}

/** A second server would overwrite the first one's file, and nobody could find the first after the second ends. */
async function refuseSecond(path: string): Promise<void> {
  const running = readServerFile(path)
  if (running === undefined || !(await isRunning(running))) return
  throw new UserError(
    'served',
    `A server of this project runs already, at ${running.url}.`,
    'mettle dashboard opens it; Ctrl-C where it runs ends it.',
  )
}

function checkedUrl(url: string): string {
  if (url === '' || (URL.canParse(url) && /^https?:\/\/[^/?#\s]+\/?$/.test(url))) return url
  throw configError(
    `serve.url: '${url}' is not the address of a server.`,
    'Give it without a path: https://mettle.example.com',
  )
}

/** A server that listens on all addresses does not know its own host names, and requests for unknown host names are refused. */
function howOthersCome({ url }: Serving, { host }: { host: string }): string {
  const { port } = new URL(url)
  const line = `METTLE_SERVE_URL=http://NAME:${port} mettle serve --host ${host} --port ${port} --allow-remote`
  return `Others reach it only under a name that you give it: ${line}`
}

async function checkRemote(
  { allowRemote }: ServeRequest,
  tokens: { list(): Promise<readonly unknown[]> },
): Promise<void> {
  if (!allowRemote)
    throw new UserError(
      'remote',
      'This address can be reached from other machines.',
      'If you want that, add --allow-remote, and put TLS in front of it: mettle docs how-to/serve',
    )
  if ((await tokens.list()).length > 0) return
  throw new UserError(
    'remote',
    'There is no token for anybody on another machine.',
    'mettle token create --role read --name ann',
  )
}
