import { present } from '../../../domain/sets.ts'
import type { SessionView } from '../../../loop/sessions/list-sessions.ts'
import type { SessionSettled } from '../../../loop/sessions/settle-session.ts'
import type { SessionStory } from '../../../loop/sessions/show-session.ts'
import type { CommandContext } from '../context.ts'
import { quantity, relativeTime } from './numbers-text.ts'
import { table } from './table.ts'

const MOST_LINES = 8

/** How a session ended, in a cell: `success, by test`. */
export function endText({ result, observedBy }: Pick<SessionView, 'result' | 'observedBy'>): string {
  if (result === 'open') return 'not settled'
  return observedBy === 'none' || result === 'unknown' ? 'unknown' : `${result}, by ${observedBy}`
}

/** What settling did, a line each. */
export function settledText(settled: SessionSettled): string {
  const { run, facts, filledIn, acknowledged, observed, checks, works, recorded, lessons, patterns, steps } =
    settled
  const failed = steps.filter(({ status }) => status === 'failed')
  const { added, merged, rejected } = patterns
  return present([
    `Settled ${run}: ${quantity(facts, 'step')} on record.`,
    filledIn !== 0 && `  ${filledIn} of them were missed by hooks and read from the client's transcript.`,
    ...works.map(
      ({ task, isNew, why, ...end }) => `  ${task}  ${endText(end)}: ${why}${isNew ? '' : ' (known)'}`,
    ),
    checks !== 0 && `  ${quantity(checks, 'build or test', 'builds and tests')} new on record.`,
    acknowledged.length > 0 && '  The agent says it used:',
    ...acknowledged.map(({ pattern, places }) => `    ${pattern}, ${quantity(places, 'place')} named`),
    ...observed.map(
      ({ pattern, result, relapsed, check }) =>
        `  ${result ?? (relapsed ? 'mistake came back' : 'mistake did not come back')} ${pattern}: ${check}`,
    ),
    recorded > 0 && `  The agent recorded ${quantity(recorded, 'lesson')}.`,
    lessons.length > 0 && '  Found, and held until somebody confirms it (mettle review):',
    ...lessons.map(({ as, lesson, isNew }) => `    ${lesson} (${as}${isNew ? '' : ', known'})`),
    added + merged + rejected !== 0 && `  Patterns: ${added} new, ${merged} joined, ${rejected} refused.`,
    ...failed.map(({ name, what }) => `  ${name} failed: ${what}`),
  ]).join('\n')
}

export function storyText(story: SessionStory, context: CommandContext): string {
  const { colour } = context
  const now = context.now()
  const began = relativeTime(story.firstAt, now)
  const rows: [string, string][] = [
    ['run', story.run],
    ['client', [story.client ?? 'unknown', ...(story.model === undefined ? [] : [story.model])].join(', ')],
    ['when', `began ${began}, last active ${relativeTime(story.lastAt, now)}`],
    [
      'steps',
      `${story.steps}: ${quantity(story.edits, 'edit')}, ${story.errors} failed, ${story.denied} refused`,
    ],
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
  return ['', head, ...kept, ...(more > 0 ? [`  and ${more} more (--json gives all)`] : [])]
}

function workText({ task, why, countsAs, isSettled, ...end }: SessionStory['works'][number]): string {
  const counts = countsAs === undefined ? 'credits nothing' : `counts as ${countsAs}`
  return `${task}  ${endText(end)}: ${why}; ${isSettled ? counts : 'not settled yet'}`
}

function learnedText({ lesson, status, reason, by }: SessionStory['learned'][number]): string {
  return `${lesson} (${status}${reason === undefined ? '' : `: ${reason}`}; ${by})`
}

function firstLine(text: string): string {
  const [first = ''] = text.split('\n')
  return first.length < text.length ? `${first} …` : first
}
