import { defineCommand } from '../command.ts'
import { quantity } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'learn',
  summary: 'Turn what was recorded into patterns.',
  description: `Each learning that waits is labelled by fixed rules, then joined to the pattern that it repeats or made a new one, or
    refused with the reason. Nothing is sent anywhere and no model is asked. Running it twice changes nothing.`,
  examples: ['mettle learn', 'mettle learn --json'],
  run: async (context) => {
    const mettle = await context.openMettle()
    const progress = context.progress('Learning')
    const learned = await mettle.learn({ onProgress: (done, total) => progress.at(done, total) })
    progress.end()
    context.show(learned, () =>
      learned.processed === 0
        ? 'Nothing waits to be learned.'
        : [
            `Processed ${quantity(learned.processed, 'learning')}: ${quantity(learned.added, 'new pattern')}, ${learned.merged} joined to a known one, ${learned.rejected.length} refused.`,
            ...learned.rejected.map(({ learning, reason }) => `  refused ${learning}: ${reason}`),
          ].join('\n'),
    )
  },
})
