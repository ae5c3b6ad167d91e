import { setTimeout as wait } from 'node:timers/promises'
import { openBrowser } from '../../system/open-browser.ts'
import { readServerFile, serverFile } from '../../system/server-file.ts'
import { stateFolder } from '../../system/user-folders.ts'
import { findWorkspace } from '../../system/workspace.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { isRunning, loginLink } from '../login-link.ts'
import { SERVE_OPTIONS, serveUntilStopped } from '../serving.ts'

/** A browser that starts takes a moment to read the page that leads it on. */
const READING_MS = 5_000

export const command = defineCommand({
  name: 'dashboard',
  summary: 'Open the dashboard in a browser.',
  description: `Prints a link that logs one browser in, once, within two minutes, and opens it where a person sits at the terminal. A server of this project that runs is used;
    else one is started, and runs until Ctrl-C.`,
  options: { ...SERVE_OPTIONS, noOpen: { kind: 'switch', summary: 'Only print the link.' } },
  examples: ['mettle dashboard', 'mettle dashboard --no-open', 'mettle dashboard --port 0'],
  run: async (context, { noOpen, ...request }) => {
    const { home } = findWorkspace(context.cwd)
    const running = readServerFile(serverFile(stateFolder(context.environment), home))
    if (running !== undefined && (await isRunning(running))) {
      const close = show(context, await loginLink(running), { noOpen, stays: false })
      if (close !== undefined) await wait(READING_MS)
      return close?.()
    }
    let close: (() => void) | undefined
    try {
      await serveUntilStopped(context, request, async ({ url, secret }) => {
        close = show(context, await loginLink({ url, token: secret }), { noOpen, stays: true })
      })
    } finally {
      close?.()
    }
  },
})

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
