import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const page = readFileSync('docs/how-to/uplift.md', 'utf8')
const { results, goals } = JSON.parse(readFileSync('bench/results/relapse.json', 'utf8')) as {
  results: { case: string; p50: number; samples: number }[]
  goals: { goal: string; met: boolean }[]
}
const found = (name: string) => results.find((result) => result.case.includes(name))!

it('the page on uplift quotes what the benchmark measured', () => {
  const decided = found('40% to 10%: opportunities')
  const percent = (share: number) => `${Number((100 * share).toFixed(1))}%`
  expect(page).toContain(`Simulated ${decided.samples.toLocaleString('en-US')} times`)
  expect(page).toContain(`after a median of ${decided.p50} such runs`)
  expect(page).toContain(`cost ${found('40% to 10%: mistakes').p50} mistakes`)
  expect(page).toContain(`${percent(found('false verdicts').p50)} ended in a verdict`)
  expect(page).toContain(`at every look in ${percent(found('interval').p50)}`)
})

it('the comparison of relapses keeps its promises', () => {
  expect(goals.filter(({ met }) => !met)).toEqual([])
})
