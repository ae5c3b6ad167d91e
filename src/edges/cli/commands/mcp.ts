import { holdInstallation } from '../../../machine/load-embedder.ts'
import { TOOL_SETS } from '../../mcp/host.ts'
import { choice, defineCommand } from '../command.ts'
import { usageError } from '../input/tokens.ts'
import { lastingJournal } from '../lasting-journal.ts'
import { mcpEnvironment } from '../mcp-environment.ts'

/** Files that an update could replace are loaded only after the first answers, which a client waits for. */
const HOLD_AFTER_MS = 2_000

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'Serve agents over the Model Context Protocol.',
  description: `A client starts it and talks to it over standard input and output, in the protocol of 2025 or of 2026; \`mettle docs mcp\` shows the lines for each client. Agents get
    the tools recall and record_learning, or more with --tools; the best patterns as a resource; and a prompt to reflect.

    A call belongs to the run that it names, or else to the session that the client reports, or else to one run of this server. The server ends when its input does. If the journal is missing or
    locked, the answer says so; the server uses the journal as soon as it is available.`,
  options: {
    tools: choice(
      TOOL_SETS,
      'Which tools an agent gets: core is recall and record_learning, in few words, since every tool takes room in every prompt; own is all six; all adds the names of other systems.',
      { default: 'core' },
    ),
  },
  examples: ['mettle mcp < requests.jsonl', 'mettle mcp --tools all < requests.jsonl'],
  run: async (context, { tools }) => {
    if (context.stdin.isTerminal)
      throw usageError(
        'mettle mcp is started by a client, and this is a terminal.',
        'To see what to write into the settings of your client: mettle docs mcp',
      )
    const { serveLines } = await import('../../mcp/serve-lines.ts')
    const journal = lastingJournal(context)
    const held = setTimeout(holdInstallation, HOLD_AFTER_MS)
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
