import { defineCommand } from '../command.ts'
import { calibrationText } from '../output/calibration-text.ts'

export const command = defineCommand({
  name: 'report calibration',
  summary: 'Report how well predictions agreed with how runs ended.',
  description: `Under inject.profile = bayes every receipt says how probable it is that its run succeeds. Joined with how runs ended, that gives the Brier score, the log
    loss and the calibration error over ten bins. Patterns that outcomes speak for strongly enough are suggested for promotion.`,
  examples: ['mettle report calibration', 'mettle report calibration --json'],
  run: async (context) => {
    const mettle = await context.openMettle()
    const report = await mettle.calibration()
    context.show(report, () => calibrationText(report, context.colour))
  },
})
