import { once } from 'node:events'
import { configError, UserError } from '../../domain/user-error.ts'
import type { Config } from '../../machine/config/load.ts'
import { readServerFile, removeServerFile, serverFile, writeServerFile } from '../../machine/server-file.ts'
import { stateFolder } from '../../machine/user-folders.ts'
import type { Serving } from '../http/serve.ts'
import { flag, number, text } from './command.ts'
import type { CommandContext } from './context.ts'
import { decider } from './input/decider.ts'
import { isRunning } from './login-link.ts'
import { mcpEnvironment } from './mcp-environment.ts'
import { endSignal } from './until-signalled.ts'

export interface ServeRequest {
  readonly port?: number | undefined
  readonly host?: string | undefined
  readonly allowRemote?: boolean
}

/** A journal that another process holds keeps all callers waiting, so not for long. */
const PATIENCE_MS = 5_000

export const SERVE_OPTIONS = {
  port: number('The port; 0 takes any that is free. Else serve.port.', {
    short: 'p',
    least: 0,
    most: 65_535,
    whole: true,
  }),
  host: text('The address to listen on. Else serve.host.', 'ADDRESS'),
  allowRemote: flag('Let other machines in; needs tokens for them.'),
} as const

/** Serves until the process is told to end; `onReady` is told where. */
export async function serveUntilStopped(
  context: CommandContext,
  request: ServeRequest,
  onReady: (serving: Serving & { readonly tokenFile: string }) => Promise<void>,
): Promise<void> {
  const [{ serve }, { Figures }] = [await import('../http/serve.ts'), await import('../http/figures.ts')]
  const { holdInstallation } = await import('./setup/hold-installation.ts')
  await holdInstallation()
  const figures = new Figures()
  const mettle = await context.openMettle({
    surface: 'http',
    metrics: figures,
    flags: [`store.waitMs=${PATIENCE_MS}`, ...context.settings],
  })
  const settings = settingsOf(mettle.config, request)
  const tokens = await mettle.tokens()
  if (!isLoopback(settings.host)) await checkRemote(request, tokens)
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
    onFault: (error) =>
      context.note(`A call failed: ${error instanceof Error ? error.stack : String(error)}`),
  })
  const told = endSignal(context)
  // A terminal that was closed, or a reader that went away, may end the process at any word that is written.
  const remove = () => removeServerFile(path, serving.secret)
  process.once('exit', remove)
  try {
    writeServerFile(path, { url: serving.url, token: serving.secret, pid: process.pid })
    await onReady({ ...serving, tokenFile: path })
    if (isEverywhere(settings.host) && settings.publicUrl === '')
      context.note(howOthersCome(serving, settings))
    if (!told.ending.aborted) await once(told.ending, 'abort')
  } finally {
    told.off()
    remove()
    process.off('exit', remove)
    await serving.close()
  }
}

/** A second server would take the place of the first, and leave nobody who finds it when it ends. */
async function refuseSecond(path: string): Promise<void> {
  const running = readServerFile(path)
  if (running === undefined || !(await isRunning(running))) return
  throw new UserError(
    'served',
    `A server of this project runs already, at ${running.url}.`,
    'mettle dashboard opens it; Ctrl-C where it runs ends it.',
  )
}

function settingsOf(config: Config, { port, host }: ServeRequest) {
  return {
    port: port ?? (config.values['serve.port'] as number),
    host: host ?? (config.values['serve.host'] as string),
    publicUrl: checkedUrl(config.values['serve.url'] as string),
    callsPerMinute: config.values['serve.callsPerMinute'] as number,
  }
}

function checkedUrl(url: string): string {
  if (url === '' || (URL.canParse(url) && /^https?:\/\/[^/?#\s]+\/?$/.test(url))) return url
  throw configError(
    `serve.url: '${url}' is no address of a server.`,
    'Give it without a path: https://mettle.example.com',
  )
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Who listens everywhere knows none of its names, and a name that it does not know is refused. */
function howOthersCome({ url }: Serving, { host }: { host: string }): string {
  const { port } = new URL(url)
  const line = `METTLE_SERVE_URL=http://NAME:${port} mettle serve --host ${host} --port ${port} --allow-remote`
  return `Others reach it only under a name that you give it: ${line}`
}

async function checkRemote(
  { allowRemote = false }: ServeRequest,
  tokens: { list(): Promise<readonly unknown[]> },
): Promise<void> {
  if (!allowRemote)
    throw new UserError(
      'remote',
      'Another address than this machine lets others in.',
      'If that is what you want, add --allow-remote, and put TLS in front: docs/how-to/serve.md',
    )
  if ((await tokens.list()).length > 0) return
  throw new UserError(
    'remote',
    'There is no token for anybody on another machine.',
    'mettle token create --role read --name ann',
  )
}
