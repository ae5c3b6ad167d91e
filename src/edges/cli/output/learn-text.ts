import type { PipelineReport } from '../../../loop/learning/pipeline/run-pipeline.ts'
import type { StepReport } from '../../../loop/learning/pipeline/step.ts'
import type { CommandContext } from '../context.ts'
import { duration, quantity } from './numbers-text.ts'
import { table } from './table.ts'

/** What was learned in a line, what was refused, and the steps that did something or could not. */
export function learnText(
  learned: PipelineReport,
  { colour, isTerminal, width }: Pick<CommandContext, 'colour' | 'isTerminal' | 'width'>,
): string {
  const told = learned.steps.filter(({ status }) => status !== 'nothing')
  const quiet = learned.steps.length - told.length
  const rows = told.map((step) => [step.name, marked(step), step.what, duration(step.durationMs)])
  const onlyLearned = told.every(({ name, status }) => name === 'write-patterns' || status === 'skipped')
  return [
    summary(learned),
    ...learned.rejected.map(({ learning, reason }) => `  refused ${learning}: ${reason}`),
    ...learned.superseding.map(
      ({ pattern, supersedes }) =>
        `  ${pattern} says that it supersedes ${supersedes}: mettle pattern deprecate ${supersedes} --reason "…"`,
    ),
    ...heldOf(learned.steps),
    ...asideOf(learned.steps),
    ...(onlyLearned
      ? []
      : [
          '',
          table(rows, {
            head: ['STEP', 'STATUS', 'WHAT', 'TOOK'].map((word) => colour.dim(word)),
            right: [3],
            width: isTerminal ? width : undefined,
          }).trimEnd(),
          ...(quiet === 0 ? [] : [colour.dim(`${quantity(quiet, 'step')} had nothing to do.`)]),
        ]),
  ].join('\n')
}

function summary({ processed, added, merged, skipped, rejected }: PipelineReport): string {
  if (processed === 0) return 'Nothing waits to be learned.'
  const known = skipped === 0 ? '' : `, ${skipped} known by trigger`
  return `Processed ${quantity(processed, 'learning')}: ${quantity(added, 'new pattern')}, ${merged} joined to a known one${known}, ${rejected.length} refused.`
}

function marked({ status }: StepReport): string {
  return status === 'failed' ? 'FAILED' : status
}

/** What came with the repository teaches nothing by itself. */
function heldOf(steps: readonly StepReport[]): string[] {
  const { held = [] } = (steps.find(({ name }) => name === 'capture')?.details ?? {}) as {
    held?: readonly string[]
  }
  if (held.length === 0) return []
  return [`  ignored until accepted: ${held.join(', ')}; type: mettle trust`]
}

function asideOf(steps: readonly StepReport[]): string[] {
  const { aside = [] } = (steps.find(({ name }) => name === 'capture')?.details ?? {}) as {
    aside?: readonly { file: string; reason: string }[]
  }
  return aside.map(({ file, reason }) => `  moved to .learnings/pending/rejected/${file}: ${reason}`)
}
