import * as z from 'zod'
import { count, line, name, text } from '../../domain/fields.ts'
import { safeId } from '../../domain/safe-id.ts'
import { ERROR_TYPES } from '../../domain/values/outcome.ts'
import type { Loop } from '../../loop/loop.ts'
import type { StrikeRecorded, StrikesView } from '../../loop/runs/task-strikes.ts'
import { beadId, defineEntryPoint, strategyName, time, unused } from './entry-point.ts'

const errorType = z.enum(ERROR_TYPES)

export const accumulateError = defineEntryPoint('swarm_accumulate_error', 'adds', {
  summary: 'Records an error of a task, for its next attempt and its outcome.',
  input: z.strictObject({
    bead_id: beadId,
    error_type: errorType.optional(),
    message: text.min(1),
    stack_trace: text.optional(),
    tool_name: name.optional(),
    context: text.optional(),
  }),
  output: z.strictObject({
    success: z.boolean(),
    error_id: z.string(),
    bead_id: beadId,
    error_type: errorType,
    message: z.string(),
    timestamp: time,
    note: z.string(),
  }),
  run: async (loop, { bead_id, error_type, message, stack_trace, tool_name, context }, now) => {
    const { error, type } = await loop.recordError({
      task: bead_id,
      message,
      occurredAt: now,
      type: error_type,
      stack: stack_trace,
      tool: tool_name,
      context,
    })
    return {
      success: true,
      error_id: error,
      bead_id,
      error_type: type,
      message,
      timestamp: new Date(now).toISOString(),
      note: 'swarm_get_error_context prints it for the next attempt.',
    }
  },
})

export const getErrorContext = defineEntryPoint('swarm_get_error_context', 'reads', {
  summary: 'What a task ran into, as text for its next attempt.',
  input: z.strictObject({ bead_id: beadId, include_resolved: z.boolean().optional() }),
  output: z.strictObject({
    bead_id: beadId,
    error_context: z.string(),
    stats: z.strictObject({ total_errors: count, unresolved: count, by_type: z.record(z.string(), count) }),
    has_errors: z.boolean(),
    usage: z.string(),
  }),
  run: async (loop, { bead_id, include_resolved = false }) => {
    const { markdown, counts } = await loop.errorContext({ task: bead_id, includeResolved: include_resolved })
    return {
      bead_id,
      error_context: markdown,
      stats: { total_errors: counts.total, unresolved: counts.unresolved, by_type: { ...counts.byType } },
      has_errors: markdown !== '',
      usage: 'Put error_context into the prompt of the next attempt.',
    }
  },
})

export const resolveError = defineEntryPoint('swarm_resolve_error', 'adds once', {
  summary: 'Says that an error was dealt with.',
  input: z.strictObject({ error_id: safeId }),
  output: z.strictObject({ success: z.boolean(), error_id: z.string(), resolved: z.boolean() }),
  run: async (loop, { error_id }) => {
    await loop.resolveError({ error: error_id })
    return { success: true, error_id, resolved: true }
  },
})

const input = z
  .strictObject({
    bead_id: beadId,
    action: z.enum(['check', 'add_strike', 'clear', 'get_prompt']),
    attempt: line.optional().describe('what was tried; needed to add a strike'),
    reason: line.optional().describe('why it failed; needed to add a strike'),
  })
  .check(({ value, issues }) => {
    for (const field of ['attempt', 'reason'] as const)
      if (value.action === 'add_strike' && value[field] === undefined)
        issues.push({ code: 'custom', message: 'is missing: add_strike needs it', path: [field], input: value })
  })

/** The output of every action, in one object, because a tool has a single output schema. */
const output = z.strictObject({
  bead_id: beadId,
  message: z.string(),
  strike_count: count.max(3).optional(),
  is_striked_out: z.boolean().optional(),
  next_action: z.string().optional(),
  failures: z.array(z.strictObject({ attempt: z.string(), reason: z.string(), timestamp: time })).optional(),
  first_strike_at: time.optional(),
  last_strike_at: time.optional(),
  warning: z.string().optional(),
  memory_store: z.strictObject({ information: z.string(), metadata: z.string() }).optional(),
  has_prompt: z.boolean().optional(),
  architecture_review_prompt: z.string().optional(),
})
type Answer = z.input<typeof output>

export const checkStrikes = defineEntryPoint('swarm_check_strikes', 'wipes', {
  summary: 'Counts the failed attempts at a task; the third calls for a review of its design.',
  input,
  output,
  run: async (loop, { bead_id: task, action, attempt = '', reason = '' }) => {
    switch (action) {
      case 'add_strike':
        return strikeAnswer(await loop.recordStrike({ task, attempt, reason }))
      case 'clear':
        return wiped(loop, task)
      case 'check':
        return check(await loop.strikesOf(task))
      case 'get_prompt':
        return prompt(await loop.strikesOf(task))
    }
  },
})

