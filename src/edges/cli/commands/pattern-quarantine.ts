import type { SourceQuarantined } from '../../../loop/patterns/quarantine-source.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { decider } from '../input/decider.ts'
import { usageError } from '../input/usage.ts'
import { quantity } from '../output/quantity.ts'
import { table } from '../output/table.ts'
import { pushedLines } from '../output/undo-text.ts'
import { decisionOptions } from '../pattern-decision.ts'

export const command = defineCommand({
  name: 'pattern quarantine',
  summary: 'Set a pattern aside, or all that a run or a source contributed.',
  description: `It stays aside until a person releases it, whatever speaks for it. With --run or --source: every pattern that stands on that run or source alone; what others have seen, too, stays. That is one
    deed with one id, and mettle undo takes it back.`,
  arguments: [{ name: 'id', summary: 'The pattern.' }],
  options: {
    run: { kind: 'text', value: 'RUN', summary: 'All that this run contributed.' },
    source: {
      kind: 'text',
      value: 'NAME',
      summary: 'All that came from a source, as mettle undo knows them.',
    },
    dryRun: { kind: 'switch', summary: 'With --run or --source: show what would be set aside.' },
    reason: decisionOptions.reason,
    by: decisionOptions.by,
  },
  examples: [
    'mettle pattern quarantine p-4254f02efa558f50 --reason "came from a forked issue"',
    'mettle pattern quarantine --run r-17 --reason "the agent followed a forged issue" --dry-run',
    'mettle pattern quarantine --source other-team --reason "not to be trusted for now"',
  ],
  needs: { person: { only: 'unless it is a dry run', when: ({ dryRun }) => !dryRun } },
  run: async (context, { id, run, source, dryRun, reason, by }) => {
    if ([id, run, source].filter((one) => one !== undefined).length !== 1)
      throw usageError(
        'Say what to set aside: one pattern, --run or --source.',
        'mettle pattern quarantine --help',
      )
    const mettle = await context.openMettle()
    if (id !== undefined) {
      const decided = await mettle.quarantinePattern({ pattern: id, reason, by: decider(by) })
      context.show(decided, () =>
        decided.changed ? `Set aside: ${decided.text}` : `Nothing to change about ${decided.pattern}.`,
      )
      return
    }
    const scope = run === undefined ? { source: source! } : { run }
    const done = await mettle.quarantineSource({ ...scope, reason, dryRun, by: decider(by) })
    context.show(done, () => sourceText(done, context))
  },
})

const FATES = { aside: '', elsewhere: 'stays: others have seen it, too', already: 'was aside before' }

function sourceText(
  { dryRun, changed, batch, patterns, actedOn }: SourceQuarantined,
  context: CommandContext,
): string {
  const width = context.isTerminal ? context.width : undefined
  const rows = patterns.map(({ pattern, text, fate }) => [pattern, text, FATES[fate]])
  const count = patterns.filter(({ fate }) => fate === 'aside').length
  return [
    `${dryRun ? 'Would set aside' : 'Set aside'} ${quantity(count, 'pattern')}.`,
    ...(rows.length === 0 ? [] : [table(rows, { width, indent: 2 }).trimEnd()]),
    ...(actedOn.injectionsTotal === 0
      ? []
      : [`They were shown in ${quantity(actedOn.injectionsTotal, 'receipt')}.`]),
    ...pushedLines(actedOn.pushes).map((line) => `${line}.`),
    ...(dryRun
      ? ['Nothing was changed.']
      : changed
        ? [`mettle undo ${batch} --reason "…" takes it back.`]
        : []),
  ].join('\n')
}
