import { PATTERN_SORTS, STATUSES } from '../../domain/values/pattern.ts'
import { decides, defineVerb, reads, reports, schema, writes } from './define-verb.ts'

const pattern = schema((f) => f.key.describe('the pattern'))
const reason = schema((f) => f.reason.describe('why; it is kept and shown'))
export const decision = schema((f) => ({
  pattern: pattern(f),
  reason: reason(f),
  axes: f.z.array(f.axis).min(1).max(2).describe('default: both').optional(),
  occurredAt: f.occurredAt,
}))
const quarantine = schema((f) => ({ pattern: pattern(f), reason: reason(f) }))
const one = schema((f) => ({ id: f.key.describe('its id, or enough of its beginning to be unique') }))
const axes = schema((f) =>
  f.z.boolean().describe('with lifecycle, maturity, success rate, flag and score of the source systems').optional(),
)
const byHand = schema((f) => ({ reason: f.reason, run: f.safeId.optional(), occurredAt: f.occurredAt }))
export const patternsInput = schema((f) => ({
  status: f.z.enum(STATUSES).optional(),
  role: f.name.optional(),
  category: f.name.optional(),
  strength: f.name.optional(),
  polarity: f.name.optional(),
  trust: f.name.optional(),
  tag: f.name.describe('a tag, or a label of the work in which it was seen').optional(),
  search: f.z.string().min(1).max(8_000).describe('words to look for').optional(),
  nearestFirst: f.z.boolean().optional(),
  sort: f.z.enum(PATTERN_SORTS).optional(),
  offset: f.count.optional(),
  reverse: f.z.boolean().describe('reverse the order').optional(),
  axes: axes(f),
  all: f.z.boolean().describe('also patterns that agents are not shown').optional(),
  limit: f.limit,
}))
export const storePatternInput = schema((f) => ({
  role: f.name,
  text: f.line,
  deliberation: f.safeId.optional(),
  appliesTo: f.names.optional(),
  tags: f.names.optional(),
}))
export const addRuleInput = schema((f) => ({
  text: f.line.describe('the rule'),
  at: f.path.describe('the file or folder that it is for. Default: all').optional(),
  role: f.name.describe('the role or agent that it is for. Default: all').optional(),
}))
export const quarantineSourceInput = schema((f) => ({
  run: f.key.optional(),
  source: f.key.optional(),
  dryRun: f.z.boolean().optional(),
  reason: f.reason,
}))
export const acceptFoundInput = schema((f) => ({
  pattern: f.key,
  text: f.line.describe('other words for it').optional(),
}))
export const removeRuleInput = schema((f) => ({
  rule: f.key.describe('its id, or enough of its beginning to be unique'),
  reason: f.reason.optional(),
}))

