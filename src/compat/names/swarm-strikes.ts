import * as z from 'zod'
import { count, line } from '../../domain/events/fields.ts'
import type { Loop } from '../../loop/loop.ts'
import type { StrikeRecorded } from '../../loop/runs/record-strike.ts'
import type { StrikesView } from '../../loop/runs/task-strikes.ts'
import { beadId, defineEntryPoint, time } from './entry-point.ts'

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
        issues.push({
          code: 'custom',
          message: 'is missing: add_strike needs it',
          path: [field],
          input: value,
        })
  })

/** What each action gives; one object, since a tool has one form of answer. */
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

export const checkStrikes = defineEntryPoint({
  name: 'swarm_check_strikes',
  summary: 'Counts the failed attempts at a task; the third calls for a review of its design.',
  effect: 'wipes',
  isRepeatable: false,
  input,
  output,
  run: async (loop, { bead_id: task, action, attempt = '', reason = '' }) => {
    switch (action) {
      case 'add_strike':
        return told(await loop.recordStrike({ task, attempt, reason }))
      case 'clear':
        return wiped(loop, task)
      case 'check':
        return check(await loop.strikesOf(task))
      case 'get_prompt':
        return prompt(await loop.strikesOf(task))
    }
  },
})

const standingOf = ({ task, count: strike_count, struckOut }: StrikesView) => ({
  bead_id: task,
  strike_count,
  is_striked_out: struckOut,
})

function check(view: StrikesView): Answer {
  return {
    ...standingOf(view),
    message: view.struckOut
      ? `Out after ${view.outAt} strikes.`
      : `${view.count} of ${view.outAt} strikes before a review of the design is due.`,
    next_action: view.struckOut ? 'Ask with action get_prompt for the review.' : 'Go on.',
  }
}

function told(recorded: StrikeRecorded): Answer {
  const { task, failures, struckOut, firstStrikeAt = 0, lastStrikeAt = 0, lesson } = recorded
  return {
    ...standingOf(recorded),
    failures: failures.map(({ attempt, reason, at }) => ({ attempt, reason, timestamp: iso(at) })),
    first_strike_at: iso(firstStrikeAt),
    last_strike_at: iso(lastStrikeAt),
    message: struckOut
      ? `Out after ${recorded.outAt} strikes: the design is in question.`
      : `Strike ${recorded.count} of ${recorded.outAt}.`,
    warning: struckOut ? 'Another fix is not due. Ask with action get_prompt for the review.' : undefined,
    memory_store:
      lesson === undefined
        ? undefined
        : { information: lesson, metadata: `architecture, 3-strike, ${task}, failure` },
  }
}

async function wiped(loop: Loop, task: string): Promise<Answer> {
  const reason = 'Cleared by swarm_check_strikes.'
  const { cleared } = await loop.clearStrikes({ task, by: 'agent', reason })
  const message = cleared === 0 ? 'There was no strike to clear.' : 'The strikes are cleared.'
  return { ...standingOf(await loop.strikesOf(task)), message }
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
