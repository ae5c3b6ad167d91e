import type { Replayed } from '../../../loop/journal/replay.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { parseTime } from '../input/parse-time.ts'
import { usageError } from '../input/usage.ts'
import { quantity } from '../output/quantity.ts'
import { reportText } from '../output/report-text.ts'
import { table } from '../output/table.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const MOST = 20

export const command = defineCommand({
  name: 'replay',
  summary: 'Show patterns and policy as they were, or check that the journal gives what is stored.',
  description: `With --as-of: what pattern list, policy show and report would have answered then, by what was on record, under the settings of now; nothing is changed. A date means its
    end, in UTC. What was undone since counts still; what is archived is read from the archive. With --verify: folds the whole journal twice and compares every byte with what is stored;
    exits 1 when one differs.`,
  options: {
    asOf: { kind: 'text', value: 'TIME', summary: 'A date, or an ISO 8601 time with a zone.' },
    all: { kind: 'switch', summary: 'Patterns that were not shown, too.' },
    verify: { kind: 'switch', summary: 'Compare two folds with what is stored.' },
  },
  examples: [
    'mettle replay --as-of 2026-11-01',
    'mettle replay --as-of 2026-11-01T09:30:00Z --json',
    'mettle replay --verify',
  ],
  run: async (context, { asOf, all, verify }) => {
    if (verify) return check(context)
    if (asOf === undefined)
      throw usageError('Say when: --as-of TIME, or --verify.', 'mettle replay --as-of 2026-11-01')
    const at = parseTime('--as-of', DATE.test(asOf) ? `${asOf}T23:59:59.999Z` : asOf)
    const mettle = await context.openMettle()
    const progress = context.progress('Replaying')
    const replayed = await mettle.replay({
      asOf: at,
      all,
      onProgress: (done, total) => progress.at(done, total),
    })
    progress.end()
    context.show(replayed, () => replayedText(replayed, context))
  },
})

async function check(context: CommandContext): Promise<number | undefined> {
  const mettle = await context.openMettle()
  const progress = context.progress('Folding')
  const verified = await mettle.verifyReplay({ onProgress: (done, total) => progress.at(done, total) })
  progress.end()
  const { events, documents, problems } = verified
  context.show(verified, () =>
    problems.length === 0
      ? `${quantity(events, 'event')} give the same ${quantity(documents, 'document')}, byte for byte, twice and as stored.`
      : [`${quantity(problems.length, 'difference')}:`, ...problems.map((problem) => `  ${problem}`)].join(
          '\n',
        ),
  )
  return problems.length === 0 ? undefined : 1
}

function replayedText(
  { asOf, position, archivedUpTo, patterns, policy, report }: Replayed,
  context: CommandContext,
): string {
  const { colour, isTerminal } = context
  const width = isTerminal ? { width: context.width } : {}
  const isBelieved = patterns.some(({ belief }) => belief !== undefined)
  const rows = patterns
    .slice(0, MOST)
    .map(({ pattern, standing, belief }) => [
      pattern.id,
      ...(belief === undefined
        ? [standing.score.toFixed(2)]
        : [belief.value.toFixed(3), belief.posterior.help.toFixed(2)]),
      standing.lifecycle,
      standing.maturity,
      pattern.text,
    ])
  const adapters = policy.adapters.map(({ adapter, overlay, reliability }) => [
    adapter,
    reliability === undefined ? '-' : reliability.score.toFixed(2),
    `risk x${overlay.riskMultiplier}${overlay.requireApproval ? ', asks a person' : ''}`,
  ])
  const measures = isBelieved ? ['VALUE', 'HELPS'] : ['SCORE']
  const listed = {
    head: ['ID', ...measures, 'LIFECYCLE', 'MATURITY', 'TEXT'],
    right: isBelieved ? [1, 2] : [1],
    isLastProse: true,
    ...width,
  }
  return [
    `As of ${new Date(asOf).toISOString()}: ${quantity(position, 'event')}, ${quantity(patterns.length, 'pattern')}.`,
    ...(archivedUpTo === 0 ? [] : [`Events up to ${archivedUpTo} were read from the archive.`]),
    ...(rows.length === 0 ? [] : ['', table(rows, listed).trimEnd()]),
    ...(patterns.length > MOST
      ? [`and ${quantity(patterns.length - MOST, 'more pattern')}; --json has them`]
      : []),
    ...(adapters.length === 0
      ? []
      : [
          '',
          table(adapters, { head: ['ADAPTER', 'RELIABILITY', 'POLICY'], right: [1], ...width }).trimEnd(),
        ]),
    '',
    reportText(report, colour, isTerminal ? context.width : undefined),
  ].join('\n')
}
