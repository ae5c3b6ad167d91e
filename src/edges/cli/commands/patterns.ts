import { CONFIDENCES } from '../../../domain/values/gate.ts'
import { CATEGORIES, FLAGS, LIFECYCLES, PATTERN_SORTS } from '../../../domain/values/pattern.ts'
import { conflictLine } from '../../../loop/patterns/named-pattern.ts'
import type { PatternView } from '../../../loop/patterns/patterns.ts'
import type { Tie } from '../../../report/informed-by.ts'
import { flagWord, originLine, usageLine } from '../../../report/wording.ts'
import { defineCommand } from '../command.ts'
import { quantity, relativeTime, sparkline } from '../output/numbers-text.ts'
import { citationLine } from '../output/outcome-text.ts'
import { table } from '../output/table.ts'
import { whyText } from '../output/why-text.ts'
import { verbCommand } from '../verb-command.ts'

export const patternListCommand = defineCommand({
  name: 'pattern list',
  summary: 'List patterns, best first.',
  description:
    'With --all, SHOWN tells which of them runs may be shown; mettle pattern show ID says why one is not.',
  options: {
    search: { kind: 'text', short: 's', value: 'WORDS', summary: 'Only those that share words with this.' },
    role: { kind: 'text', value: 'ROLE', summary: 'Only those of this role.' },
    category: {
      kind: 'text',
      oneOf: CATEGORIES,
      summary: 'Only those about this.',
    },
    lifecycle: {
      kind: 'text',
      oneOf: LIFECYCLES,
      summary: 'Only those at this point of life.',
    },
    maturity: {
      kind: 'text',
      oneOf: ['unknown', 'candidate', 'established', 'proven', 'deprecated'],
      summary: 'Only those of this maturity.',
    },
    flag: {
      kind: 'text',
      oneOf: FLAGS,
      summary: 'Only those with this flag; a flag is for people to look at, it does not keep a pattern back.',
    },
    confidence: {
      kind: 'text',
      oneOf: CONFIDENCES,
      summary: 'Only those that were applied, with this confidence in their success rate.',
    },
    sort: {
      kind: 'text',
      oneOf: PATTERN_SORTS,
      default: 'score',
      summary: 'What comes first: the best, the last used, the most seen, applied or called false.',
    },
    all: { kind: 'switch', summary: 'Those that are not shown to runs, too.' },
    limit: { kind: 'number', short: 'n', least: 1, whole: true, default: 20, summary: 'How many at most.' },
  },
  examples: [
    'mettle pattern list',
    'mettle pattern list --search "token expiry" --maturity proven',
    'mettle pattern list --flag PRUNE',
    'mettle pattern list --sort recent --limit 5',
    'mettle pattern list --all --json',
  ],
  run: async (
    context,
    { search, role, category, lifecycle, maturity, flag, confidence, sort, all, limit },
  ) => {
    const mettle = await context.openMettle()
    const asked = {
      search,
      role,
      category,
      lifecycle,
      maturity,
      flag,
      confidence,
      sort,
      all: all || lifecycle === 'deprecated' || maturity === 'deprecated',
    }
    const found = await mettle.patterns(asked)
    const shown = found.slice(0, limit)
    const now = context.now()
    const aside =
      found.length === 0 && !asked.all ? (await mettle.patterns({ ...asked, all: true })).length : 0
    context.show({ total: found.length, patterns: shown }, () => {
      if (aside > 0) return `No pattern that may be shown fits.\n--all lists ${aside} that may not.`
      if (found.length === 0) return 'No pattern fits.\nmettle learn makes patterns of what was recorded.'
      const hasBarred = shown.some(isBarred)
      const isBelieved = shown.some(({ belief }) => belief !== undefined)
      const rows = shown.map(({ pattern, standing, usage, belief }) => [
        pattern.id,
        ...(belief === undefined
          ? [standing.score.toFixed(2)]
          : [belief.value.toFixed(3), belief.posterior.help.toFixed(2)]),
        standing.lifecycle,
        standing.maturity,
        usage.known ? usage.rounded.toFixed(2) : '-',
        flagWord(usage),
        relativeTime(pattern.lastUsedAt, now),
        ...(hasBarred ? [isBarred({ standing, belief }) ? 'no' : 'yes'] : []),
        pattern.text,
      ])
      const measures = isBelieved ? ['VALUE', 'HELPS'] : ['SCORE']
      const may = hasBarred ? ['SHOWN'] : []
      const head = ['ID', ...measures, 'LIFECYCLE', 'MATURITY', 'RATE', 'FLAG', 'USED', ...may, 'TEXT']
      const rest = found.length - shown.length
      return [
        table(rows, {
          head,
          right: isBelieved ? [1, 2, 5] : [1, 4],
          isLastProse: true,
          width: context.isTerminal ? context.width : undefined,
        }).trimEnd(),
        ...shown.flatMap(({ pattern: { id }, conflicts = [] }) =>
          conflicts
            .filter(({ state }) => state === 'open')
            .map(
              (conflict) =>
                `${id} contradicts ${conflict.pattern}: ${conflict.reason}; mettle pattern why ${id}`,
            ),
        ),
        ...shown.flatMap(({ pattern: { id, quarantined, held } }) =>
          quarantined && held !== undefined ? [`${id} is held: ${held}`] : [],
        ),
        ...(rest > 0 ? [`and ${quantity(rest, 'more pattern')}; --limit ${found.length} shows all`] : []),
      ].join('\n')
    })
  },
})

