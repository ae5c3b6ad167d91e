import { decides, defineVerb, reads, schema } from './define-verb.ts'

const after = schema((f) => f.count.describe('a position of the journal').optional())
export const feedInput = schema((f) => ({
  after: after(f),
  types: f.z.array(f.z.string().max(100)).max(100).optional(),
  run: f.safeId.optional(),
  limit: f.z.int().min(1).max(1_000).optional(),
}))

export const journal = {
  feed: reads('GET /v1/events', {
    summary: 'Events after a position, as they are in the journal, oldest first.',
    input: feedInput,
    names: { run: 'run' },
    load: async () => (await import('../journal/feed.ts')).feed,
  }),
  news: reads('GET /v1/news', {
    summary: 'Which kinds of events came after a position, and which patterns and runs they are about.',
    input: (f) => ({ after: after(f) }),
    load: async () => (await import('../journal/feed.ts')).news,
  }),
  erase: decides('POST /v1/events/:event/erase', {
    summary: 'Erase the content of one event for good.',
    input: (f) => ({ event: f.key, reason: f.reason }),
    names: { event: 'event' },
    load: async () => (await import('../journal/erase.ts')).erase,
  }),
  undo: decides('POST /v1/undo', {
    summary: 'Undo an event, or everything from one run or source; an undo can be undone.',
    input: (f) => ({
      event: f.key.describe('an event, or an earlier undo').optional(),
      run: f.key.optional(),
      source: f.key.describe('a person, a client, an entry point, a kind of source or a pulled project').optional(),
      alone: f.z.boolean().describe('leave what was concluded from it').optional(),
      dryRun: f.z.boolean().optional(),
      reason: f.reason,
    }),
    names: { event: 'event', run: 'run' },
    load: async () => (await import('../journal/undo.ts')).undo,
  }),
  replay: reads('GET /v1/replay', {
    summary: 'Patterns, policy and report as they were at a time.',
    input: (f) => ({ asOf: f.z.int().min(0).describe('epoch milliseconds'), all: f.z.boolean().optional() }),
    load: async () => (await import('../reports/replay.ts')).replay,
    alone: true,
  }),
  verifyReplay: defineVerb({
    address: 'GET /v1/replay/verify',
    role: 'approve',
    summary: 'Whether recomputing the journal gives exactly what is stored.',
    load: async () => (await import('../reports/replay.ts')).verifyReplay,
    alone: true,
  }),
  rebuild: defineVerb({
    address: 'POST /v1/rebuild',
    role: 'approve',
    summary: 'Recompute everything from the events in the journal.',
    load: async () => (await import('../journal/erase.ts')).rebuild,
  }),
  forget: defineVerb({
    address: 'POST /v1/forget',
    role: 'approve',
    summary: 'Archive the text of old events.',
    input: (f) => ({ dryRun: f.z.boolean().optional() }),
    load: async () => (await import('../learning/retain.ts')).forget,
  }),
  restore: defineVerb({
    address: 'POST /v1/restore',
    role: 'approve',
    summary: 'Put archived text back into the journal.',
    load: async () => (await import('../journal/archive.ts')).restore,
  }),
  settleRestored: defineVerb({
    summary: 'After the journal was replaced, rewrite the files next to it, and seal it.',
    load: async () => (await import('../journal/erase.ts')).settleRestored,
    seals: true,
  }),
} as const
