import * as z from 'zod'
import { passed, type Read, type Reading, refused, taken } from './foreign-record.ts'
import { count, type Fields, has, instant, isFields, label, maybe, parseJson, prose, readAs } from './json-value.ts'
import { readClassified, readPending } from './learning-json.ts'
import { readPatternRow } from './pattern-row.ts'
import {
  readCriterionFeedback,
  readDecompositionPattern,
  readErrorEntry,
  readMaturity,
  readPatternFeedback,
  readStrikes,
  readTaskOutcome,
} from './swarm-json.ts'

/** A finished run in either documented shape; recording the outcome validates the fields. */
function readRunOutcome(value: unknown): Read {
  return isFields(value) ? taken({ kind: 'graded', record: value }) : refused('it is not an object')
}

/** Only the outcomes of `learning-store.json` are facts; the rest follows from them and is recomputed. */
function readLearningStore(store: Fields): Read[] {
  const outcomes = Array.isArray(store.outcomes) ? store.outcomes : []
  const derived = ['patterns', 'reliability', 'policyOverlays'].filter(
    (name) => Array.isArray(store[name]) && (store[name] as unknown[]).length > 0,
  )
  return [
    ...outcomes.map(readRunOutcome),
    ...derived.map((name) => passed(`'${name}' follows from the outcomes and is computed again`)),
  ]
}

const THRESHOLDS = ['lowRiskApprovalThreshold', 'mediumRiskApprovalThreshold', 'highRiskApprovalThreshold']

/** `{"a":{"skillId":"a","runs":2,"score":-0.75}}` */
function isSkillStats(value: Fields): boolean {
  const stats = Object.values(value)
  return stats.length > 0 && stats.every((one) => isFields(one) && has(one, 'skillId', 'runs'))
}

/** Files that a governance loop derives from its outcomes. */
function isDerived(value: Fields): boolean {
  return (
    has(value, 'agent', 'baseWeight', 'reliability') ||
    THRESHOLDS.some((name) => has(value, name)) ||
    isSkillStats(value) ||
    has(value, 'policyDiff') ||
    has(value, 'timestamp', 'runId', 'type', 'data') ||
    has(value, 'generatedAt', 'totalOutcomes')
  )
}

/** A JSON shape: how to recognise it and how to read it. The first match decides. */
interface Shape {
  readonly fits: (value: Fields) => boolean
  readonly read: (value: Fields, fileName: string) => Read | readonly Read[]
}

const SHAPES: readonly Shape[] = [
  { fits: (value) => has(value, 'pattern_to_remember') || value.no_learnings === true, read: pendingOf },
  { fits: (value) => Array.isArray(value.learnings) && has(value, 'schema_version'), read: readClassified },
  { fits: (value) => has(value, 'outcomes', 'version'), read: readLearningStore },
  {
    fits: (value) => Array.isArray(value.patterns),
    read: ({ patterns }) => (patterns as unknown[]).map((row) => readPattern(row)),
  },
  { fits: (value) => has(value, 'bead_id', 'duration_ms'), read: readTaskOutcome },
  { fits: (value) => has(value, 'criterion', 'type'), read: readCriterionFeedback },
  { fits: (value) => has(value, 'pattern_id', 'state'), read: readMaturity },
  { fits: (value) => has(value, 'pattern_id', 'type'), read: readPatternFeedback },
  { fits: (value) => has(value, 'content', 'kind', 'success_count'), read: readDecompositionPattern },
  { fits: (value) => has(value, 'error_type', 'message'), read: readErrorEntry },
  { fits: (value) => has(value, 'strike_count', 'failures'), read: readStrikes },
  { fits: (value) => has(value, 'goal', 'run_id', 'success', 'score'), read: readGoalOutcome },
  { fits: (value) => has(value, 'status', 'iteration', 'run_id', 'timestamp'), read: readBuildResult },
  { fits: (value) => has(value, 'response') && (has(value, 'role') || has(value, 'phase')), read: deliberationOf },
  { fits: (value) => /^(?:PASS|FAIL)$/.test(String(value.verdict)), read: verdictOf },
  {
    fits: (value) =>
      isFields(value.patterns) &&
      Object.values(value.patterns).every((source) => isFields(source) && has(source, 'source_project')),
    read: () => passed('it says where shared patterns came from; the patterns themselves are in org-patterns.json'),
  },
  { fits: isDerived, read: () => passed('it follows from the outcomes and is computed again') },
  {
    fits: (value) => has(value, 'pattern_id', 'score', 'method'),
    read: () => passed('how relevant a pattern is to some work is computed again'),
  },
  {
    fits: (value) => has(value, 'payloadDigest', 'previousHash', 'hash'),
    read: () => passed('an event of a journal stays in its journal; what was learned moves by mettle push and pull'),
  },
  {
    fits: (value) => has(value, 'runId') && (has(value, 'result') || has(value, 'status') || has(value, 'success')),
    read: readRunOutcome,
  },
  {
    fits: ({ items, results }) => Array.isArray(items ?? results),
    read: ({ items, results }, name) => ((items ?? results) as unknown[]).flatMap((row) => readValue(row, name)),
  },
  { fits: (value) => storedIn(value) !== undefined, read: (value, name) => readValue(storedIn(value), name) },
]