function isBarred({ standing, belief }: Pick<PatternView, 'standing' | 'belief'>): boolean {
  return (belief ?? standing).barredBecause.length > 0
}

export const patternShowCommand = defineCommand({
  name: 'pattern show',
  summary: 'Show one pattern whole.',
  arguments: [{ name: 'id', required: true, summary: 'Its id, or as much of it as is unmistakable.' }],
  examples: ['mettle pattern show p-d86bc974dde41587', 'mettle pattern show d86b'],
  run: async (context, { id }) => {
    const mettle = await context.openMettle()
    const view = await mettle.pattern(id)
    const { pattern, evidence, standing, usage, belief } = view
    const now = context.now()
    context.show(view, () => {
      const rows: [string, string][] = [
        ['id', pattern.id],
        ['role', pattern.role],
        ['about', `${pattern.category}, worded as ${pattern.strength}, ${pattern.polarity}`],
        ['for', pattern.appliesTo.join(', ')],
        ...(pattern.repositories === undefined
          ? []
          : [['only in', pattern.repositories.join(', ')] as [string, string]]),
        belief === undefined ? ['score', standing.score.toFixed(2)] : ['value', valueText(belief)],
        ['lifecycle', `${standing.lifecycle} (${standing.lifecycleReason})`],
        ['maturity', `${standing.maturity} (${standing.maturityReason})`],
        ['use', usageLine(usage)],
        ['trust', pattern.trust],
        ['successes', String(evidence.successes)],
        ['ignored', `${evidence.ignoreCount} times, weight ${evidence.ignoreWeight}`],
        ['first seen', relativeTime(pattern.firstSeenAt, now)],
        ['last used', relativeTime(pattern.lastUsedAt, now)],
        ...(pattern.labels.length === 0 ? [] : [['labels', pattern.labels.join(', ')] as [string, string]]),
        ...(pattern.files.length === 0 ? [] : [['files', pattern.files.join(', ')] as [string, string]]),
        ...(view.ties?.informedBy ?? []).map((tie): [string, string] => ['informed by', tieText(tie)]),
        ...(view.ties?.informs ?? []).map((tie): [string, string] => ['informs', tieText(tie)]),
        ...(pattern.pulledFrom ?? []).map((origin): [string, string] => ['known to', originLine(origin)]),
        ...(view.conflicts ?? []).map((conflict): [string, string] => ['conflict', conflictLine(conflict)]),
        ...pattern.aliases.map((alias): [string, string] => ['also seen as', alias]),
        ...(belief ?? standing).barredBecause.map((reason): [string, string] => ['not shown', reason]),
      ]
      return `${context.colour.bold(pattern.text)}\n\n${table(rows)}\nmettle pattern why ${pattern.id} tells from which events.`
    })
  },
})

/** The figures by which `pattern list` and `pattern why` judge it, too. */
function valueText({
  value,
  posterior: { help, neutral, harm },
}: NonNullable<PatternView['belief']>): string {
  return `${value.toFixed(3)} (helps ${help.toFixed(2)}, does nothing ${neutral.toFixed(2)}, harms ${harm.toFixed(2)})`
}

function tieText({ pattern, role, text, runs }: Tie): string {
  return `${pattern} of ${role} in ${quantity(runs, 'run')}: ${text}`
}

export const patternWhyCommand = verbCommand('why', {
  name: 'pattern why',
  summary: 'Explain where a pattern stands, from the events behind it.',
  words: { id: 'id' },
  examples: ['mettle pattern why p-d86bc974dde41587', 'mettle pattern why d86b --json'],
  view: (why, context) => whyText(why, context),
})

const WEEK = 7

export const patternHistoryCommand = defineCommand({
  name: 'pattern history',
  summary: 'Tell where a pattern stood after each fact about it, and what it will score unused.',
  arguments: [{ name: 'id', required: true, summary: 'Its id, or as much of it as is unmistakable.' }],
  examples: ['mettle pattern history p-d86bc974dde41587', 'mettle pattern history d86b --json'],
  run: async (context, { id }) => {
    const mettle = await context.openMettle()
    const history = await mettle.patternHistory(id)
    const now = context.now()
    context.show(history, () => {
      const rows = history.moments.map(({ at, score, lifecycle, maturity, words }) => [
        relativeTime(at, now),
        score.toFixed(2),
        lifecycle,
        maturity,
        words,
      ])
      const head = ['WHEN', 'SCORE', 'LIFECYCLE', 'MATURITY', 'WHAT']
      const isBelieved = mettle.config.values['inject.profile'] === 'bayes'
      const weekly = history.ahead.filter((_, day) => day % WEEK === 0).map(({ score }) => score)
      return [
        table(rows, { head, right: [1], width: context.isTerminal ? context.width : undefined }).trimEnd(),
        '',
        `Unused, it goes from ${weekly[0]!.toFixed(2)} to ${weekly.at(-1)!.toFixed(2)} in eight weeks: ${sparkline(weekly, [0, Math.max(...weekly, 0.01)])}`,
        ...(isBelieved
          ? [`This score goes by counts; its value: mettle pattern why ${history.pattern}`]
          : []),
      ].join('\n')
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
