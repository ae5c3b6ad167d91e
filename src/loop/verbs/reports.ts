import { defineVerb, reads } from './define-verb.ts'

export const reports = {
  status: reads('GET /v1/status', {
    summary: 'Whether the loop is alive, and what it holds.',
    load: async () => (await import('../reports/overview.ts')).status,
  }),
  doctor: reads('GET /v1/doctor', {
    summary: 'What goes wrong silently, and how to fix it.',
    input: (f) => ({
      onlyNew: f.z.boolean().describe('verify of the chain what came since the server last did').optional(),
      full: f.z.boolean().describe('verify every event of a long journal, not only the newest').optional(),
    }),
    load: async () => (await import('../reports/doctor.ts')).doctor,
  }),
  report: reads('GET /v1/report', {
    summary: 'How runs end, and which patterns carry weight.',
    load: async () => (await import('../reports/overview.ts')).report,
  }),
  governanceReport: reads('GET /v1/report/governance', {
    summary: 'The reliability of adapters and agents, and the active policy.',
    load: async () => (await import('../governance/governance-report.ts')).governanceReport,
  }),
  uplift: reads('GET /v1/report/uplift', {
    summary: 'What showing patterns changes about how runs end, measured by what was withheld at random.',
    input: (f) => ({
      pattern: f.key.describe('only this pattern, by its id or the beginning of it').optional(),
      limit: f.limit,
    }),
    load: async () => (await import('../reports/uplift.ts')).uplift,
  }),
  calibration: reads('GET /v1/report/calibration', {
    summary: 'How well what receipts predicted agrees with how runs ended.',
    load: async () => (await import('../governance/calibration.ts')).calibration,
  }),
  insights: reads('GET /v1/insights', {
    summary: 'How the roles judge, whether they agree, and what keeps coming back.',
    input: (f) => ({
      trends: f.z.boolean().describe('the last 14 days against the 14 before, too').optional(),
      skills: f.z.boolean().describe('how the runs end that use each skill, too').optional(),
      role: f.name.describe('only this role, and the pairs it is in').optional(),
      phase: f.name.describe('only this phase of the work').optional(),
    }),
    load: async () => (await import('../reports/insights.ts')).insights,
  }),
  graph: reads('GET /v1/graph', {
    summary: 'What the newest graded runs led to, oldest first.',
    input: (f) => ({ runs: f.limit }),
    load: async () => (await import('../reports/overview.ts')).graph,
  }),
  backtest: defineVerb({
    summary: 'The settings of a file beside the present ones, over the history of this project.',
    load: async () => (await import('../injection/backtest.ts')).backtest,
  }),
} as const
