import type { Taken } from '../../../loop/learning/pipeline/capture-pending.ts'
import type { PipelineReport } from '../../../loop/learning/pipeline/run-pipeline.ts'
import { STEPS, type StepReport } from '../../../loop/learning/pipeline/step.ts'
import { defineCommand, list } from '../command.ts'
import { some } from '../input/parse-values.ts'
import { quantity } from '../output/numbers-text.ts'

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
    context.show(learned, () => learnText(learned))
    return learned.steps.some(({ status }) => status === 'failed') ? 1 : 0
  },
})

/** One line on what was learned, then what was refused, and what other steps did or could not do. */
function learnText(learned: PipelineReport): string {
  return [
    summary(learned),
    ...learned.rejected.map(({ learning, reason }) => `  refused ${learning}: ${reason}`),
    ...learned.superseding.map(
      ({ pattern, supersedes }) =>
        `  ${pattern} says that it supersedes ${supersedes}: mettle pattern deprecate ${supersedes} --reason "…"`,
    ),
    ...capturedText(learned.steps),
    ...learned.steps.flatMap(({ name, status, what }) => {
      if (status === 'failed') return `  ${name} failed: ${what}`
      return status === 'done' && name !== 'capture' && name !== 'write-patterns' ? `  ${name}: ${what}` : []
    }),
  ].join('\n')
}

function summary({ processed, added, merged, skipped, rejected }: PipelineReport): string {
  if (processed === 0) return 'There is nothing new to learn.'
  const known = skipped === 0 ? '' : `, ${skipped} known by trigger`
  return `Processed ${quantity(processed, 'learning')}: ${quantity(added, 'new pattern')}, ${merged} joined to a known one${known}, ${rejected.length} refused.`
}

/** Files that came with the repository are ignored until accepted; files without a lesson are moved away. */
function capturedText(steps: readonly StepReport[]): string[] {
  const captured = steps.find(({ name }) => name === 'capture')?.details ?? {}
  const { held = [], refused = [], nothing = 0 } = captured as Partial<Taken> & { held?: string[] }
  return [
    ...(nothing === 0 ? [] : [`  ${nothing} with nothing learned`]),
    ...(held.length === 0 ? [] : [`  ignored until accepted: ${held.join(', ')}; type: mettle trust`]),
    ...refused.map(({ file, reason }) => `  moved to .learnings/pending/rejected: ${file}: ${reason}`),
  ]
}
