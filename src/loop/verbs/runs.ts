import { RUN_STATES } from '../../domain/values/outcome.ts'
import { reads, schema, writes } from './define-verb.ts'

/** What an event can be about. */
export const SUBJECT = /^(pattern|adapter|task|error|approval|criterion|score|deliberation|review|verdict)\/./
export const SUBJECT_RULE = `is not KIND/ID, where KIND is ${SUBJECT.source.slice(2, -4).replaceAll('|', ', ')}`

const one = schema((f) => ({ id: f.key.describe('its id') }))
export const timelineInput = schema((f) => ({
  types: f.z.array(f.z.enum(f.eventNames)).max(100).describe('such as outcome-recorded; any version').optional(),
  run: f.safeId.optional(),
  subject: f.z.string().max(300).regex(SUBJECT, SUBJECT_RULE).describe('pattern/ID, for example').optional(),
  before: f.count.describe('a position, for the next page').optional(),
  limit: f.limit,
}))
export const runsInput = schema((f) => ({
  ids: f.z.array(f.safeId).max(100).describe('only these, whatever their result').optional(),
  result: f.z.enum(RUN_STATES).describe('only those with this result; open means no outcome yet').optional(),
  limit: f.limit,
  offset: f.count.optional(),
}))

export const runs = {
  runs: reads('GET /v1/runs', {
    summary: 'Runs, the most recently active first.',
    input: runsInput,
    load: async () => (await import('../runs/list-runs.ts')).listRuns,
  }),
  run: reads('GET /v1/runs/:id', {
    summary: 'One run: its patterns, its receipts, and what happened in it.',
    input: one,
    args: ['id'],
    load: async () => (await import('../runs/list-runs.ts')).showRun,
  }),
  receipts: reads('GET /v1/receipts', {
    summary: 'What runs were shown, newest first.',
    input: (f) => ({ run: f.safeId.optional(), pattern: f.safeId.optional(), limit: f.limit }),
    names: { run: 'run', pattern: 'pattern' },
    load: async () => (await import('../runs/list-runs.ts')).listReceipts,
  }),
  receipt: reads('GET /v1/receipts/:id', {
    summary: 'One receipt, with the text of its patterns.',
    input: one,
    args: ['id'],
    names: { id: 'receipt' },
    load: async () => (await import('../runs/list-runs.ts')).showReceipt,
  }),
  whyReceipt: reads('GET /v1/receipts/:id/why', {
    summary: 'Why each pattern of a block was shown, and what was left out.',
    input: one,
    args: ['id'],
    names: { id: 'receipt' },
    load: async () => (await import('../injection/why-not.ts')).whyReceipt,
  }),
  whyNot: reads('GET /v1/receipts/:receipt/why/:pattern', {
    summary: 'Why a pattern was not in a receipt at the time, and what would change that.',
    input: (f) => ({ receipt: f.key, pattern: f.key }),
    names: { receipt: 'receipt' },
    load: async () => (await import('../injection/why-not.ts')).whyNot,
  }),
  timeline: reads('GET /v1/timeline', {
    summary: 'Events in plain words, newest first.',
    input: timelineInput,
    names: { run: 'run', subject: 'subject' },
    load: async () => (await import('../facts/facts-about.ts')).timeline,
  }),
  daily: reads('GET /v1/daily', {
    summary: 'Injections and outcomes day by day.',
    input: (f) => ({ days: f.z.int().min(1).max(3_650).optional() }),
    load: async () => (await import('../reports/overview.ts')).daily,
  }),
  patternHistory: reads('GET /v1/patterns/:id/history', {
    summary: 'The status of a pattern after each event about it.',
    input: one,
    args: ['id'],
    load: async () => (await import('../patterns/histories.ts')).patternHistory,
  }),
  adapterHistory: reads('GET /v1/adapters/:name/history', {
    summary: 'How reliable an adapter was after each graded run.',
    input: (f) => ({ name: f.key }),
    args: ['name'],
    load: async () => (await import('../patterns/histories.ts')).adapterHistory,
  }),
  agentHistory: reads('GET /v1/agents/:name/history', {
    summary: 'How much an agent was trusted after each run that it voted on.',
    input: (f) => ({ name: f.key }),
    args: ['name'],
    load: async () => (await import('../governance/calibration.ts')).agentHistory,
  }),
  skillHistory: reads('GET /v1/skills/:name/history', {
    summary: 'How well runs with a skill ended, after each of them.',
    input: (f) => ({ name: f.key }),
    args: ['name'],
    load: async () => (await import('../governance/calibration.ts')).skillHistory,
  }),
  sessions: reads('GET /v1/sessions', {
    summary: 'Sessions of clients, the most recently active first.',
    input: (f) => ({ client: f.client.describe('only those of this client').optional(), limit: f.limit }),
    load: async () => (await import('../sessions/list-sessions.ts')).listSessions,
  }),
  session: reads('GET /v1/sessions/:run', {
    summary: 'One session: what happened, what it was shown, how it ended, what was learned.',
    input: (f) => ({ run: f.key.describe('the session: its id, or enough of its beginning to be unique') }),
    args: ['run'],
    load: async () => (await import('../sessions/show-session.ts')).showSession,
  }),
  settleSession: writes('POST /v1/sessions/:run/settle', {
    summary: 'Process a session now, as far as it is recorded.',
    input: (f) => ({ run: f.key }),
    seals: true,
    load: async () => (await import('../sessions/settle-session.ts')).settleSession,
  }),
} as const
