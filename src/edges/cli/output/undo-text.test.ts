import { expect, it } from 'vitest'
import type { Undone } from '../../../loop/journal/undo.ts'
import { undoneText } from './undo-text.ts'

const MARK = {
  text: 'x',
  lifecycle: 'observed',
  maturity: 'candidate',
  score: 0.65,
  sightings: 1,
  shown: true,
}

const undoneOf = (patterns: Undone['radius']['patterns']): Undone => ({
  dryRun: true,
  changed: true,
  facts: [],
  factsTotal: 1,
  radius: { patterns, runs: [], adapters: [], tasks: [], documents: {} },
  actedOn: { injections: [], injectionsTotal: 0, pushes: [], approvals: [] },
})

const linesOf = (patterns: Undone['radius']['patterns'], isTerminal = false) =>
  undoneText(undoneOf(patterns), { textWidth: isTerminal ? 40 : undefined }).split('\n')

it('tells of what moved only what is another, whole where nobody looks at a terminal', () => {
  expect(
    linesOf([
      { id: 'p-1', from: MARK, to: { ...MARK, score: 0.5, shown: false } },
      { id: 'p-2', from: MARK, to: MARK },
      { id: 'p-3', from: MARK, to: null },
    ]),
  ).toEqual(
    expect.arrayContaining([
      '  p-1  score 0.65 -> score 0.50, shown -> not shown',
      '  p-2  observed, candidate, score 0.65, seen 1x, shown, on other evidence',
      '  p-3  observed, candidate, score 0.65, seen 1x, shown -> not there',
    ]),
  )
  expect(Math.max(...linesOf([{ id: 'p-3', from: MARK, to: null }], true).map(({ length }) => length))).toBe(40)
})

it('tells of a pattern that is weighed by belief how probably it helps, not a score that nothing asks for', () => {
  const believed = { ...MARK, helps: 0.62 }
  expect(linesOf([{ id: 'p-1', from: believed, to: { ...believed, score: 0.5, helps: 0.48 } }])).toContain(
    '  p-1  helps 0.62 -> helps 0.48',
  )
})

it('tells of what was given away once, however often it was', () => {
  const given = { pattern: 'p-1', organisation: 'acme', at: 1 }
  const undone = undoneOf([{ id: 'p-1', from: MARK, to: null }])
  const actedOn = { ...undone.actedOn, pushes: [given, { ...given, at: 2 }] }
  const text = undoneText({ ...undone, actedOn }, { textWidth: undefined })
  expect(text.match(/p-1 was given to the organisation acme/g)).toHaveLength(1)
})
