import { present } from '../../../domain/sets.ts'
import type { AdapterMark, Moved, PatternMark, Undone } from '../../../loop/journal/undo.ts'
import { standingLabel } from '../../../report/standing-words.ts'
import type { CommandContext } from '../context.ts'
import { grouped, quantity } from './numbers-text.ts'
import { table } from './table.ts'

const MOST = 20

/** What an undo took back and changed, or would; two lines for a person who has just seen the preview. */
export function undoneText(
  undone: Undone,
  { textWidth: width }: Pick<CommandContext, 'textWidth'>,
  isRead = false,
): string {
  const { dryRun, changed, factsTotal, facts, undo } = undone
  if (!changed) return 'Nothing to undo: it no longer counts.'
  const isBack = facts.length > 0 && facts.every((fact) => !fact.undone)
  const done = isBack ? 'Restored' : 'Undone'
  const would = isBack ? 'Would count again' : 'Would undo'
  const rows = facts
    .slice(0, MOST)
    .map(({ id, words, because }) => [id, because === 'follows' ? `${words} (follows from it)` : words])
  const body = [
    table(rows, { width, indent: 2 }).trimEnd(),
    ...more(factsTotal),
    ...radiusText(undone, width),
    ...actedText(undone),
  ]
  return [
    `${dryRun ? would : done}: ${quantity(factsTotal, 'event')}.`,
    ...(isRead ? [] : body),
    dryRun ? 'Nothing was changed.' : `To reverse this: mettle undo ${undo} --reason "…"`,
  ].join('\n')
}

function radiusText({ radius, dryRun }: Undone, width: number | undefined): string[] {
  const { patterns, runs, adapters, tasks } = radius
  const what = dryRun ? 'would change' : 'changed'
  const runRow = ({ result, feedback }: { result: string; feedback: string }) => [
    result,
    feedback === 'none' ? 'no feedback' : `feedback ${feedback}`,
  ]
  return present([
    ...section(`${quantity(patterns.length, 'pattern')} ${what}`, patterns, patternWords, width),
    ...section(`${quantity(runs.length, 'run')} ${what}`, runs, runRow, width),
    ...section(`${quantity(adapters.length, 'adapter')} ${what}`, adapters, adapterWords, width),
    ...section(`${quantity(tasks.length, 'task')} ${what}`, tasks, runRow, width),
    patterns.length + runs.length + adapters.length + tasks.length === 0 && `No pattern, run, adapter or task ${what}.`,
  ])
}

function section<View>(
  title: string,
  moved: readonly Moved<View>[],
  words: (view: View) => readonly string[],
  width: number | undefined,
): string[] {
  if (moved.length === 0) return []
  const rows = moved.slice(0, MOST).map(({ id, from, to }) => [id, moveText(from && words(from), to && words(to))])
  return [`${title}:`, table(rows, { width, indent: 2 }).trimEnd(), ...more(moved.length)]
}

/** The words that changed; if none did, the evidence behind them did. */
function moveText(from: readonly string[] | null, to: readonly string[] | null): string {
  if (from === null || to === null)
    return `${from?.join(', ') ?? 'not recorded'} -> ${to?.join(', ') ?? 'not recorded'}`
  const moves = from.flatMap((part, at) => (part === to[at] ? [] : [`${part} -> ${to[at]}`]))
  return moves.length === 0 ? `${from.join(', ')}, on other evidence` : moves.join(', ')
}

function patternWords(mark: PatternMark): readonly string[] {
  return [standingLabel(mark), mark.sightings === 1 ? 'recorded once' : `recorded ${grouped(mark.sightings)} times`]
}

function adapterWords({ reliability, riskMultiplier, requireApproval }: AdapterMark): readonly string[] {
  return [
    reliability === null ? 'not graded' : `reliability ${reliability.toFixed(2)}`,
    `risk x${riskMultiplier}`,
    requireApproval ? 'asks a person' : 'asks nobody',
  ]
}

function actedText({ actedOn, radius }: Undone): string[] {
  const { injections, injectionsTotal, pushes, approvals } = actedOn
  if (injectionsTotal + pushes.length + approvals.length === 0)
    return radius.patterns.length + radius.adapters.length === 0 ? [] : ['Nothing else followed from them.']
  const runs = new Set(injections.flatMap(({ run }) => run ?? []))
  return present([
    'What already followed from them, which an undo cannot change:',
    injectionsTotal !== 0 && `  shown ${quantity(injectionsTotal, 'time')}, to ${[...runs].slice(0, MOST).join(', ')}`,
    ...pushedLines(pushes).map((line) => `  ${line}`),
    ...approvals.map(({ action }) => `  a person was asked about: ${action}`),
  ])
}

/** Each once, however often it was given. */
export function pushedLines(pushes: Undone['actedOn']['pushes']): string[] {
  return [
    ...new Set(
      pushes.map(({ pattern, organisation }) => `${pattern} was shared with the organisation ${organisation}`),
    ),
  ]
}

function more(total: number): string[] {
  return total > MOST ? [`  and ${grouped(total - MOST)} more; --json lists them`] : []
}
