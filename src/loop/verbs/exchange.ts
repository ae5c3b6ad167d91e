import { decides, defineVerb, reads, schema } from './define-verb.ts'

export const pushInput = schema((f) => ({
  patterns: f.z.array(f.key).max(1_000).describe('default: all that are worth sharing').optional(),
  all: f.z.boolean().optional(),
  dryRun: f.z.boolean().optional(),
}))

export const exchange = {
  organisation: reads('GET /v1/organisation', {
    summary: 'The patterns that your organisation shares, and who shared them.',
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
    summary: 'Import files of other systems.',
    load: async () => (await import('../exchange/import-files.ts')).importFiles,
  }),
  importSessions: defineVerb({
    summary: 'Learn from the sessions that agents kept on this machine.',
    seals: true,
    load: async () => (await import('../sessions/import-sessions.ts')).importSessions,
  }),
  exportFiles: defineVerb({
    summary: 'Export patterns, events or reports to files that other systems read.',
    load: async () => (await import('../exchange/export-files.ts')).exportFiles,
  }),
} as const
