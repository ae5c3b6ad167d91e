import { choice, defineCommand } from '../command.ts'
import { usageError } from '../input/tokens.ts'
import { lastingJournal } from '../lasting-journal.ts'
import { mcpEnvironment } from '../mcp-environment.ts'

/** A client waits for the first answers; what an update could take away is loaded after them. */
const HOLD_AFTER_MS = 2_000

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'Serve agents over the Model Context Protocol.',
  description: `A client starts it and talks to it over standard input and output, in the protocol of 2025 or of 2026; docs/how-to/mcp.md has the lines for each client. Agents get the
    tools recall, record_learning, record_outcome, record_feedback, gate and why, and the tools of other systems under their own names; the best patterns as a resource; and a prompt to reflect.

    Calls belong to the run that they name, else to the session of the client as far as it tells, else to a run of this server. It ends when its input does. A journal that is missing or locked
    is told with the answer, and found once it is there.`,
  options: {
    tools: choice(
      ['all', 'own', 'core'],
      'Which tools there are: own leaves out the names of other systems; core has only recall and record_learning, in few words, and saves room in every prompt.',
      { default: 'all' },
    ),
  },
  examples: ['mettle mcp < requests.jsonl', 'mettle mcp --tools core < requests.jsonl'],
  run: async (context, { tools }) => {
    if (context.stdin.isTerminal)
      throw usageError(
        'mettle mcp is started by a client, and this is a terminal.',
        'docs/how-to/mcp.md says what to write into the settings of yours.',
      )
    const { serveLines } = await import('../../mcp/serve-lines.ts')
    const journal = lastingJournal(context)
    const held = setTimeout(hold, HOLD_AFTER_MS)
    held.unref()
    try {
      await serveLines(
        { ...(await mcpEnvironment(context, context.environment)), loop: journal.open, tools },
        {
          lines: context.stdin.lines('The message of a client'),
          write: (text) => {
            context.stdout.write(text)
            return context.stdout.drained()
          },
        },
      )
    } finally {
      clearTimeout(held)
      await journal.close()
    }
  },
})

function hold(): void {
  void import('../setup/hold-installation.ts').then(({ holdInstallation }) => holdInstallation()).catch(() => undefined)
}
