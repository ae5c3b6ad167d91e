import { TRUSTS } from '../../domain/values/session.ts'
import { decides, reads, reports, schema, writes } from './define-verb.ts'

const trust = schema((f) => f.z.enum(TRUSTS).optional())
export const recordBuildInput = schema((f) =>
  f.events['build-finished'].payload
    .omit({ output: true })
    .extend({ run: f.safeId, key: f.key.optional(), occurredAt: f.occurredAt }),
)
export const acknowledgeInput = schema((f) => ({
  run: f.safeId,
  message: f.text,
  agent: f.name.optional(),
  occurredAt: f.occurredAt,
}))
export const startIterationInput = schema((f) => ({
  run: f.safeId.describe('the run'),
  iteration: f.ordinal.describe('its number within the run. Default: the next one').optional(),
  occurredAt: f.occurredAt,
}))
export const recordLearningInput = schema((f) =>
  f.events['learning-captured'].payload.extend({
    learning: f.safeId.optional(),
    lesson: f.z
      .string()
      .trim()
      .min(20)
      .max(2_000)
      .describe('[When or where] + [what to do] + [why, or what happens otherwise], in one sentence'),
    role: f.name.describe('the role it belongs to; default: the agent').optional(),
    why: f.text.describe('why it happened').optional(),
    fixApplied: f.text.describe('what fixed it').optional(),
    trigger: f.z.string().max(200).describe('the situation in which it comes up').optional(),
    category: f.category.describe('what it is about; default: read from its wording').optional(),
    appliesTo: f.names.describe('agents or roles that it is for; default: everyone').optional(),
    sameAs: f.key.describe('the known lesson that it says in other words').optional(),
    insteadOf: f.key.describe('the known lesson that no longer holds because of it').optional(),
    run: f.safeId.optional(),
    occurredAt: f.occurredAt,
    trust: trust(f),
  }),
)
export const chooseGoalInput = schema((f) => ({
  goal: f.key,
  target: f.z.number().min(0).max(1_000_000_000).optional(),
}))

export const learning = {
  recordLearning: reports('POST /v1/learnings', {
    summary: 'Record a lesson.',
    input: recordLearningInput,
    load: async () => (await import('../learning/find-lessons.ts')).recordWithEvidence,
  }),
  acknowledge: reports('POST /v1/acknowledgements', {
    summary: 'Record which shown patterns an agent says it used, from its last message.',
    input: acknowledgeInput,
    load: async () => (await import('../runs/acknowledge.ts')).acknowledge,
  }),
  startIteration: writes('POST /v1/iterations', {
    summary: 'Start the next round of a run.',
    input: startIterationInput,
    load: async () => (await import('../runs/iterations.ts')).startIteration,
  }),
  recordBuild: reports('POST /v1/builds', {
    summary: 'Record how a build or a test run ended.',
    input: recordBuildInput,
    speaksFor: 'a build',
    load: async () => (await import('../runs/record-build.ts')).recordBuild,
  }),
  learn: writes('POST /v1/learn', {
    summary: 'Turn recorded lessons into patterns.',
    input: (f) => ({ steps: f.z.array(f.z.enum(f.steps)).max(f.steps.length).optional() }),
    seals: true,
    load: async () => (await import('../sessions/import-sessions.ts')).learn,
  }),
  goals: reads('GET /v1/goals', {
    summary: 'The goals that you can choose, and the active one.',
    load: async () => (await import('../governance/goals.ts')).listGoals,
  }),
  goal: reads('GET /v1/goals/chosen', {
    summary: 'The goal that a person chose; null if there is none.',
    load: async () => (await import('../views/goal.ts')).chosenGoal,
  }),
  goalStats: reads('GET /v1/goals/stats', {
    summary: 'How often each goal was reached, and with which patterns.',
    input: (f) => ({ limit: f.limit }),
    load: async () => (await import('../governance/goals.ts')).reportGoals,
  }),
  chooseGoal: decides('POST /v1/goals/:goal/choose', {
    summary: 'Choose the goal that runs are measured against, or none.',
    input: chooseGoalInput,
    load: async () => (await import('../governance/goals.ts')).chooseGoal,
  }),
} as const
