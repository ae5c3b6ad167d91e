import { chance } from '../../../domain/numbers.ts'
import { present } from '../../../domain/sets.ts'
import { CATEGORIES, PATTERN_SORTS, STATUSES } from '../../../domain/values/pattern.ts'
import { totals } from '../../../loop/facts/cached-lists.ts'
import { conflictLine } from '../../../loop/patterns/named-pattern.ts'
import type { PatternView } from '../../../loop/patterns/patterns.ts'
import type { Tie } from '../../../report/informed-by.ts'
import { statusBy, statusWords } from '../../../report/standing-words.ts'
import { originLine } from '../../../report/wording.ts'
import { askCommand, choice, defineCommand, flag, ordinal, text } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { listOf } from '../output/json-document.ts'
import { quantity } from '../output/numbers-text.ts'
import { citationLine } from '../output/outcome-text.ts'
import { table } from '../output/table.ts'
import { whyText } from '../output/why-text.ts'

const ID = { name: 'id', required: true, summary: 'Its id, or enough of its beginning to be unique.' } as const
const AXES = flag('With lifecycle, maturity, success rate, flag and score of the source systems.')

export const patternListCommand = defineCommand({
  name: 'pattern list',
  summary: 'List patterns with their status.',
  description:
    'HELPS is the probability that a pattern helps, and RUNS the number of runs behind it. mettle pattern why ID explains one.',
  options: {
    search: text('Only those that share words with this.', 'WORDS', { short: 's' }),
    status: choice(STATUSES, 'Only patterns with this status.'),
    role: text('Only those of this role.', 'ROLE'),
    category: choice(CATEGORIES, 'Only those about this.'),
    tag: text('Only those with this tag or label.', 'TAG'),
    polarity: choice(['do', 'avoid'], 'Only those that say what to do, or what to avoid.'),
    sort: choice(
      PATTERN_SORTS,
      'What comes first: the best standing, the highest HELPS, the last used, the most seen or applied.',
      { default: 'standing' },
    ),
    reverse: flag('Reverse the order.'),
    all: flag('Also those that agents are not shown.'),
    axes: AXES,
    limit: ordinal('How many at most.', { short: 'n', default: 20 }),
  },
  examples: [
    'mettle pattern list',
    'mettle pattern list --search "token expiry" --status proven',
    'mettle pattern list --all --sort helps --reverse',
    'mettle pattern list --sort recent --limit 5',
    'mettle pattern list --all --json',
  ],
  run: async (context, { limit, ...asked }) => {
    const mettle = await context.openMettle()
    const shown = await mettle.patterns({ ...asked, limit })
    const total = totals.get(shown) ?? shown.length
    const isAll = asked.all || asked.status !== undefined
    const others = total === 0 && !isAll ? (await mettle.patterns({ ...asked, all: true })).length : 0
    const next = total > limit ? `--limit ${total}` : null
    context.show(listOf(shown, { total, next }), () => {
      if (others > 0)
        return `No pattern that is shown to agents matches.\nTo list ${others} not shown: mettle pattern list --all`
      if (total === 0)
        return 'No patterns match. They come from sessions with your agents.\nTo give agents a rule now: mettle rule add "…"'
      const rest = total - shown.length
      const conflicts = shown.flatMap(({ pattern: { id }, conflicts: all = [] }) =>
        all
          .filter(({ state }) => state === 'open')
          .map(({ pattern, reason }) => `${id} contradicts ${pattern}: ${reason}; mettle pattern why ${id}`),
      )
      return present([
        patternTable(shown, context),
        ...conflicts,
        rest > 0 && `and ${quantity(rest, 'more pattern')}; --limit ${total} shows all`,
      ]).join('\n')
    })
  },
})

/** Patterns as rows: status, probability that they help, and the text that agents read. */
export function patternTable(patterns: readonly PatternView[], context: CommandContext): string {
  const hasAxes = patterns.some(({ axes }) => axes !== undefined)
  const rows = patterns.map(({ pattern, standing, text: said, axes }) => [
    pattern.id,
    statusBy(standing),
    standing.runs === 0 ? '-' : chance(standing.helps),
    standing.runs,
    context.ago(pattern.lastUsedAt),
    ...(axes === undefined ? [] : axesCells(axes)),
    said,
  ])
  const axes = hasAxes ? ['LIFECYCLE', 'MATURITY', 'RATE', 'FLAG', 'SCORE'] : []
  const head = ['ID', 'STATUS', 'HELPS', 'RUNS', 'USED', ...axes, 'TEXT']
  return context.table(rows, { head, right: hasAxes ? [2, 3, 7, 9] : [2, 3], isLastProse: true })
}

function axesCells({ lifecycle, maturity, usage, score }: NonNullable<PatternView['axes']>): string[] {
  return [lifecycle, maturity, usage.known ? usage.rounded.toFixed(2) : '-', usage.flag, score.toFixed(2)]
}

