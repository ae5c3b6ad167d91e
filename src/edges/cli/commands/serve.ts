import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { openBrowser } from '../../../machine/run-command.ts'
import { readServerFile, serverFile } from '../../../machine/server-file.ts'
import { stateFolder } from '../../../machine/user-folders.ts'
import { findWorkspace } from '../../../machine/workspace.ts'
import { defineCommand, flag } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { decider } from '../input/decider.ts'
import { isRunning, loginLink } from '../login-link.ts'
import { SERVE_OPTIONS, serveUntilStopped } from '../serving.ts'

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Serve the HTTP API and the dashboard on this machine.',
  description: `Every verb is a route under /v1, and /v1/openapi.json describes them. Who calls needs a token: that of this start, which shows and records but decides nothing, is in a file that only you can read, and
    \`mettle dashboard\` makes a link of it that logs a browser in once. Ctrl-C or the end of its terminal ends it; a SIGHUP of anyone else reads the settings again.`,
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

/** A browser that starts takes a moment to read the page that leads it on. */
const READING_MS = 5_000

export const dashboardCommand = defineCommand({
  name: 'dashboard',
  summary: 'Open the dashboard in a browser.',
  description: `Prints a link that logs one browser in, once, within two minutes, and opens it where a person sits at the terminal. A server of this project that runs is used;
    else one is started, and runs until Ctrl-C. Where no person is seen at the terminal, the link can view and record, but not approve.`,
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

/** How long a login lasts that was given to a person for a server that runs already. */
const LOGIN_DAYS = 0.5

/** A token for whoever sits here, with which a browser may decide. Only its hash is kept; the token of the server's start, which lies in a file, decides nothing. */
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
  const lines = [link, '', 'The link logs one browser in, once, within two minutes.']
  context.show({ link }, () => [...lines, ...(stays ? ['Ctrl-C ends the server.'] : [])].join('\n'))
  if (noOpen || context.json || !context.isTerminal) return undefined
  return openBrowser(link, stateFolder(context.environment))
}
