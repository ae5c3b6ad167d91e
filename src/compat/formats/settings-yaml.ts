import * as z from 'zod'
import { category } from '../../domain/fields.ts'
import { schemaProblem } from '../../domain/schema-problem.ts'
import { present } from '../../domain/sets.ts'
import { BUILT_IN_GOALS, type GoalDefinition } from '../../engine/governance/goal.ts'
import { RETENTION, type Retention } from '../../engine/laws/retention.ts'
import { type Reading, refused, taken } from './foreign-record.ts'
import { readSmallYaml, YamlProblem } from './small-yaml.ts'

const amount = z.number().min(0).max(1_000_000_000)

/** Lowest allowed values: 0 would remove everything. */
const LEAST: { readonly [N in keyof Retention]?: number } = { maxRuns: 1, maxSessions: 1, lockStaleHours: 0.01 }

const retentionSchema = z.strictObject(
  Object.fromEntries(
    (Object.keys(RETENTION) as (keyof Retention)[]).map((name) => [
      snakeCase(name),
      amount.min(LEAST[name] ?? 0).optional(),
    ]),
  ),
)

/** `maxLogLines` becomes `max_log_lines`. */
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

/** The command of a goal is returned as text only; it is never run. */
export function readGoal(text: string): Reading[] {
  return readSettings(text, goalSchema, ({ active_goal, goals = {} }) => [
    { key: 'goal.active', value: active_goal },
    ...Object.entries(goals).flatMap(([name, goal]) =>
      present([
        goal.pattern_priority !== undefined && { key: `goal.${name}.priority`, value: goal.pattern_priority },
        goal.success_criteria?.target !== undefined && {
          key: `goal.${name}.target`,
          value: goal.success_criteria.target,
        },
        goal.success_criteria?.test_command !== undefined && {
          key: `goal.${name}.testCommand`,
          value: goal.success_criteria.test_command,
        },
      ]),
    ),
  ])
}

export function writeRetention(retention: Retention = RETENTION): string {
  return Object.entries(retention)
    .map(([name, value]) => `${snakeCase(name)}: ${value}\n`)
    .join('')
}

/** For each kind of goal: when it counts as met, and which metrics it uses. */
const MEASURES: {
  readonly [K in GoalDefinition['kind']]: { readonly met: string; readonly counted: string }
} = {
  'reduce-failures': {
    met: 'type: threshold, metric: iterations, direction: below',
    counted: 'iterations_to_complete, error_count',
  },
  'minimize-tokens': { met: 'type: threshold, metric: total_tokens, direction: below', counted: 'total_tokens' },
  'maximize-coverage': {
    met: 'type: threshold, metric: coverage_percent, direction: above',
    counted: 'coverage_percent',
  },
  'swe-bench': { met: 'type: binary', counted: 'tests_passed' },
  custom: { met: 'type: binary', counted: 'exit_code' },
}

/** Writes the selectable goals. The format requires an active one: without a choice, its own default, with a comment that says so. */
export function writeGoal(goals: readonly GoalDefinition[] = BUILT_IN_GOALS, chosen?: string): string {
  return [
    ...(chosen === undefined ? ['# Nobody has chosen a goal; this is the usual one.\n'] : []),
    `active_goal: ${plain(chosen ?? BUILT_IN_GOALS[0]!.name)}\ngoals:\n`,
    ...goals.map(writeDefinition),
  ].join('')
}

function writeDefinition({ name, kind, description, priority, target, command }: GoalDefinition): string {
  const { met, counted } = MEASURES[kind]
  const criteria = [
    met,
    ...(target === undefined ? [] : [`target: ${target}`]),
    ...(command === undefined ? [] : [`test_command: ${JSON.stringify(command.map(quoted).join(' '))}`]),
  ].join(', ')
  return [
    `  ${plain(name)}:\n`,
    `    description: ${JSON.stringify(description)}\n`,
    `    pattern_priority: [${priority.join(', ')}]\n`,
    `    success_criteria: {${criteria}}\n`,
    `    metrics: [${counted}]\n`,
  ].join('')
}

function plain(name: string): string {
  return /^[a-z][a-z-]*$/.test(name) && !/^(?:true|false|yes|no|on|off|null)$/.test(name) ? name : JSON.stringify(name)
}

function quoted(word: string): string {
  if (word !== '' && !/[\s"']/.test(word)) return word
  return word.includes('"') ? `'${word}'` : `"${word}"`
}

function readSettings<S extends z.ZodType>(
  text: string,
  schema: S,
  settingsOf: (
    values: z.output<S>,
  ) => readonly { readonly key: string; readonly value: string | number | readonly string[] }[],
): Reading[] {
  try {
    const value = readSmallYaml(text)
    const checked = schema.safeParse(value)
    if (!checked.success)
      return checked.error.issues.map((issue) => ({ line: 1, ...refused(schemaProblem(issue, value, 'the file')) }))
    return settingsOf(checked.data).map((setting) => ({ line: 1, ...taken({ kind: 'setting', ...setting }) }))
  } catch (error) {
    if (error instanceof YamlProblem) return [{ line: error.line, ...refused(error.message) }]
    throw error
  }
}
