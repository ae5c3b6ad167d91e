import * as z from 'zod'
import { line, name, share } from '../../domain/events/fields.ts'
import { withoutUndefined } from '../../domain/own.ts'
import { safeId } from '../../domain/safe-id.ts'
import { FEEDBACK_TARGETS, FEEDBACK_TYPES } from '../../domain/values/outcome.ts'
import { agentName } from './agent-name.ts'
import { defineTool, RECORDS } from './tool.ts'

const subject = z.enum(FEEDBACK_TARGETS)
const type = z.enum(FEEDBACK_TYPES)

export const recordFeedback = defineTool({
  name: 'record_feedback',
  title: 'Record feedback',
  description:
    'Call it when a pattern that you were shown helped or led you astray, or to judge a criterion or a strategy. Within a run the same voice counts once on the same thing.',
  input: z.strictObject({
    subject,
    id: name.describe('The id of the pattern, or the name of the criterion or strategy.'),
    type,
    weight: share.optional().describe('How much it counts, from 0 to 1; left out: 1.'),
    reasoning: line.optional().describe('Why; it is kept and shown.'),
    task: safeId.optional().describe('The task in which it was so.'),
    agent: agentName.optional().describe('Who says so; left out: agent.'),
    run: safeId.optional().describe('The run; left out, the session of your client.'),
  }),
  output: z.strictObject({
    subject,
    id: z.string(),
    type,
    weight: share,
    run: z.string(),
    duplicate: z.boolean(),
    note: z.string().optional().describe('Why it counts for nothing, and what to do.'),
  }),
  hints: RECORDS,
  run: async (call, { weight, reasoning, task, agent = 'agent', run = call.run, ...about }) => {
    const said = { ...about, by: agent, run, ...withoutUndefined({ weight, reasoning, task }) }
    return { ...(await (await call.loop()).recordFeedback(said)), run }
  },
})
