import type { PatternView } from '../../../loop/patterns/patterns.ts'
import type { Tie } from '../../../report/informed-by.ts'
import { originLine } from '../../../report/origin-line.ts'
import { usageLine } from '../../../report/usage-line.ts'
import { defineCommand } from '../command.ts'
import { quantity } from '../output/quantity.ts'
import { relativeTime } from '../output/relative-time.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
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
