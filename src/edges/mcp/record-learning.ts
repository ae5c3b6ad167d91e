import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { citation, context } from '../../domain/fields.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import { VERBS } from '../../loop/verbs/catalogue.ts'
import type { McpHost } from './host.ts'
import { defineTool, RECORDS } from './tool.ts'
import { inWords, toolFields } from './verb-tool.ts'

const {
  citation: _,
  context: __,
  ...fields
} = toolFields(VERBS.recordLearning, [...(['learning', 'strength', 'polarity', 'mined', 'trust'] as const)])

export const recordLearning = defineTool({
  name: 'record_learning',
  title: 'Record a learning',
  description:
    'Call it when something did not go as you expected and the next agent here would not find out by itself: a mistake, a correction by a person, a fact about this code. One sentence; most tasks have none. The prompt reflect has the rules.',
  input: z.strictObject({
    ...fields,
    ...inWords(context.pick({ files: true, labels: true, phase: true })),
    ...inWords(citation.pick({ file: true, line: true }).partial()),
  }),
  output: z.strictObject({
    learning: z.string(),
    run: z.string(),
    duplicate: z.boolean().describe('Already recorded in this run.'),
    near: z
      .array(z.strictObject({ id: z.string(), text: z.string() }))
      .optional()
      .describe('Known lessons that may say the same.'),
    note: z.string(),
  }),
  hints: RECORDS,
  brief: {
    description:
      'Records what the next agent in this project would not find out by itself: a mistake, a correction by a person, a fact about the code. Most tasks have none.',
    input: z.strictObject({
      lesson: z.string().describe('When or where, what to do, and why, in one sentence.'),
      file: z.string().optional().describe('The file that shows it.'),
      line: z.int().optional(),
      sameAs: z.string().optional().describe('Id of the near lesson that says the same.'),
      insteadOf: z.string().optional().describe('Id of the near lesson that no longer holds.'),
    }),
  },
  run: async (call, given) => {
    const { files, labels, phase, file, line: at, agent = 'agent', run = call.run, lesson, ...more } = given
    const { fromRoot } = call.host
    const context = withoutUndefined({ files: files?.map(fromRoot), labels, phase })
    const { learning, duplicate, near, repeats } = await (await call.loop()).recordLearning({
      ...more,
      lesson,
      agent,
      run,
      context: Object.keys(context).length === 0 ? undefined : context,
      citation: file === undefined ? undefined : { file: fromRoot(file), line: at },
    })
    const recorded = duplicate ? 'Already recorded.' : 'Recorded; mettle learn makes a pattern of it.'
    const known = repeats === undefined ? '' : ` It repeats ${repeats}.`
    if (near === undefined) return { learning, run, duplicate, note: `${recorded}${known}` }
    const lines = near.map(({ shortId, text }) => ({ id: shortId, text: text.slice(0, LONGEST_NEAR) }))
    return { learning, run, duplicate, near: lines, note: `${recorded} ${WHAT_TO_DO}` }
  },
})

const LONGEST_NEAR = 200
const WHAT_TO_DO =
  'These known lessons are close to yours. If one already says the same, record yours again with sameAs: its id. If yours replaces one that no longer holds, with insteadOf: its id. Otherwise do nothing: a different number, name, place, condition or direction makes it another lesson.'

/** The prompt with which an agent records what it learned. */
export function registerReflect(server: McpServer, host: McpHost): void {
  server.registerPrompt(
    'reflect',
    {
      title: 'Reflect on what was learned',
      description: 'Asks for what this session learned that the next agent should know, and records it.',
      argsSchema: z.object({
        task: z.string().max(10_000).optional().describe('The task to look back on; else the session so far.'),
      }),
    },
    ({ task }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: reflection(host.captureRules(), task) } }],
    }),
  )
}

/** The capture rules, without the part on filing a learning by hand, which a tool does here. */
function reflection(rules: string, task: string | undefined): string {
  const [decide = ''] = rules.split('\n## Record it')
  return [
    `Look back on ${task === undefined ? 'this session' : `the task below`} and decide whether the next agent in this project should know something.`,
    ...(task === undefined ? [] : [`<task>\n${task.replaceAll('<', '&lt;')}\n</task>`]),
    decide.trim(),
    '## Record it\n\nCall record_learning once for each learning: lesson is the sentence; whatHappened, why and fixApplied say how you learned it; file and line point at it. If there is nothing to record, say so and call nothing.',
  ].join('\n\n')
}
