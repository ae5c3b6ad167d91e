/** Where each verb of the loop is found. Server, client, OpenAPI document and reference page are made from this table. */
export const ADDRESSES = {
  status: 'GET /v1/status',
  doctor: 'GET /v1/doctor',
  report: 'GET /v1/report',
  governanceReport: 'GET /v1/report/governance',
  uplift: 'GET /v1/report/uplift',
  calibration: 'GET /v1/report/calibration',
  insights: 'GET /v1/insights',
  graph: 'GET /v1/graph',

  patterns: 'GET /v1/patterns',
  queryPatterns: 'GET /v1/patterns/query',
  pattern: 'GET /v1/patterns/:id',
  why: 'GET /v1/patterns/:id/why',
  patternHistory: 'GET /v1/patterns/:id/history',
  storePattern: 'POST /v1/patterns',
  reinforcePatterns: 'POST /v1/patterns/reinforce',
  penalisePattern: 'POST /v1/patterns/penalise',
  promotePattern: 'POST /v1/patterns/:pattern/promote',
  deprecatePattern: 'POST /v1/patterns/:pattern/deprecate',
  resetPattern: 'POST /v1/patterns/:pattern/reset',
  quarantineSource: 'POST /v1/patterns/quarantine',
  quarantinePattern: 'POST /v1/patterns/:pattern/quarantine',
  releasePattern: 'POST /v1/patterns/:pattern/release',
  editPattern: 'POST /v1/patterns/:pattern/edit',
  mergePatterns: 'POST /v1/patterns/:pattern/merge',

  runs: 'GET /v1/runs',
  run: 'GET /v1/runs/:id',
  receipts: 'GET /v1/receipts',
  receipt: 'GET /v1/receipts/:id',
  whyReceipt: 'GET /v1/receipts/:id/why',
  whyNot: 'GET /v1/receipts/:receipt/why/:pattern',
  timeline: 'GET /v1/timeline',
  daily: 'GET /v1/daily',
  patternFlow: 'GET /v1/flow',
  sessions: 'GET /v1/sessions',
  session: 'GET /v1/sessions/:run',
  settleSession: 'POST /v1/sessions/:run/settle',

  recordLearning: 'POST /v1/learnings',
  acknowledge: 'POST /v1/acknowledgements',
  startIteration: 'POST /v1/iterations',
  recordBuild: 'POST /v1/builds',
  learn: 'POST /v1/learn',
  goals: 'GET /v1/goals',
  goal: 'GET /v1/goals/chosen',
  goalStats: 'GET /v1/goals/stats',
  chooseGoal: 'POST /v1/goals/:goal/choose',

  inject: 'POST /v1/inject',
  injectForAgent: 'POST /v1/inject/agent',
  injectForTool: 'POST /v1/inject/tool',
  injectForPrompt: 'POST /v1/inject/prompt',
  planPrompt: 'POST /v1/inject/plan',

  deliberations: 'GET /v1/deliberations',
  recordDeliberation: 'POST /v1/deliberations',
  correct: 'POST /v1/verdicts',
  recordMerge: 'POST /v1/merges',

  outcomes: 'GET /v1/outcomes',
  refusedOutcomes: 'GET /v1/outcomes/refused',
  recordOutcome: 'POST /v1/outcomes',
  recordRunOutcome: 'POST /v1/outcomes/record',
  recordCi: 'POST /v1/outcomes/ci',
  recordReview: 'POST /v1/outcomes/review',
  importOutcomes: 'POST /v1/outcomes/import',
  recordFeedback: 'POST /v1/feedback',
  recordPlan: 'POST /v1/plans',
  recordScore: 'POST /v1/scores',
  tasks: 'GET /v1/tasks',
  task: 'GET /v1/tasks/:run/:task',
  strategies: 'GET /v1/strategies',
  whyStrategy: 'GET /v1/strategies/:name/why',
  criteria: 'GET /v1/criteria',
  whyCriterion: 'GET /v1/criteria/:name/why',

  errors: 'GET /v1/errors',
  errorContext: 'GET /v1/errors/context',
  recordError: 'POST /v1/errors',
  resolveError: 'POST /v1/errors/:error/resolve',
  strikes: 'GET /v1/strikes',
  strikesOf: 'GET /v1/strikes/:task',
  recordStrike: 'POST /v1/strikes',
  clearStrikes: 'POST /v1/strikes/:task/clear',

  policy: 'GET /v1/policy',
  policyChanges: 'GET /v1/policy/changes',
  setThreshold: 'POST /v1/policy/thresholds/:risk/set',
  adapter: 'GET /v1/adapters/:name',
  whyAdapter: 'GET /v1/adapters/:name/why',
  adapterHistory: 'GET /v1/adapters/:name/history',
  loosenOverlay: 'POST /v1/adapters/:adapter/loosen',
  tightenOverlay: 'POST /v1/adapters/:adapter/tighten',
  acknowledgeFailure: 'POST /v1/adapters/:adapter/acknowledge',
  annotateAdapter: 'POST /v1/adapters/:adapter/annotate',
  agent: 'GET /v1/agents/:name',
  agentHistory: 'GET /v1/agents/:name/history',
  skillHistory: 'GET /v1/skills/:name/history',
  gate: 'POST /v1/gate',
  approvals: 'GET /v1/approvals',
  answerApproval: 'POST /v1/approvals/:approval/answer',
  consensus: 'POST /v1/consensus',

  organisation: 'GET /v1/organisation',
  push: 'POST /v1/push',
  pull: 'POST /v1/pull',

  feed: 'GET /v1/events',
  news: 'GET /v1/news',
  erase: 'POST /v1/events/:event/erase',
  undo: 'POST /v1/undo',
  replay: 'GET /v1/replay',
  verifyReplay: 'GET /v1/replay/verify',
  rebuild: 'POST /v1/rebuild',
  forget: 'POST /v1/forget',
  restore: 'POST /v1/restore',
} as const satisfies Record<string, Address>

export type Address = `${'GET' | 'POST'} /v1/${string}`
export type Addressed = keyof typeof ADDRESSES

export interface Place {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The names in the path that stand for values, in their order. */
  readonly parameters: readonly string[]
}

export function placeOf(address: Address): Place {
  const [method, path] = address.split(' ') as ['GET' | 'POST', string]
  return { method, path, parameters: [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!) }
}
