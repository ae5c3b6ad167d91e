import { CATEGORIES, PATTERN_SORTS, STATUSES } from '../../../domain/values/pattern.ts'
import { conflictLine } from '../../../loop/patterns/named-pattern.ts'
import type { PatternView } from '../../../loop/patterns/patterns.ts'
import type { Tie } from '../../../report/informed-by.ts'
import { percent, statusWords } from '../../../report/standing-words.ts'
import { originLine } from '../../../report/wording.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { quantity, relativeTime } from '../output/numbers-text.ts'
import { citationLine } from '../output/outcome-text.ts'
import { table } from '../output/table.ts'
import { whyText } from '../output/why-text.ts'

export const patternListCommand = defineCommand({
  name: 'pattern list',
  summary: 'List patterns with where they stand.',
  description:
    'HELPS is the probability that a pattern helps, and RUNS the number of runs behind it. mettle pattern why ID explains one.',
  options: {
    search: { kind: 'text', short: 's', value: 'WORDS', summary: 'Only those that share words with this.' },
    status: { kind: 'text', oneOf: STATUSES, summary: 'Only those that stand there.' },
    role: { kind: 'text', value: 'ROLE', summary: 'Only those of this role.' },
    category: { kind: 'text', oneOf: CATEGORIES, summary: 'Only those about this.' },
    tag: { kind: 'text', value: 'TAG', summary: 'Only those with this tag or label.' },
    sort: {
      kind: 'text',
      oneOf: PATTERN_SORTS,
      default: 'standing',
      summary:
        'What comes first: the best standing, the highest HELPS, the last used, the most seen or applied.',
    },
    reverse: { kind: 'switch', summary: 'The last first.' },
    all: { kind: 'switch', summary: 'Also those that agents are not shown.' },
    axes: {
      kind: 'switch',
      summary: 'With lifecycle, maturity, success rate, flag and score of the source systems.',
    },
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 20, summary: 'How many at most.' },
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
    const found = await mettle.patterns(asked)
    const shown = found.slice(0, limit)
    const isAll = asked.all || asked.status !== undefined
    const others = found.length === 0 && !isAll ? (await mettle.patterns({ ...asked, all: true })).length : 0
    context.show({ total: found.length, patterns: shown }, () => {
      if (others > 0)
        return `No pattern that agents are shown fits.\nmettle pattern list --all lists ${others} that they are not shown.`
      if (found.length === 0) return 'No pattern fits.\nmettle learn makes patterns of what was recorded.'
      const rest = found.length - shown.length
      return [
        patternTable(shown, context),
        ...shown.flatMap(({ pattern: { id }, conflicts = [] }) =>
          conflicts
            .filter(({ state }) => state === 'open')
            .map(
              (conflict) =>
                `${id} contradicts ${conflict.pattern}: ${conflict.reason}; mettle pattern why ${id}`,
            ),
        ),
        ...(rest > 0 ? [`and ${quantity(rest, 'more pattern')}; --limit ${found.length} shows all`] : []),
      ].join('\n')
    })
  },
})

/** Patterns as rows: where they stand, how probable it is that they help, and what agents read. */
export function patternTable(patterns: readonly PatternView[], context: CommandContext): string {
  const hasAxes = patterns.some(({ axes }) => axes !== undefined)
  const rows = patterns.map(({ pattern, standing, text, axes }) => [
    pattern.id,
    standing.status,
    standing.runs === 0 ? '-' : percent(standing.helps),
    String(standing.runs),
    relativeTime(pattern.lastUsedAt, context.now()),
    ...(axes === undefined
      ? []
      : [
          axes.lifecycle,
          axes.maturity,
          axes.usage.known ? axes.usage.rounded.toFixed(2) : '-',
          axes.usage.flag,
          axes.score.toFixed(2),
        ]),
    text,
  ])
  const axes = hasAxes ? ['LIFECYCLE', 'MATURITY', 'RATE', 'FLAG', 'SCORE'] : []
  const head = ['ID', 'STATUS', 'HELPS', 'RUNS', 'USED', ...axes, 'TEXT']
  const width = context.isTerminal ? context.width : undefined
  return table(rows, { head, right: hasAxes ? [2, 3, 7, 9] : [2, 3], isLastProse: true, width }).trimEnd()
}

