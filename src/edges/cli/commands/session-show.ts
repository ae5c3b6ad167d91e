import { defineCommand } from '../command.ts'
import { storyText } from '../output/session-text.ts'

export const command = defineCommand({
  name: 'session show',
  summary: 'Show one session: what happened, what it was shown, how it ended, what was learned.',
  arguments: [
    { name: 'run', required: true, summary: 'The session, or as much of its id as is unmistakable.' },
  ],
  examples: ['mettle session show 4f7a1c52', 'mettle session show 4f7a1c52 --json'],
  run: async (context, { run }) => {
    const mettle = await context.openMettle()
    const story = await mettle.session(run)
    context.show(story, () => storyText(story, context))
  },
})