export const patternShowCommand = askCommand({
  name: 'pattern show',
  summary: 'Show everything about one pattern.',
  arguments: [ID],
  options: { axes: AXES },
  examples: ['mettle pattern show p-d86bc974dde41587', 'mettle pattern show d86b --axes'],
  ask: (mettle, { id, axes }) => mettle.pattern(id, { axes }),
  view: (view, { ago, colour }) => {
    const { pattern, standing } = view
    const rows = present<string[]>([
      ['id', pattern.id],
      ['status', statusWords(standing)],
      ['because', standing.because],
      ['role', pattern.role],
      ['about', `${pattern.category}, worded as ${pattern.strength}, ${pattern.polarity}`],
      ['for', pattern.appliesTo.join(', ')],
      ...(pattern.repositories ?? []).map((name) => ['only in', name]),
      ['trust', pattern.trust],
      ['first seen', ago(pattern.firstSeenAt)],
      ['last used', ago(pattern.lastUsedAt)],
      pattern.labels.length > 0 && ['labels', pattern.labels.join(', ')],
      pattern.files.length > 0 && ['files', pattern.files.join(', ')],
      ...(view.ties?.informedBy ?? []).map((tie) => ['informed by', tieText(tie)]),
      ...(view.ties?.informs ?? []).map((tie) => ['informs', tieText(tie)]),
      ...(pattern.pulledFrom ?? []).map((origin) => ['known to', originLine(origin)]),
      ...(view.conflicts ?? []).map((conflict) => ['conflict', conflictLine(conflict)]),
      ...pattern.aliases.map((alias) => ['also seen as', alias]),
      ...axesRows(view),
    ])
    return `${colour.bold(view.text)}\n\n${table(rows)}\nmettle pattern why ${pattern.id} explains the status.`
  },
})

function axesRows({ axes }: PatternView): [string, string][] {
  if (axes === undefined) return []
  const { usage, evidence } = axes
  return [
    ['lifecycle', `${axes.lifecycle} (${axes.lifecycleReason})`],
    ['maturity', `${axes.maturity} (${axes.maturityReason})`],
    [
      'success rate',
      `${usage.known ? usage.rounded.toFixed(2) : '-'} (${usage.confidence}), flag ${usage.flag || 'none'}`,
    ],
    ['score', axes.score.toFixed(2)],
    ['successes', String(evidence.successes)],
    ['ignored', `${quantity(evidence.ignoreCount, 'time')}, weight ${evidence.ignoreWeight}`],
  ]
}

function tieText({ pattern, role, text, runs }: Tie): string {
  return `${pattern} of ${role} in ${quantity(runs, 'run')}: ${text}`
}

export const patternWhyCommand = askCommand({
  name: 'pattern why',
  summary: 'Explain the status of a pattern, with the evidence behind it.',
  arguments: [ID],
  options: { details: flag('With the arithmetic, and every event behind it.') },
  examples: ['mettle pattern why p-d86bc974dde41587', 'mettle pattern why d86b --details'],
  ask: (mettle, { id }) => mettle.why(id),
  view: (given, context, { details }) => whyText(given, context, details),
})

export const patternHistoryCommand = askCommand({
  name: 'pattern history',
  summary: 'Show how the status of a pattern changed, event by event.',
  arguments: [ID],
  examples: ['mettle pattern history p-d86bc974dde41587', 'mettle pattern history d86b --json'],
  ask: (mettle, { id }) => mettle.patternHistory(id),
  listed: 'moments',
  view: ({ moments }, context) => {
    const rows = moments.map(({ at, words, ...moment }) => {
      const { helps, runs } = moment
      return [context.ago(at), statusBy(moment), runs === 0 ? '-' : chance(helps), runs, words]
    })
    return context.table(rows, { head: ['WHEN', 'STATUS', 'HELPS', 'RUNS', 'WHAT'], right: [2, 3] })
  },
})

export const patternCheckCommand = askCommand({
  name: 'pattern check',
  summary: 'Check whether the code that patterns cite is still there.',
  description: `A pattern that cites a place remembers what the lines there said. If somebody changes them, the pattern becomes stale-cited and ranks lower
    until it is seen again or the lines are back. If a run used the pattern and changed the lines itself, the pattern cites the new lines. Moved or indented lines have not changed. Nothing outside of the project is read. mettle learn and mettle outcome watch also check.`,
  examples: ['mettle pattern check', 'mettle pattern check --json'],
  ask: (mettle) => mettle.checkCitations(),
  view: ({ cited, stale, news }) => {
    const head = `Patterns that cite lines of code: ${cited}. Of these, ${stale} cite lines that have changed since.`
    return [head, ...news.map(citationLine)].join('\n')
  },
})