/** The record in a row of `semantic-memory list --json`, stored there as JSON text. */
function storedIn({ content, information = content }: Fields): Fields | undefined {
  const parsed = typeof information === 'string' && information.startsWith('{') ? parseJson(information) : {}
  return 'value' in parsed && isFields(parsed.value) ? parsed.value : undefined
}

/** Reads all entries of a JSON text; a list is read entry by entry. */
export function readJson(text: string, fileName: string, line = 1): Reading[] {
  const parsed = parseJson(text)
  if ('problem' in parsed) return [{ line, ...refused(parsed.problem) }]
  const values = Array.isArray(parsed.value) ? parsed.value : [parsed.value]
  return values.flatMap((value) => readValue(value, fileName)).map((read) => ({ line, ...read }))
}

function readValue(value: unknown, fileName: string): readonly Read[] {
  if (!isFields(value)) return [{ kind: 'unknown', reason: 'it is not an object' }]
  const shape = SHAPES.find(({ fits }) => fits(value))
  if (shape === undefined) return [{ kind: 'unknown', reason: `no known file has the fields ${fieldsOf(value)}` }]
  const read = shape.read(value, fileName)
  return Array.isArray(read) ? (read as readonly Read[]) : [read as Read]
}

function fieldsOf(value: Fields): string {
  return (
    Object.keys(value)
      .slice(0, 6)
      .map((name) => name.slice(0, 40))
      .join(', ') || '(none)'
  )
}

function readPattern(row: unknown): Read {
  return isFields(row) && has(row, 'content', 'kind') ? readDecompositionPattern(row) : readPatternRow(row)
}

const goalSchema = z.object({
  goal: label,
  run_id: label,
  success: z.boolean(),
  score: z.number().min(-1_000_000).max(1_000_000),
  metrics: maybe(z.record(z.string().max(200), z.unknown())),
  details: maybe(z.string().max(2_000)),
  evaluated_at: maybe(instant),
})

function readGoalOutcome(value: Fields): Read {
  return readAs(goalSchema, value, ({ run_id, metrics = {}, evaluated_at, goal, success, score, details }) => ({
    kind: 'goal',
    run: run_id,
    goal,
    success,
    score,
    metrics: Object.fromEntries(
      Object.entries(metrics).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
    ),
    details,
    at: evaluated_at,
  }))
}

const buildSchema = z.object({
  status: z.enum(['passed', 'failed']),
  timestamp: instant,
  iteration: z.union([
    count,
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ]),
  run_id: label,
})

function readBuildResult(value: Fields): Read {
  return readAs(buildSchema, value, ({ status, timestamp, iteration, run_id }) => ({
    kind: 'build',
    run: run_id,
    iteration,
    passed: status === 'passed',
    at: timestamp,
  }))
}

/** The whole file of a role; recording the deliberation parses it. */
function deliberationOf(value: Fields): Read {
  return readAs(z.object({ response: prose }), value, () => ({ kind: 'deliberation', text: JSON.stringify(value) }))
}

/** A verdict on its own counts as a deliberation by the validator that the file is named after. */
function verdictOf(value: Fields): Read {
  return taken({ kind: 'deliberation', text: `\`\`\`verdict-json\n${JSON.stringify(value)}\n\`\`\`\n` })
}

/** A note that the agent learned nothing is not imported. */
function pendingOf(value: Fields, fileName: string): Read {
  const said = readPending(value, fileName)
  if (said.kind === 'learning') return taken(said)
  return said.kind === 'refused' ? said : passed(`nothing was learned: ${said.reason.slice(0, 200)}`)
}
