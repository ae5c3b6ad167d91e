import { defineCommand } from '../command.ts'
import { settledText } from '../output/session-text.ts'

export const command = defineCommand({
  name: 'session settle',
  summary: 'Draw the line under a session, as far as it has come.',
  description: `Reads what is on record of a session and records what follows: which patterns the agent says it used, how its builds and tests
    ended, and how its work ended. That is a success or a failure only if it was observed: a test or a build that ran after the last change, or a
    change that was put back. Otherwise it is unknown and credits nothing. Then the steps of mettle learn that need no model bring
    patterns up to date.

    Clients call it after every turn and at the end. A session that goes on is settled again; settling twice, two at once, or again
    after one was stopped, changes nothing that was done.`,
  options: {
    run: {
      kind: 'text',
      short: 'r',
      value: 'ID',
      required: true,
      summary: 'The session, or as much of its id as is unmistakable.',
    },
  },
  examples: ['mettle session settle --run 4f7a1c52', 'mettle session settle --run 4f7a1c52 --json'],
  run: async (context, { run }) => {
    const mettle = await context.openMettle()
    let progress = context.progress('Settling')
    const settled = await mettle.settleSession({
      run,
      onStep: (name) => {
        progress.end()
        progress = context.progress(`Settling, ${name}`)
        progress.at(0)
      },
    })
    progress.end()
    context.show(settled, () => settledText(settled))
    return settled.steps.some(({ status }) => status === 'failed') ? 1 : 0
  },
})
