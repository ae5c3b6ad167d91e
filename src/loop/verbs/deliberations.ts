import { TRUSTS } from '../../domain/values/session.ts'
import { reads, reports, schema } from './define-verb.ts'

const recorded = schema((f) =>
  f.events['deliberation-recorded'].payload.pick({
    phase: true,
    issue: true,
    iteration: true,
    status: true,
    model: true,
    durationMs: true,
    tokens: true,
  }),
)
export const correctInput = schema((f) => ({
  adversarialRole: f.name.optional(),
  validatorRole: f.name.optional(),
  verdict: f.text.describe("the validator's report, with its verdict block"),
  run: f.safeId.optional(),
  deliberation: f.safeId.optional(),
  changedFiles: f.paths.optional(),
  occurredAt: f.occurredAt,
}))
export const recordMergeInput = schema((f) => ({
  run: f.safeId,
  kept: f.z.boolean(),
  reference: f.name.optional(),
  reason: f.line.optional(),
  occurredAt: f.occurredAt,
}))
export const deliberationsInput = schema((f) => ({
  run: f.safeId.describe('only those of this run').optional(),
  role: f.name.describe('only those of this role').optional(),
  issue: f.name.describe('only those about this issue').optional(),
  limit: f.limit,
}))
export const recordDeliberationInput = schema((f) =>
  recorded(f).extend({
    text: f.text,
    role: f.name.optional(),
    labels: f.names.optional(),
    format: f.z.enum(['json', 'markdown']).optional(),
    name: f.name.describe('the name of its file, such as 42-judge-1.json').optional(),
    changedFiles: f.paths.optional(),
    run: f.safeId.optional(),
    deliberation: f.safeId.optional(),
    trust: f.z.enum(TRUSTS).optional(),
  }),
)

export const deliberations = {
  deliberations: reads('GET /v1/deliberations', {
    summary: 'Recorded deliberations, newest first.',
    input: deliberationsInput,
    names: { run: 'run' },
    load: async () => (await import('../runs/record-deliberation.ts')).listDeliberations,
  }),
  recordDeliberation: reports('POST /v1/deliberations', {
    summary: 'Record what a role wrote, and the patterns it states.',
    input: recordDeliberationInput,
    load: async () => (await import('../runs/record-deliberation.ts')).recordDeliberation,
  }),
  correct: reports('POST /v1/verdicts', {
    summary: 'Apply the verdict of a validator.',
    input: correctInput,
    names: { deliberation: 'deliberation' },
    load: async () => (await import('../runs/apply-verdict.ts')).correct,
  }),
  recordMerge: reports('POST /v1/merges', {
    summary: 'Record that the work of a run was merged or reverted.',
    input: recordMergeInput,
    speaksFor: 'those who merge or revert work',
    names: { run: 'run' },
    load: async () => (await import('../runs/record-merge.ts')).recordMerge,
  }),
} as const
