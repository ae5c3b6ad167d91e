import { decides, defineVerb, reads, schema } from './define-verb.ts'

export const pushInput = schema((f) => ({
  patterns: f.z.array(f.key).max(1_000).describe('left out: all that are worth sharing').optional(),
  all: f.z.boolean().optional(),
  dryRun: f.z.boolean().optional(),
}))

export const exchange = {
  organisation: reads('GET /v1/organisation', {
    summary: 'What the organisation holds, and from whom.',
    load: async () => (await import('../exchange/organisation.ts')).organisation,
  }),
  push: decides('POST /v1/push', {
    summary: 'Share patterns with your organisation, with the evidence for them.',
    input: pushInput,
    load: async () => (await import('../exchange/push.ts')).push,
  }),
  pull: defineVerb({
    address: 'POST /v1/pull',
    role: 'approve',
    summary: 'Get the patterns that others share with your organisation.',
    input: (f) => ({ dryRun: f.z.boolean().optional() }),
    load: async () => (await import('../exchange/pull.ts')).pull,
  }),
  importFiles: defineVerb({
    summary: 'Import what other systems left in files.',
    load: async () => (await import('../exchange/import-files.ts')).importFiles,
  }),
  importSessions: defineVerb({
    summary: 'Learn from the sessions that agents kept on this machine.',
    seals: true,
    load: async () => (await import('../sessions/learn.ts')).importSessions,
  }),
  exportFiles: defineVerb({
    summary: 'Write what the journal knows in files that other systems read.',
    load: async () => (await import('../exchange/export-files.ts')).exportFiles,
  }),
} as const
