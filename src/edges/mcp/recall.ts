import * as z from 'zod'
import { count } from '../../domain/fields.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Injected } from '../../loop/injection/inject.ts'
import type { Loop } from '../../loop/loop.ts'
import { VERBS } from '../../loop/verbs/catalogue.ts'
import { ADDS, type Call, defineTool } from './tool.ts'
import { toolFields } from './verb-tool.ts'

const fields = toolFields(VERBS.inject, ['repository', 'budgetTokens', 'remainingTokens', 'sections'])
const input = z
  .strictObject({
    ...fields,
    task: z.string().trim().min(1).max(100_000).describe('What you are about to do, in your own words.'),
    role: fields.role.optional().describe('Your role in a pipeline, such as builder or judge; left out: agent.'),
    agent: fields.agent.describe('Your name as a named agent, such as plan-writer; not with a role.'),
  })
  .check(({ value, issues }) => {
    if (value.role !== undefined && value.agent !== undefined)
      issues.push({ code: 'custom', message: 'does not go with agent', path: ['role'], input: value })
  })

const output = z.strictObject({
  run: z.string(),
  receipt: z.string().describe('The id of what you were shown; empty if nothing was.'),
  block: z.string().describe('The lessons, as text; empty if none fits.'),
  tokens: count,
  items: z.array(
    z.strictObject({
      pattern: z.string().describe('The id, for why, record_feedback and record_outcome.'),
      text: z.string(),
      standing: z
        .string()
        .describe('Its status, how probable it is that it helps, and from how many runs that is known.'),
      why: z.string(),
    }),
  ),
  note: z.string().optional(),
})
type Told = z.input<typeof output>

export const recall = defineTool({
  name: 'recall',
  title: 'Recall what was learned',
  description:
    'Call it before you begin a task, and again when the task changes: gives the lessons of earlier runs in this project that fit the task, best first, each with its id and why. A receipt is kept, so that what helped can be told from what did not.',
  input,
  output,
  hints: ADDS,
  isAlwaysLoaded: true,
  brief: {
    description:
      'Lessons of earlier runs in this project that fit a task. Call it before a task, and when the task changes.',
    input: z.strictObject({
      task: z.string().describe('What you are about to do.'),
      files: z.array(z.string()).optional().describe('Files it is about.'),
    }),
  },
  run: async (call, asked) => {
    const run = asked.run ?? call.run
    try {
      const files = asked.files?.map(call.host.fromRoot)
      return toldOf(await injected(await call.loop(), { ...asked, files, run }))
    } catch (error) {
      return nothing(call, run, error)
    }
  },
})

function injected(loop: Loop, { agent, role = 'agent', ...work }: z.output<typeof input>) {
  return agent === undefined ? loop.inject({ role, ...work }) : loop.injectForAgent({ agent, ...work })
}

/** The answer without withheld patterns: they are withheld even if the agent asks. */
function toldOf({ run, receipt, block, tokens, items }: Injected): Told {
  const note = items.length === 0 ? { note: 'No lesson fits this task yet.' } : {}
  const told = items.map(({ pattern, text, score, standing = `score ${score.toFixed(2)}`, why }) => {
    return { pattern, text, standing, why }
  })
  return { run, receipt, block, tokens, items: told, ...note }
}

/** Lets an agent continue without its memory; an invalid call is still an error. */
function nothing({ host }: Call, run: string, error: unknown): Told {
  if (error instanceof UserError && error.code === 'input') throw error
  const { message, hint } = host.letGo(error)
  return { run, receipt: '', block: '', tokens: 0, items: [], note: `Nothing this time: ${message}\n${hint}` }
}
