import { defineVerb, reads } from './define-verb.ts'

export const reports = {
  status: reads('GET /v1/status', {
    summary: 'Whether sessions are recorded, and what Mettle has learned.',
    load: async () => (await import('../reports/overview.ts')).status,
  }),
  doctor: reads('GET /v1/doctor', {
    summary: 'Problems in the setup, and how to fix them.',
    input: (f) => ({
      onlyNew: f.z.boolean().describe('verify only the part of the chain that is new since the last check').optional(),
      full: f.z.boolean().describe('verify every event of a long journal, not only the newest').optional(),
    }),
    load: async () => (await import('../reports/doctor.ts')).doctor,
  }),
  report: reads('GET /v1/report', {
    summary: 'Whether Mettle helps, and which patterns matter.',
    load: async () => (await import('../reports/overview.ts')).report,
  }),
  governanceReport: reads('GET /v1/report/governance', {
    summary: 'The reliability of adapters and agents, and the active policy.',
    load: async () => (await import('../governance/governance-report.ts')).governanceReport,
  }),
  uplift: reads('GET /v1/report/uplift', {
    summary: 'The effect of showing patterns on how runs end, measured by withholding some at random.',
    input: (f) => ({
      pattern: f.key.describe('only this pattern, by its id or the beginning of it').optional(),
      limit: f.limit,
    }),
    load: async () => (await import('../reports/uplift.ts')).uplift,
  }),
  calibration: reads('GET /v1/report/calibration', {
    summary: 'How well predictions matched how runs ended.',
    load: async () => (await import('../governance/calibration.ts')).calibration,
  }),
  insights: reads('GET /v1/insights', {
    summary: 'How roles judge, whether they agree, and which findings recur.',
    input: (f) => ({
      trends: f.z.boolean().describe('also compare the last 14 days with the 14 before').optional(),
      skills: f.z.boolean().describe('also show how the runs that used each skill ended').optional(),
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
    summary: 'Compare the settings of a file with the current ones, over the history of this project.',
    load: async () => (await import('../injection/backtest.ts')).backtest,
  }),
} as const
