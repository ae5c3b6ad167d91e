import type { Pushed } from '../../../loop/exchange/push.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { decider } from '../input/decider.ts'
import { quantity } from '../output/quantity.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'push',
  summary: 'Give patterns to the organisation, with the evidence for them.',
  description: `Sends what is worth sharing: patterns that are verified, active, established or proven, or that a success or helpful feedback speaks for.
    Evidence goes as counts of this journal alone; what was pulled from others is not sent on. What the organisation holds already
    is not sent again. The place is set by share.folder or share.organisation.`,
  options: {
    pattern: { kind: 'list', short: 'p', value: 'ID', summary: 'Only this one; may be given many times.' },
    all: { kind: 'switch', summary: 'Those for which nothing speaks yet, too.' },
    dryRun: { kind: 'switch', summary: 'Show what would go, and change nothing.' },
    by: { kind: 'text', value: 'NAME', summary: 'Who gives them; else the user of this machine.' },
  },
  examples: [
    'mettle push --dry-run',
    'mettle push',
    'mettle push --pattern p-d86bc974dde41587 --set share.folder=../shared-patterns',
  ],
  run: async (context, { pattern, all, dryRun, by }) => {
    const mettle = await context.openMettle()
    const pushed = await mettle.push({
      by: decider(by),
      all,
      dryRun,
      patterns: pattern.length === 0 ? undefined : pattern,
    })
    context.show(pushed, () => pushedText(pushed, context))
  },
})

const SHOWN = 20

export function pushedText(
  { location, dryRun, pushed, unchanged, passedOver }: Pushed,
  context: CommandContext,
): string {
  const verb = dryRun ? 'Would give' : 'Gave'
  const rows = pushed
    .slice(0, SHOWN)
    .map(({ pattern, text, isNew }) => [pattern, isNew ? 'new' : 'newer', text])
  const width = context.isTerminal ? context.width : undefined
  const reasons = new Map<string, number>()
  for (const { reason } of passedOver) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  return [
    pushed.length === 0
      ? `Nothing to give to ${location}.`
      : `${verb} ${quantity(pushed.length, 'pattern')} to ${location}.`,
    ...(rows.length === 0 ? [] : [table(rows, { indent: 2, width }).trimEnd()]),
    ...(pushed.length > SHOWN ? [`  and ${quantity(pushed.length - SHOWN, 'more')}; --json has them`] : []),
    ...(unchanged === 0
      ? []
      : [`${quantity(unchanged, 'pattern')} there already, as ${unchanged === 1 ? 'it is' : 'they are'}.`]),
    ...[...reasons].map(([reason, count]) => `${quantity(count, 'pattern')} kept back: ${reason}.`),
  ].join('\n')
}