export const patterns = {
  patterns: reads('GET /v1/patterns', {
    summary: 'Patterns with their status, those that agents see first.',
    input: patternsInput,
    load: async () => (await import('../patterns/patterns.ts')).patternViews,
  }),
  queryPatterns: reads('GET /v1/patterns/query', {
    summary: 'The patterns that a role may see, scored for some work; leaves no receipt.',
    input: (f) => ({
      role: f.name,
      labels: f.names.optional(),
      files: f.paths.optional(),
      phase: f.name.optional(),
      repository: f.name.optional(),
      limit: f.limit,
    }),
    load: async () => (await import('../patterns/find-pattern.ts')).queryPatterns,
  }),
  pattern: reads('GET /v1/patterns/:id', {
    summary: 'Everything about one pattern.',
    input: (f) => ({ ...one(f), axes: axes(f) }),
    args: ['id', '...'],
    load: async () => (await import('../patterns/patterns.ts')).fullPattern,
  }),
  why: reads('GET /v1/patterns/:id/why', {
    summary: 'The status of a pattern, with the evidence behind it.',
    input: one,
    args: ['id'],
    load: async () => (await import('../patterns/patterns.ts')).why,
  }),
  storePattern: reports('POST /v1/patterns', {
    summary: 'Store a pattern that a role stated.',
    input: storePatternInput,
    names: { deliberation: 'deliberation' },
    load: async () => (await import('../learning/store-pattern.ts')).storePattern,
  }),
  reinforcePatterns: writes('POST /v1/patterns/reinforce', {
    summary: 'Report that evidence confirmed patterns; a run grades a pattern once.',
    input: (f) => ({
      patterns: f.z.array(f.key).min(1).max(200),
      evidenceLevel: f.z.union([f.z.literal(1), f.z.literal(2), f.z.literal(3)]).optional(),
      ...byHand(f),
    }),
    by: true,
    reports: true,
    load: async () => (await import('../patterns/grade-pattern.ts')).reinforcePatterns,
  }),
  penalisePattern: writes('POST /v1/patterns/penalise', {
    summary: 'Report that a pattern was a false positive; a run grades a pattern once.',
    input: (f) => ({ pattern: f.z.union([f.key, f.z.strictObject({ role: f.name, text: f.line })]), ...byHand(f) }),
    by: true,
    reports: true,
    load: async () => (await import('../patterns/grade-pattern.ts')).penalisePattern,
  }),
  rules: reads('GET /v1/rules', {
    summary: 'The rules of people that agents are shown first at every start, the latest first.',
    load: async () => (await import('../learning/person-rules.ts')).listRules,
  }),
  addRule: decides('POST /v1/rules', {
    summary: 'Give agents a rule, in your words, at the start of every session.',
    input: addRuleInput,
    load: async () => (await import('../learning/person-rules.ts')).addRule,
  }),
  removeRule: decides('POST /v1/rules/:rule/remove', {
    summary: 'Remove a rule, so that agents no longer see it.',
    input: removeRuleInput,
    load: async () => (await import('../learning/person-rules.ts')).removeRule,
  }),
  review: reads('GET /v1/review', {
    summary: 'Lessons found in sessions that nobody has confirmed; agents do not see them.',
    load: async () => (await import('../learning/review.ts')).listFound,
  }),
  acceptFound: decides('POST /v1/review/:pattern/accept', {
    summary: 'Turn a lesson that code found into a rule, in its words or in yours.',
    input: acceptFoundInput,
    load: async () => (await import('../learning/review.ts')).acceptFound,
  }),
  promotePattern: decides('POST /v1/patterns/:pattern/promote', {
    summary: 'Make a pattern your rule.',
    input: decision,
    load: async () => (await import('../patterns/decide-pattern.ts')).promotePattern,
  }),
  deprecatePattern: decides('POST /v1/patterns/:pattern/deprecate', {
    summary: 'Retire a pattern.',
    input: decision,
    load: async () => (await import('../patterns/decide-pattern.ts')).deprecatePattern,
  }),
  resetPattern: decides('POST /v1/patterns/:pattern/reset', {
    summary: 'Withdraw your decision about a pattern, so that evidence decides again.',
    input: decision,
    load: async () => (await import('../patterns/decide-pattern.ts')).resetPattern,
  }),
  quarantinePattern: decides('POST /v1/patterns/:pattern/quarantine', {
    summary: 'Quarantine a pattern, so that agents do not see it.',
    input: quarantine,
    load: async () => (await import('../patterns/quarantine.ts')).quarantinePattern,
  }),
  quarantineSource: decides('POST /v1/patterns/quarantine', {
    summary: 'Quarantine every pattern that comes from one run or source alone.',
    input: quarantineSourceInput,
    names: { run: 'run' },
    load: async () => (await import('../patterns/quarantine.ts')).quarantineSource,
  }),
  releasePattern: decides('POST /v1/patterns/:pattern/release', {
    summary: 'Vouch for a quarantined pattern, so that agents may see it.',
    input: quarantine,
    load: async () => (await import('../patterns/quarantine.ts')).releasePattern,
  }),
  editPattern: decides('POST /v1/patterns/:pattern/edit', {
    summary: 'Change the words or the kind of a pattern.',
    input: (f) => f.events['pattern-edited'].payload.omit({ by: true, textHash: true }),
    load: async () => (await import('../patterns/edit-pattern.ts')).editPattern,
  }),
  mergePatterns: decides('POST /v1/patterns/:pattern/merge', {
    summary: 'Merge two patterns that mean the same.',
    input: (f) => ({
      pattern: f.key.describe('the pattern to merge, which is no longer shown'),
      into: f.key.describe('the pattern to keep'),
      reason: reason(f),
    }),
    load: async () => (await import('../patterns/merge-patterns.ts')).mergePatterns,
  }),
  checkCitations: defineVerb({
    summary: 'Check whether the code that patterns cite is still there, and record what changed.',
    load: async () => (await import('../patterns/cited-lines.ts')).checkCitations,
  }),
} as const
