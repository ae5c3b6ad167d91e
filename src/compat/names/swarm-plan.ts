import * as z from 'zod'
import { count } from '../../domain/events/fields.ts'
import type { Loop } from '../../loop/loop.ts'
import { beadId, defineEntryPoint, given, strategyName, unused } from './entry-point.ts'

const asked = {
  task: z.string().trim().min(1),
  max_subtasks: z.int().min(1).optional(),
  context: z.string().optional(),
  epic_id: beadId.optional(),
  query_cass: unused,
  cass_limit: unused,
}

const output = z.strictObject({
  prompt: z.string(),
  strategy: z.string(),
  strategies: z.array(z.string()),
  patterns: count,
  epic_id: beadId,
  receipt: z.string(),
})

export const planPrompt = defineEntryPoint({
  name: 'swarm_plan_prompt',
  summary:
    'The prompt for cutting up some work: what worked, what kept failing, and which patterns are proven.',
  effect: 'adds',
  isRepeatable: false,
  input: z.strictObject({
    ...asked,
    strategy: z.enum([...strategyName.options, 'auto']).optional(),
    include_skills: unused,
  }),
  output,
  run: prompted,
})

export const decompose = defineEntryPoint({
  name: 'swarm_decompose',
  summary: 'The prompt for cutting up some work, without a wish for a strategy.',
  effect: 'adds',
  isRepeatable: false,
  input: z.strictObject(asked),
  output,
  run: prompted,
})

interface Asked {
  readonly task: string
  readonly strategy?: string | undefined
  readonly max_subtasks?: number | undefined
  readonly context?: string | undefined
  readonly epic_id?: string | undefined
}

async function prompted(
  loop: Loop,
  { task, strategy = 'auto', max_subtasks, context, epic_id }: Asked,
): Promise<z.input<typeof output>> {
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
}

function section(heading: string, text = ''): string {
  return text.trim() === '' ? '' : `## ${heading}\n\n${text.trim()}`
}
