import * as z from 'zod'
import type { Loop } from '../loop/loop.ts'
import type { StrikeRecorded } from '../loop/record-strike.ts'
import type { StrikesView } from '../loop/task-strikes.ts'
import { beadId, count, defineEntryPoint, time } from './entry-point.ts'

const standing = {
  bead_id: beadId,
  strike_count: count.max(3),
  is_striked_out: z.boolean(),
  message: z.string(),
}
const memory = z.strictObject({ information: z.string(), metadata: z.string() })

const checked = z.strictObject({ ...standing, next_action: z.string() })
const added = z.strictObject({
  ...standing,
  failures: z.array(z.strictObject({ attempt: z.string(), reason: z.string(), timestamp: time })),
  first_strike_at: time,
  last_strike_at: time,
  warning: z.string().optional(),
  memory_store: memory.optional(),
})
const prompted = z.strictObject({
  bead_id: beadId,
  has_prompt: z.boolean(),
  architecture_review_prompt: z.string().optional(),
  message: z.string(),
})

const about = z.strictObject({ bead_id: beadId, action: z.enum(['check', 'clear', 'get_prompt']) })
const failing = z.strictObject({
  bead_id: beadId,
  action: z.literal('add_strike'),
  attempt: z.string().min(1),
  reason: z.string().min(1),
})

export const checkStrikes = defineEntryPoint({
  name: 'swarm_check_strikes',
  summary: 'Counts the failed attempts at a task; the third calls for a review of its design.',
  input: z.discriminatedUnion('action', [failing, about]),
  output: z.union([checked, added, prompted, z.strictObject(standing)]),
  run: async (loop, input) => {
    const { bead_id } = input
    switch (input.action) {
      case 'add_strike':
        return told(await loop.recordStrike({ task: bead_id, attempt: input.attempt, reason: input.reason }))
      case 'clear':
        return wiped(loop, bead_id)
      case 'check':
        return check(await loop.strikesOf(bead_id))
      case 'get_prompt':
        return prompt(await loop.strikesOf(bead_id))
    }
  },
})

const standingOf = ({ task, count: strike_count, struckOut }: StrikesView) => ({
  bead_id: task,
  strike_count,
  is_striked_out: struckOut,
})

function check(view: StrikesView): z.input<typeof checked> {
  return {
    ...standingOf(view),
    message: view.struckOut
      ? `Out after ${view.outAt} strikes.`
      : `${view.count} of ${view.outAt} strikes before a review of the design is due.`,
    next_action: view.struckOut ? 'Ask with action get_prompt for the review.' : 'Go on.',
  }
}

function told(recorded: StrikeRecorded): z.input<typeof added> {
  const { task, failures, struckOut, firstStrikeAt = 0, lastStrikeAt = 0, lesson } = recorded
  return {
    ...standingOf(recorded),
    failures: failures.map(({ attempt, reason, at }) => ({ attempt, reason, timestamp: iso(at) })),
    first_strike_at: iso(firstStrikeAt),
    last_strike_at: iso(lastStrikeAt),
    message: struckOut
      ? `Out after ${recorded.outAt} strikes: the design is in question.`
      : `Strike ${recorded.count} of ${recorded.outAt}.`,
    ...(struckOut ? { warning: 'Another fix is not due. Ask with action get_prompt for the review.' } : {}),
    ...(lesson === undefined
      ? {}
      : { memory_store: { information: lesson, metadata: `architecture, 3-strike, ${task}, failure` } }),
  }
}

async function wiped(loop: Loop, task: string) {
  const reason = 'Cleared by swarm_check_strikes.'
  const { cleared } = await loop.clearStrikes({ task, by: 'agent', reason })
  const message = cleared === 0 ? 'There was no strike to clear.' : 'The strikes are cleared.'
  return { ...standingOf(await loop.strikesOf(task)), message }
}

function prompt({ task, struckOut, prompt: text }: StrikesView): z.input<typeof prompted> {
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
