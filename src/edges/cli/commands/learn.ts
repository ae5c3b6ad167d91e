import { STEPS } from '../../../loop/learning/pipeline/step.ts'
import { defineCommand, list } from '../command.ts'
import { some } from '../input/parse-values.ts'
import { learnText } from '../output/learn-text.ts'

export const learnCommand = defineCommand({
  name: 'learn',
  summary: 'Turn recorded lessons into patterns.',
  description: `Eleven steps over what is new: what the runs changed, how much the shown patterns had to do with it, whether the goal was met, whether the
    places that agents cited hold, how the build ended, what was left in .learnings/pending, the patterns that follow from it, how they
    stand, and what is worth telling other projects. A step that fails is reported and recorded, and the rest goes on. Labels come from fixed
    rules; a model is asked only if you have named one in your settings. Running it twice changes nothing.`,
  options: { step: list('Only this step; may be given many times.', 'NAME', { oneOf: STEPS }) },
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
