import { defineCommand } from '../command.ts'
import { duration, quantity } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'rebuild',
  summary: 'Fold all patterns anew from the journal.',
  description: `Drops everything that was folded and folds it again under the present settings. The journal itself is only read; runs that
    record or inject meanwhile go on.`,
  examples: ['mettle rebuild'],
  needs: { person: 'always' },
  run: async (context) => {
    const mettle = await context.openMettle()
    const startedAt = context.now()
    const progress = context.progress('Rebuilding')
    const { events } = await mettle.rebuild({ onProgress: (done, total) => progress.at(done, total) })
    progress.end()
    const tookMs = context.now() - startedAt
    context.show(
      { events, durationMs: tookMs },
      () => `Folded ${quantity(events, 'event')} anew in ${duration(tookMs)}.`,
    )
  },
})
