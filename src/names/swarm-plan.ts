import * as z from 'zod'
import { beadId, count, defineEntryPoint, given, strategyName, unused } from './entry-point.ts'

export const planPrompt = defineEntryPoint({
  name: 'swarm_plan_prompt',
  summary:
    'The prompt for cutting up some work: what worked, what kept failing, and which patterns are proven.',
  input: z.strictObject({
    task: z.string().trim().min(1),
    strategy: z.enum([...strategyName.options, 'auto']).optional(),
    max_subtasks: z.int().min(1).optional(),
    context: z.string().optional(),
    epic_id: beadId.optional(),
    query_cass: unused,
    cass_limit: unused,
    include_skills: unused,
  }),
  output: z.strictObject({
    prompt: z.string(),
    strategy: z.string(),
    strategies: z.array(z.string()),
    patterns: count,
    epic_id: beadId,
    receipt: z.string(),
  }),
  run: async (loop, { task, strategy = 'auto', max_subtasks, context, epic_id }) => {
    const told = await loop.planPrompt({ task, ...given({ run: epic_id }) })
    const wishes = [
      ...(strategy === 'auto' ? [] : [`- Strategy: ${strategy}`]),
      ...(max_subtasks === undefined ? [] : [`- At most ${max_subtasks} subtasks`]),
    ]
    const parts = [
      `## Task\n\n${task}`,
      section('Context', context),
      section('Wishes', wishes.join('\n')),
      told.block,
    ]
    return {
      prompt: parts.filter((part) => part !== '').join('\n\n'),
      strategy,
      strategies: [...told.strategies],
      patterns: told.items.length,
      epic_id: told.run,
      receipt: told.receipt,
    }
  },
})

function section(heading: string, text = ''): string {
  return text.trim() === '' ? '' : `## ${heading}\n\n${text.trim()}`
}
