import { present } from '../../../domain/sets.ts'
import type { SessionView } from '../../../loop/sessions/list-sessions.ts'
import type { SessionSettled } from '../../../loop/sessions/settle-session.ts'
import type { SessionStory } from '../../../loop/sessions/show-session.ts'
import { defineCommand, text } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { grouped, quantity, relativeTime } from '../output/numbers-text.ts'
import { table } from '../output/table.ts'
import { verbCommand } from '../verb-command.ts'

export const sessionSettleCommand = defineCommand({
  name: 'session settle',
  summary: 'Process a session now, as far as it is recorded.',
  description: `Reads the recorded events of a session and records what follows from them: which patterns the agent says it used, how its builds and tests
    ended, and how its work ended. The work is a success or a failure only if something shows it: a test or
    a build that ran after the last change, or a change that was put back. Otherwise it is unknown and credits nothing. Then the steps of mettle learn that need no model bring
    patterns up to date.

    Clients call it after every turn and at the end. A session that continues is settled again. Settling it twice, in two processes, or again
    after a crash gives the same result.`,
  options: {
    run: text('The session: its id, or enough of its beginning to be unique.', 'ID', { short: 'r', required: true }),
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
  listed: true,
  view: (sessions, context, { client }) => {
    const none =
      client === undefined
        ? 'No session is recorded yet. Begin one with a connected agent; mettle doctor checks the connection.'
        : `No session of ${client} is recorded.`
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

const MOST_LINES = 8

/** How a session ended, in a cell: `success, by test`. */
function endText({ result, observedBy }: Pick<SessionView, 'result' | 'observedBy'>): string {
  if (result === 'open') return 'not settled'
  return observedBy === 'none' || result === 'unknown' ? 'unknown' : `${result}, by ${observedBy}`
}

/** One line for each thing that settling did. */
function settledText(settled: SessionSettled): string {
  const { run, facts, filledIn, acknowledged, observed, checks, works, commits } = settled
  const { recorded, lessons, news, patterns, steps } = settled
  const failed = steps.filter(({ status }) => status === 'failed')
  const { added, merged, rejected } = patterns
  return present([
    `Settled ${run}: ${quantity(facts, 'step')} on record.`,
    filledIn !== 0 && `  ${grouped(filledIn)} of them were missed by hooks and read from the client's transcript.`,
    ...works.map(({ task, isNew, why, ...end }) => `  ${task}  ${endText(end)}: ${why}${isNew ? '' : ' (known)'}`),
    checks !== 0 && `  Recorded ${quantity(checks, 'build or test', 'builds and tests')}.`,
    commits !== 0 && `  Recorded ${quantity(commits, 'commit')}.`,
    news !== 0 && `  Of ${quantity(news, 'run')} it is known now what became of the work: mettle run list`,
    acknowledged.length > 0 && '  The agent says it used:',
    ...acknowledged.map(({ pattern, places }) => `    ${pattern}, ${quantity(places, 'place')} named`),
    ...observed.map(
      ({ pattern, result, relapsed, check }) =>
        `  ${result ?? (relapsed ? 'mistake came back' : 'mistake did not come back')} ${pattern}: ${check}`,
    ),
    recorded > 0 && `  The agent recorded ${quantity(recorded, 'lesson')}.`,
    lessons.length > 0 && '  Found, and not shown until you accept it (mettle review):',
    ...lessons.map(({ as, lesson, isNew }) => `    ${lesson} (${as}${isNew ? '' : ', known'})`),
    added + merged + rejected !== 0 && `  Patterns: ${added} new, ${merged} joined, ${rejected} refused.`,
    ...failed.map(({ name, what }) => `  ${name} failed: ${what}`),
  ]).join('\n')
}

function storyText(story: SessionStory, context: CommandContext): string {
  const { colour } = context
  const now = context.now()
  const began = relativeTime(story.firstAt, now)
  const rows: [string, string][] = [
    ['run', story.run],
    ['client', [story.client ?? 'unknown', ...(story.model === undefined ? [] : [story.model])].join(', ')],
    ['when', `began ${began}, last active ${relativeTime(story.lastAt, now)}`],
    ['steps', `${story.steps}: ${quantity(story.edits, 'edit')}, ${story.errors} failed, ${story.denied} refused`],
  ]
  return [
    colour.bold(story.about?.text ?? 'A session without a prompt'),
    '',
    table(rows).trimEnd(),
    ...section(
      'Prompts',
      story.prompted.map((text, index) => `${index + 1}. ${firstLine(text)}`),
    ),
    ...section(
      'Failed',
      story.failed.map(({ command }) => firstLine(command)),
    ),
    ...section('Outcome', story.works.map(workText)),
    ...section(
      story.withheld === 0 ? 'Shown' : `Shown, and ${story.withheld} withheld to measure what they are worth`,
      story.patterns.map(({ pattern, text, tier }) => `${tier.padEnd(7)}  ${pattern}  ${text}`),
    ),
    ...section('Learned', story.learned.map(learnedText)),
  ].join('\n')
}

function section(head: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  const more = lines.length - MOST_LINES
  const kept = lines.slice(0, MOST_LINES).map((line) => `  ${line}`)
  return ['', head, ...kept, ...(more > 0 ? [`  and ${grouped(more)} more; --json has them`] : [])]
}

function workText({ task, why, countsAs, isSettled, ...end }: SessionStory['works'][number]): string {
  const counts = countsAs === undefined ? 'credits nothing' : `counts as ${countsAs}`
  return `${task}  ${endText(end)}: ${why}; ${isSettled ? counts : 'not settled yet'}`
}

function learnedText({ lesson, status, reason, by }: SessionStory['learned'][number]): string {
  const why = reason === undefined || reason === 'new' ? '' : `: ${reason}`
  return `${lesson} (${status}${why}; ${by === 'mined' ? 'found by code' : `recorded by ${by}`})`
}

function firstLine(text: string): string {
  const [first = ''] = text.split('\n')
  return first.length < text.length ? `${first} …` : first
}
