import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { McpHost } from './host.ts'

/** The prompt by which an agent that is willing writes down what it learned. */
export function registerReflect(server: McpServer, host: McpHost): void {
  server.registerPrompt(
    'reflect',
    {
      title: 'Reflect on what was learned',
      description: 'Asks for what this session learned that the next agent should know, and records it.',
      argsSchema: z.object({
        task: z
          .string()
          .max(10_000)
          .optional()
          .describe('The task to look back on; else the session so far.'),
      }),
    },
    ({ task }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: reflection(host.captureRules(), task) } }],
    }),
  )
}

/** The rules of capture, without how to file a learning by hand: here a tool does that. */
function reflection(rules: string, task: string | undefined): string {
  const [decide = ''] = rules.split('\n## File it')
  return [
    `Look back on ${task === undefined ? 'this session' : `the task below`} and decide whether the next agent in this project should know something.`,
    ...(task === undefined ? [] : [`<task>\n${task.replaceAll('<', '&lt;')}\n</task>`]),
    decide.trim(),
    '## Record it\n\nCall record_learning once for each learning: lesson is the sentence; whatHappened, why and fixApplied say how you came to it; file and line point at it. With nothing to tell, say so and call nothing.',
  ].join('\n\n')
}
