import * as z from 'zod'
import { category } from '../domain/events/fields.ts'
import { schemaProblem } from '../domain/schema-problem.ts'
import { GOAL } from '../engine/goal.ts'
import { RETENTION, type Retention } from '../engine/retention.ts'
import { type Reading, refused, taken } from './foreign-record.ts'
import { readSmallYaml, YamlProblem } from './small-yaml.ts'

const amount = z.number().min(0).max(1_000_000_000)

/** Of these, none or nothing would mean that everything goes. */
const LEAST: { readonly [N in keyof Retention]?: number } = {
  maxRuns: 1,
  maxSessions: 1,
  lockStaleHours: 0.01,
}

const retentionSchema = z.strictObject(
  Object.fromEntries(
    (Object.keys(RETENTION) as (keyof Retention)[]).map((name) => [
      snakeCase(name),
      amount.min(LEAST[name] ?? 0).optional(),
    ]),
  ),
)

/** `maxLogLines` is `max_log_lines` there. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const criteria = z.object({
  type: z.enum(['threshold', 'binary']),
  metric: z.string().max(200).optional(),
  target: amount.optional(),
  direction: z.enum(['below', 'above']).optional(),
  test_command: z.string().max(2_000).optional(),
})

const goalSchema = z.strictObject({
  active_goal: z.string().min(1).max(200),
  goals: z
    .record(
      z.string().max(200),
      z.object({
        description: z.string().min(10).max(2_000),
        pattern_priority: z.array(category).optional(),
        success_criteria: criteria.optional(),
        metrics: z.array(z.string().max(200)).max(50).optional(),
      }),
    )
    .optional(),
})

export function readRetention(text: string): Reading[] {
  return readSettings(text, retentionSchema, (values) =>
    Object.keys(RETENTION).flatMap((name) => {
      const value = (values as Record<string, number | undefined>)[snakeCase(name)]
      return value === undefined ? [] : [{ key: `retention.${name}`, value }]
    }),
  )
}

/** A command of a goal is named to the reader as a text. It is never run from here. */
export function readGoal(text: string): Reading[] {
  return readSettings(text, goalSchema, ({ active_goal, goals = {} }) => [
    { key: 'goal.active', value: active_goal },
    ...Object.entries(goals).flatMap(([name, goal]) => [
      ...(goal.pattern_priority === undefined
        ? []
        : [{ key: `goal.${name}.priority`, value: goal.pattern_priority }]),
      ...(goal.success_criteria?.target === undefined
        ? []
        : [{ key: `goal.${name}.target`, value: goal.success_criteria.target }]),
      ...(goal.success_criteria?.test_command === undefined
        ? []
        : [{ key: `goal.${name}.testCommand`, value: goal.success_criteria.test_command }]),
    ]),
  ])
}

export function writeRetention(retention: Retention = RETENTION): string {
  return Object.entries(retention)
    .map(([name, value]) => `${snakeCase(name)}: ${value}\n`)
    .join('')
}

const PRIORITY = '[mistake, pattern, convention, insight]'

/** The documented goals with the targets of the law; text of no one else is in it. */
export function writeGoal(active = 'reduce-failures'): string {
  const goal = (name: string, description: string, success: string, metrics: string) =>
    `  ${name}:\n    description: "${description}"\n    pattern_priority: ${PRIORITY}\n    success_criteria: {${success}}\n    metrics: [${metrics}]\n`
  const threshold = (metric: string, target: number, direction: string) =>
    `type: threshold, metric: ${metric}, target: ${target}, direction: ${direction}`
  return [
    `active_goal: ${JSON.stringify(active)}\ngoals:\n`,
    goal(
      'reduce-failures',
      'Finish tasks in fewer iterations',
      threshold('iterations', GOAL.targetIterations, 'below'),
      'iterations_to_complete, error_count',
    ),
    goal(
      'swe-bench',
      'Make the tests pass',
      'type: binary, test_command: "pytest tests/ -x"',
      'tests_passed',
    ),
    goal(
      'minimize-tokens',
      'Spend fewer tokens on a task',
      threshold('total_tokens', GOAL.targetTokens, 'below'),
      'total_tokens',
    ),
    goal(
      'maximize-coverage',
      'Cover more of the code by tests',
      threshold('coverage_percent', GOAL.targetCoveragePercent, 'above'),
      'coverage_percent',
    ),
  ].join('')
}

interface Setting {
  readonly key: string
  readonly value: string | number | readonly string[]
}

function readSettings<S extends z.ZodType>(
  text: string,
  schema: S,
  settingsOf: (values: z.output<S>) => readonly Setting[],
): Reading[] {
  try {
    const value = readSmallYaml(text)
    const checked = schema.safeParse(value)
    if (!checked.success)
      return checked.error.issues.map((issue) => ({
        line: 1,
        ...refused(schemaProblem(issue, value, 'the file')),
      }))
    return settingsOf(checked.data).map((setting) => ({ line: 1, ...taken({ kind: 'setting', ...setting }) }))
  } catch (error) {
    if (error instanceof YamlProblem) return [{ line: error.line, ...refused(error.message) }]
    throw error
  }
}