export const patternShowCommand = defineCommand({
  name: 'pattern show',
  summary: 'Show one pattern whole.',
  arguments: [{ name: 'id', required: true, summary: 'Its id, or as much of it as is unmistakable.' }],
  options: {
    axes: {
      kind: 'switch',
      summary: 'With lifecycle, maturity, success rate, flag and score of the source systems.',
    },
  },
  examples: ['mettle pattern show p-d86bc974dde41587', 'mettle pattern show d86b --axes'],
  run: async (context, { id, axes }) => {
    const mettle = await context.openMettle()
    const view = await mettle.pattern(id, { axes })
    const { pattern, standing } = view
    const now = context.now()
    context.show(view, () => {
      const rows: [string, string][] = [
        ['id', pattern.id],
        ['status', statusWords(standing)],
        ['because', standing.because],
        ['role', pattern.role],
        ['about', `${pattern.category}, worded as ${pattern.strength}, ${pattern.polarity}`],
        ['for', pattern.appliesTo.join(', ')],
        ...(pattern.repositories ?? []).map((name): [string, string] => ['only in', name]),
        ['trust', pattern.trust],
        ['first seen', relativeTime(pattern.firstSeenAt, now)],
        ['last used', relativeTime(pattern.lastUsedAt, now)],
        ...(pattern.labels.length === 0 ? [] : [['labels', pattern.labels.join(', ')] as [string, string]]),
        ...(pattern.files.length === 0 ? [] : [['files', pattern.files.join(', ')] as [string, string]]),
        ...(view.ties?.informedBy ?? []).map((tie): [string, string] => ['informed by', tieText(tie)]),
        ...(view.ties?.informs ?? []).map((tie): [string, string] => ['informs', tieText(tie)]),
        ...(pattern.pulledFrom ?? []).map((origin): [string, string] => ['known to', originLine(origin)]),
        ...(view.conflicts ?? []).map((conflict): [string, string] => ['conflict', conflictLine(conflict)]),
        ...pattern.aliases.map((alias): [string, string] => ['also seen as', alias]),
        ...axesRows(view),
      ]
      return `${context.colour.bold(view.text)}\n\n${table(rows)}\nmettle pattern why ${pattern.id} explains the status.`
    })
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
    ['ignored', `${evidence.ignoreCount} times, weight ${evidence.ignoreWeight}`],
  ]
}

function tieText({ pattern, role, text, runs }: Tie): string {
  return `${pattern} of ${role} in ${quantity(runs, 'run')}: ${text}`
}

export const patternWhyCommand = defineCommand({
  name: 'pattern why',
  summary: 'Explain where a pattern stands, from the events behind it.',
  arguments: [{ name: 'id', required: true, summary: 'Its id, or as much of it as is unmistakable.' }],
  options: { details: { kind: 'switch', summary: 'With the arithmetic, and every event behind it.' } },
  examples: ['mettle pattern why p-d86bc974dde41587', 'mettle pattern why d86b --details'],
  run: async (context, { id, details }) => {
    const told = await (await context.openMettle()).why(id)
    context.show(told, () => whyText(told, context, details))
  },
})

export const patternHistoryCommand = defineCommand({
  name: 'pattern history',
  summary: 'Show where a pattern stood after each event about it.',
  arguments: [{ name: 'id', required: true, summary: 'Its id, or as much of it as is unmistakable.' }],
  examples: ['mettle pattern history p-d86bc974dde41587', 'mettle pattern history d86b --json'],
  run: async (context, { id }) => {
    const mettle = await context.openMettle()
    const history = await mettle.patternHistory(id)
    const now = context.now()
    context.show(history, () => {
      const rows = history.moments.map(({ at, status, helps, words }) => [
        relativeTime(at, now),
        status,
        percent(helps),
        words,
      ])
      const width = context.isTerminal ? context.width : undefined
      return table(rows, { head: ['WHEN', 'STATUS', 'HELPS', 'WHAT'], right: [2], width }).trimEnd()
    })
  },
})

export const patternCheckCommand = defineCommand({
  name: 'pattern check',
  summary: 'Look whether the lines that patterns cite are still in the code.',
  description: `A pattern that points at a place keeps what the lines there said. When they have changed it is stale-cited and ranks lower, until it is seen again or the lines are back;
    moved or indented lines have not changed. Nothing outside of the project is read. mettle learn and mettle outcome watch look, too.`,
  examples: ['mettle pattern check', 'mettle pattern check --json'],
  run: async (context) => {
    const mettle = await context.openMettle()
    const checked = await mettle.checkCitations()
    context.show(checked, () => {
      const { cited, stale, news } = checked
      const head = `${quantity(cited, 'pattern')} ${cited === 1 ? 'cites' : 'cite'} lines that are kept track of; of ${stale} they have changed.`
      return [head, ...news.map(citationLine)].join('\n')
    })
  },
})
