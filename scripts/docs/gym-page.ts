import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Bar, LAW } from '../../gym/bars.ts'
import type { VariantReport } from '../../gym/report.ts'
import { barLines, tableOf } from '../../gym/table.ts'

const RESULTS = fileURLToPath(new URL('../../bench/results/gym.json', import.meta.url))

interface GymFile {
  readonly when: string
  readonly law?: string
  readonly settings: { readonly [name: string]: unknown }
  readonly bars: readonly Bar[]
  readonly reports: readonly VariantReport[]
  readonly further: readonly VariantReport[]
}

const OF_MISTAKES = fileURLToPath(new URL('../../bench/results/gym-relapses.json', import.meta.url))

const EARLIER =
  ' **These figures are of an earlier law**: numbers of the default law have changed since, and the whole gym has not been played again.'

/** The figures of the last whole run of the gym. */
export function gymPage(made: string): string {
  const { when, law, settings, bars, reports, further } = JSON.parse(readFileSync(RESULTS, 'utf8')) as GymFile
  const { runs, days, lessons, budgetTokens } = settings
  return [
    `# Figures of the gym\n\n${made.replace('the code. Edit the code, not this page.', '`bench/results/gym.json`.')}`,
    `[The gym](../gym.md) explains the words. Each world has ${runs} runs in ${days} days, ${lessons} lessons and a budget of ${budgetTokens} tokens, unless the variant says otherwise. Measured on ${when.slice(0, 10)}.${stopped(reports)}${law === LAW ? '' : EARLIER}\n`,
    '## Bars\n',
    '```text',
    ...barLines(bars),
    '```\n',
    '## Worlds\n',
    '```text',
    ...reports.flatMap(tableOf).slice(1),
    '```\n',
    ...mistakes(),
    ...(further.length === 0
      ? []
      : ['## Where thirty worlds cannot tell\n', '```text', ...further.flatMap(tableOf).slice(1), '```\n']),
  ].join('\n')
}

function mistakes(): string[] {
  const { when, law, settings, bars, reports } = JSON.parse(readFileSync(OF_MISTAKES, 'utf8')) as GymFile
  const { runs, lessons, holdoutShare, seeds } = settings
  const [first, last] = seeds as [number, number]
  return [
    '## Worlds with mistakes that come back\n',
    `Each has ${runs} runs in one part of a project and ${lessons} lessons, about mistakes that sessions show to come back or not; a lesson is withheld from ${100 * Number(holdoutShare)}% of runs, and from half while it is open what it does. Seeds ${first} to ${last}, measured on ${when.slice(0, 10)}.${law === LAW ? '' : EARLIER}\n`,
    '```text',
    ...barLines(bars),
    '```\n',
    '```text',
    ...reports.flatMap(tableOf).slice(1),
    '```\n',
  ]
}

/** Fewer worlds make wider intervals; the reader should know why. */
function stopped(reports: readonly VariantReport[]): string {
  const worlds = reports.map(({ rows }) => Math.min(...rows.map((row) => row.worlds)))
  const [least, most] = [Math.min(...worlds), Math.max(...worlds)]
  return least === most
    ? ''
    : ` The run was stopped before its end: the base variant has ${most} worlds, others as few as ${least}.`
}
