import { defineCommand, text } from '../command.ts'
import { endText, settledText, storyText } from '../output/session-text.ts'
import { verbCommand } from '../verb-command.ts'

export const sessionSettleCommand = defineCommand({
  name: 'session settle',
  summary: 'Process a session now, as far as it is recorded.',
  description: `Reads what is on record of a session and records what follows: which patterns the agent says it used, how its builds and tests
    ended, and how its work ended. That is a success or a failure only if it was observed: a test or a build that ran after the last change, or a
    change that was put back. Otherwise it is unknown and credits nothing. Then the steps of mettle learn that need no model bring
    patterns up to date.

    Clients call it after every turn and at the end. A session that goes on is settled again; settling twice, two at once, or again
    after one was stopped, changes nothing that was done.`,
  options: {
    run: text('The session, or as much of its id as is unmistakable.', 'ID', { short: 'r', required: true }),
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

export const sessionListCommand = verbCommand('sessions', {
  name: 'session list',
  summary: 'List agent sessions, the most recent first.',
  examples: ['mettle session list', 'mettle session list --client claude-code -n 5'],
  listed: 'sessions',
  view: (sessions, context, { client }) => {
    const none = client === undefined ? 'No session is on record.' : `No session of ${client} is on record.`
    const rows = sessions.map((item) => {
      const { lastAt, run, client: of, prompts, steps, errors, about } = item
      return [context.ago(lastAt), run, of, prompts, steps, errors, endText(item), about?.text]
    })
    const head = ['WHEN', 'RUN', 'CLIENT', 'PROMPTS', 'STEPS', 'ERRORS', 'OUTCOME', 'ABOUT']
    return context.table(rows, { head, right: [3, 4, 5], isLastProse: true, none })
  },
})

export const sessionShowCommand = verbCommand('session', {
  name: 'session show',
  summary: 'Show one session: what happened, what it was shown, how it ended, what was learned.',
  words: { run: 'run' },
  examples: ['mettle session show 4f7a1c52', 'mettle session show 4f7a1c52 --json'],
  view: (story, context) => storyText(story, context),
})
