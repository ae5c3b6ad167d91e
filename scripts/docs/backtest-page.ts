import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ResultFile } from '../../bench/harness.ts'

const RESULTS = fileURLToPath(new URL('../../bench/results/backtest.json', import.meta.url))

/** Backtest results for worlds with known truth. */
export function backtestPage(made: string): string {
  const { when, settings, results } = JSON.parse(readFileSync(RESULTS, 'utf8')) as ResultFile
  const { worlds, runs, present, tried, holdoutShare } = settings
  return [
    `# Figures of a backtest\n\n${made.replace('the code. Edit the code, not this page.', '`bench/results/backtest.json`.')}`,
    `What \`mettle backtest\` says of a change from ${present} to ${tried}, asked in ${worlds} worlds of [the gym](../gym.md) after ${runs} runs of each, with ${Number(holdoutShare) * 100} % of lines withheld; and beside it what each world gave when it was lived through under either. Medians over the worlds unless a line speaks of worlds or intervals; \`npm run bench -- backtest\` measures it again. Measured on ${when.slice(0, 10)}.\n`,
    '| figure | median | 95th percentile | of |',
    '|---|---:|---:|---:|',
    ...results.map((one) => `| ${one.case} | ${one.p50} | ${one.p95} | ${one.samples} |`),
    '',
    'Good ends of settings are estimated from the choices that both have in common. Settings that would show something quite different have too few of them, and then the answer is that it is not enough, not a number: try such a change on a branch, with some lines withheld, and ask `mettle report uplift`.\n',
  ].join('\n')
}
