import { CONFIDENCES } from '../../../domain/values/gate.ts'
import { CATEGORIES, FLAGS, LIFECYCLES, PATTERN_SORTS } from '../../../domain/values/pattern.ts'
import type { PatternView } from '../../../loop/patterns/patterns.ts'
import { flagWord } from '../../../report/usage-line.ts'
import { defineCommand } from '../command.ts'
import { quantity } from '../output/quantity.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
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
