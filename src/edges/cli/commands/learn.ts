import type { PipelineReport } from '../../../loop/learning/pipeline/run-pipeline.ts'
import type { StepReport } from '../../../loop/learning/pipeline/step.ts'
import { STEPS } from '../../../loop/learning/pipeline/step.ts'
import { defineCommand, list } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { some } from '../input/parse-values.ts'
import { duration, quantity } from '../output/numbers-text.ts'
import { table } from '../output/table.ts'

export const learnCommand = defineCommand({
  name: 'learn',
  summary: 'Turn recorded lessons into patterns.',
  description: `Runs eleven steps over everything new. They find out what the runs changed, how relevant the shown patterns were
    to it, whether the goal was met, and how the build ended. They check the places that agents cited, read .learnings/pending,
    write patterns, update their status, and collect what is worth sharing with other projects. A step that fails is reported and recorded, and the other steps still run. Labels come from fixed
    rules; a model is asked only if you have named one in your settings. Running it twice changes nothing.`,
  options: { step: list('Only this step; may be repeated.', 'NAME', { oneOf: STEPS }) },
  examples: ['mettle learn', 'mettle learn --step capture --step write-patterns', 'mettle learn --json'],
  run: async (context, { step }) => {
    const mettle = await context.openMettle()
    let progress = context.progress('Learning')
    const learned = await mettle.learn({
      steps: some(step),
      onStep: (name, number) => {
        progress.end()
        progress = context.progress(`Step ${number} of ${STEPS.length}, ${name}`)
        progress.at(0)
      },
      onProgress: (done, total) => progress.at(done, total),
    })
    progress.end()
    context.show(learned, () => learnText(learned, context))
    return learned.steps.some(({ status }) => status === 'failed') ? 1 : 0
  },
})

/** What was learned in a line, what was refused, and the steps that did something or could not. */
function learnText(
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
    ...refusedIn(learned.steps),
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
  if (processed === 0) return 'There is nothing new to learn.'
  const known = skipped === 0 ? '' : `, ${skipped} known by trigger`
  return `Processed ${quantity(processed, 'learning')}: ${quantity(added, 'new pattern')}, ${merged} joined to a known one${known}, ${rejected.length} refused.`
}

function marked({ status }: StepReport): string {
  return status === 'failed' ? 'FAILED' : status
}

/** What came with the repository teaches nothing by itself. */
function heldOf(steps: readonly StepReport[]): string[] {
  const { held = [] } = (steps.find(({ name }) => name === 'capture')?.details ?? {}) as { held?: readonly string[] }
  if (held.length === 0) return []
  return [`  ignored until accepted: ${held.join(', ')}; type: mettle trust`]
}

function refusedIn(steps: readonly StepReport[]): string[] {
  const { refused = [] } = (steps.find(({ name }) => name === 'capture')?.details ?? {}) as {
    refused?: readonly { file: string; reason: string }[]
  }
  return refused.map(({ file, reason }) => `  moved to .learnings/pending/rejected: ${file}: ${reason}`)
}
