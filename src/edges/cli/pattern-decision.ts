import { present } from '../../domain/sets.ts'
import type { PatternDecided } from '../../loop/patterns/decide-pattern.ts'
import type { PatternGraded } from '../../loop/patterns/grade-pattern.ts'
import { choice, text } from './command.ts'
import { decisionOptions } from './policy-text.ts'

export const patternOptions = {
  ...decisionOptions,
  axis: choice(['lifecycle', 'maturity'], 'Only this axis. Default: both.'),
} as const

export function decisionText({ pattern, changed, before, after, warnings }: PatternDecided): string {
  return [
    changed ? `${pattern} was ${before} and is now ${after}.` : `Nothing to change: ${pattern} is ${after}.`,
    ...warnings.map((warning) => `  note: ${warning}`),
  ].join('\n')
}

export const handOptions = {
  run: text('The run that shows it.', 'ID', { short: 'r' }),
  by: text('Who says so. Default: the user of this machine.', 'NAME'),
  reason: text('Why; it is kept.', 'TEXT'),
} as const

/** `Penalised p-1: score 1.00 -> 0.50 (weight 1)`. */
export function gradeText(action: 'Penalised' | 'Reinforced', graded: PatternGraded): string {
  const { pattern, text, duplicate, before, after, weight, regression, evidenceLevel, note } = graded
  if (duplicate) return `${pattern} was ${action.toLowerCase()} before in this run.\n  ${text}`
  if (note !== undefined) return `${pattern} stays at score ${after.score.toFixed(2)}.\n  ${text}\n  ${note}`
  const how = present([
    weight !== undefined && `weight ${weight}`,
    evidenceLevel !== undefined && `evidence level ${evidenceLevel}`,
    regression && 'it had been validated, so this is a regression',
  ]).join(', ')
  return `${action} ${pattern}: score ${before.score.toFixed(2)} -> ${after.score.toFixed(2)} (${how})\n  ${text}`
}
