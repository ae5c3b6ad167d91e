import { CLIENTS, type Client } from '../../../domain/values/session.ts'
import { countFailure } from '../../hook/count-failure.ts'
import { answerHook } from '../../hook/entry/answer-hook.ts'
import { askInstead } from '../../hook/fail-safely.ts'
import { choice, defineCommand, text } from '../command.ts'
import { usageError } from '../input/tokens.ts'

export const hookCommand = defineCommand({
  name: 'hook',
  summary: 'Answer a hook of a coding agent.',
  description: `Reads from stdin the payload that a client sends to its hooks, and prints an answer that the client understands: patterns for
    this moment, a step that a person must allow, or nothing. It queues what happened in a file, and the next command that writes to the
    journal records it. So a hook never opens the journal or waits for it. It always exits with 0; mettle doctor shows what failed.

    The plugin has the same program as one file that starts faster: dist/hook/hook.cjs.`,
  options: {
    client: choice(['auto', ...CLIENTS], 'Which client calls; auto finds out from the payload.', { default: 'auto' }),
    event: text("The client's name for the event, if the payload has none.", 'NAME'),
  },
  examples: ['mettle hook --client auto --event SessionStart < payload.json'],
  run: async (context, { client, event }) => {
    const { environment, stdin } = context
    if (stdin.isTerminal)
      throw usageError('A hook is called by a client, which sends a payload.', 'mettle hook < payload.json')
    try {
      const payload: unknown = JSON.parse(await stdin.text('a payload'))
      const input = { payload, client: client as Client | 'auto', event, environment, now: context.now() }
      context.stdout.write(await answerHook(input))
    } catch (error) {
      const failed = { client: client as Client | 'auto', event, environment, cwd: context.cwd }
      context.stdout.write(askInstead(error, failed))
      await countFailure(error, environment, context.cwd)
    }
  },
})
