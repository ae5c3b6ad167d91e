import { defineVerb, schema, writes } from './define-verb.ts'

const work = schema((f) => ({
  task: f.z.string().max(8_000).describe('the work, in words').optional(),
  labels: f.names.describe('labels of the work').optional(),
  files: f.paths.describe('files that the work is about, from the root of the repository').optional(),
  phase: f.name.describe('the phase of the work').optional(),
}))
const room = schema((f) => ({
  run: f.safeId.describe('default: a new one').optional(),
  repository: f.name.optional(),
  budgetTokens: f.count.optional(),
  remainingTokens: f.count.optional(),
}))

export const injection = {
  inject: writes('POST /v1/inject', {
    summary: 'The block of patterns for the next run, with a receipt.',
    input: (f) => ({
      role: f.name.describe('the role that will read it, such as builder or judge'),
      agent: f.name.describe('the name of the agent, such as plan-writer').optional(),
      ...work(f),
      ...room(f),
      sections: f.z.boolean().optional(),
    }),
    timed: 'inject',
    load: async () => (await import('../injection/inject.ts')).inject,
  }),
  injectForAgent: writes('POST /v1/inject/agent', {
    summary: 'The block for an agent that starts, with a receipt.',
    input: (f) => ({ agent: f.name, ...work(f), ...room(f) }),
    timed: 'inject',
    load: async () => (await import('../injection/inject-surfaces.ts')).injectForAgent,
  }),
  injectForTool: writes('POST /v1/inject/tool', {
    summary: 'The block for a tool call; usually empty, and then without a receipt.',
    input: (f) => ({
      tool: f.name,
      command: f.z.string().max(100_000).optional(),
      file: f.path.optional(),
      agent: f.name.optional(),
      task: work(f).task,
      ...room(f),
    }),
    timed: 'inject',
    load: async () => (await import('../injection/inject-surfaces.ts')).injectForTool,
  }),
  injectForPrompt: writes('POST /v1/inject/prompt', {
    summary: 'The block for a prompt by a person; usually empty, and then without a receipt.',
    input: (f) => ({ task: f.z.string().max(8_000), agent: f.name.optional(), ...room(f) }),
    timed: 'inject',
    load: async () => (await import('../injection/inject-surfaces.ts')).injectForPrompt,
  }),
  planPrompt: writes('POST /v1/inject/plan', {
    summary: 'What a planner should know before it splits a task, with a receipt.',
    input: (f) => ({ role: f.name.optional(), agent: f.name.optional(), ...work(f), ...room(f) }),
    load: async () => (await import('../runs/plans.ts')).planPrompt,
  }),
  keepPrecomputed: defineVerb({
    summary: 'Write the files that hooks read, if anything changed; returns whether it did.',
    load: async () => (await import('../views/precompute.ts')).keepPrecomputed,
  }),
  withheldFrom: defineVerb({
    summary: 'Which of the given patterns are withheld from a run.',
    load: async () => (await import('../injection/find-receipt.ts')).withheldFrom,
  }),
} as const