const axesOf = ({ task, count: strike_count, struckOut }: StrikesView) => ({
  bead_id: task,
  strike_count,
  is_striked_out: struckOut,
})

function check(view: StrikesView): Answer {
  return {
    ...axesOf(view),
    message: view.struckOut
      ? `Out after ${view.outAt} strikes.`
      : `${view.count} of ${view.outAt} strikes before a review of the design is due.`,
    next_action: view.struckOut ? 'Ask with action get_prompt for the review.' : 'Go on.',
  }
}

function strikeAnswer(recorded: StrikeRecorded): Answer {
  const { task, failures, struckOut, firstStrikeAt = 0, lastStrikeAt = 0, lesson } = recorded
  const tried = failures.map(({ attempt, reason }, i) => `\n${i + 1}. ${attempt} - ${reason}`).join('')
  const information = `Architecture problem detected in ${task}: Task failed after ${failures.length} attempts.${tried}`
  return {
    ...axesOf(recorded),
    failures: failures.map(({ attempt, reason, at }) => ({ attempt, reason, timestamp: iso(at) })),
    first_strike_at: iso(firstStrikeAt),
    last_strike_at: iso(lastStrikeAt),
    message: struckOut
      ? `Out after ${recorded.outAt} strikes: the design is in question.`
      : `Strike ${recorded.count} of ${recorded.outAt}.`,
    warning: struckOut ? 'Another fix is not due. Ask with action get_prompt for the review.' : undefined,
    memory_store:
      lesson === undefined ? undefined : { information, metadata: `architecture, 3-strike, ${task}, failure` },
  }
}

async function wiped(loop: Loop, task: string): Promise<Answer> {
  const reason = 'Cleared by swarm_check_strikes.'
  const { cleared } = await loop.clearStrikes({ task, by: 'agent', reason })
  const message = cleared === 0 ? 'There was no strike to clear.' : 'The strikes are cleared.'
  return { ...axesOf(await loop.strikesOf(task)), message }
}

function prompt({ task, struckOut, prompt: text }: StrikesView): Answer {
  if (!struckOut) return { bead_id: task, has_prompt: false, message: 'No review of the design is due.' }
  return {
    bead_id: task,
    has_prompt: true,
    architecture_review_prompt: text,
    message: 'A review of the design is due; put this in front of a person.',
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

const asked = {
  task: z.string().trim().min(1),
  max_subtasks: z.int().min(1).optional(),
  context: z.string().optional(),
  epic_id: beadId.optional(),
  query_cass: unused,
  cass_limit: unused,
}

const planOutput = z.strictObject({
  prompt: z.string(),
  strategy: z.string(),
  strategies: z.array(z.string()),
  patterns: count,
  epic_id: beadId,
  receipt: z.string(),
})

export const planPrompt = defineEntryPoint('swarm_plan_prompt', 'adds', {
  summary: 'The prompt for splitting a task: what worked, what kept failing, and which patterns are proven.',
  input: z.strictObject({
    ...asked,
    strategy: z.enum([...strategyName.options, 'auto']).optional(),
    include_skills: unused,
  }),
  output: planOutput,
  run: prompted,
})

export const decompose = defineEntryPoint('swarm_decompose', 'adds', {
  summary: 'The prompt for splitting a task, without a preferred strategy.',
  input: z.strictObject(asked),
  output: planOutput,
  run: prompted,
})

type Asked = z.output<z.ZodObject<typeof asked>> & { readonly strategy?: string | undefined }

async function prompted(loop: Loop, { task, strategy = 'auto', max_subtasks, context, epic_id }: Asked) {
  const given = await loop.planPrompt({ task, run: epic_id })
  const wishes = [
    ...(strategy === 'auto' ? [] : [`- Strategy: ${strategy}`]),
    ...(max_subtasks === undefined ? [] : [`- At most ${max_subtasks} subtasks`]),
  ]
  const parts = [`## Task\n\n${task}`, section('Context', context), section('Wishes', wishes.join('\n')), given.block]
  return {
    prompt: parts.filter((part) => part !== '').join('\n\n'),
    strategy,
    strategies: [...given.strategies],
    patterns: given.items.length,
    epic_id: given.run,
    receipt: given.receipt,
  }
}

function section(heading: string, text = ''): string {
  return text.trim() === '' ? '' : `## ${heading}\n\n${text.trim()}`
}
