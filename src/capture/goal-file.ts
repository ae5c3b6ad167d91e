import type { Category } from '../domain/values/pattern.ts'
import { BUILT_IN_GOALS, type GoalDefinition, USUAL_PRIORITY } from '../engine/governance/goal.ts'

/** The goals that can be chosen, and the problems of the file that defines further ones. */
export interface GoalFile {
  readonly goals: readonly GoalDefinition[]
  /** The goal that the file calls active; only a suggestion, because a person chooses. */
  readonly suggested?: string
  readonly warnings: readonly string[]
}

const CATEGORIES: readonly string[] = USUAL_PRIORITY
const LEAST_DESCRIPTION = 10

/** Adds the goals of a `goal.yaml`, read as plain data, to the built-in ones. Invalid values keep their defaults and produce a warning. */
export function goalsOf(data: unknown): GoalFile {
  const warnings: string[] = []
  const file = recordOf(data)
  if (file === undefined) return { goals: BUILT_IN_GOALS, warnings: ['goal.yaml is not a table of settings'] }
  const goals = new Map(BUILT_IN_GOALS.map((goal) => [goal.name, goal]))
  for (const [name, given] of Object.entries(recordOf(file.goals) ?? {})) {
    const goal = goalOf(name, given, goals.get(name), (problem) => warnings.push(`${name}: ${problem}`))
    if (goal !== undefined) goals.set(name, goal)
  }
  const suggested = typeof file.active_goal === 'string' ? file.active_goal : undefined
  if (suggested !== undefined && !goals.has(suggested)) warnings.push(`active_goal: there is no goal ${suggested}`)
  return {
    goals: [...goals.values()],
    warnings,
    suggested: suggested !== undefined && goals.has(suggested) ? suggested : undefined,
  }
}

function goalOf(
  name: string,
  given: unknown,
  known: GoalDefinition | undefined,
  warn: (problem: string) => void,
): GoalDefinition | undefined {
  const fields = recordOf(given)
  if (fields === undefined || name.length > 200) {
    warn('it is not a table of settings')
    return undefined
  }
  const base = known ?? { name, kind: 'custom' as const, description: name, priority: USUAL_PRIORITY }
  const { description, pattern_priority: priority } = fields
  const criteria = recordOf(fields.success_criteria) ?? {}
  if (description !== undefined && !isDescription(description)) warn('description needs 10 characters')
  if (priority !== undefined && !isPriority(priority)) warn('pattern_priority is not a list of categories')
  const { target, test_command: command } = criteria
  if (target !== undefined && !isAmount(target)) warn('target is not a positive number')
  return {
    ...base,
    ...(isDescription(description) ? { description } : {}),
    ...(isPriority(priority) ? { priority } : {}),
    ...(isAmount(target) ? { target } : {}),
    ...(typeof command === 'string' && command.trim() !== '' ? { command: wordsOf(command) } : {}),
  }
}

/** `pytest "my tests/" -x` -> pytest, my tests/, -x. Only blanks and quotes are special. */
export function wordsOf(command: string): string[] {
  const words = command.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []
  return words.map((word) => (/^(["']).*\1$/s.test(word) ? word.slice(1, -1) : word))
}

function isDescription(value: unknown): value is string {
  return typeof value === 'string' && value.length >= LEAST_DESCRIPTION
}

function isPriority(value: unknown): value is readonly Category[] {
  return Array.isArray(value) && value.every((item) => CATEGORIES.includes(item)) && value.length > 0
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
