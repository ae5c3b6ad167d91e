import { expect, it } from 'vitest'
import type { Undone } from '../../../loop/journal/undo.ts'
import { undoneText } from './undo-text.ts'

const MARK = { text: 'x', status: 'helping', helps: 0.65, runs: 4, sightings: 1 } as const

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

it('says of what changed only what differs, in full where nobody looks at a terminal', () => {
  expect(
    linesOf([
      { id: 'p-1', from: MARK, to: { ...MARK, status: 'doubted', helps: 0.5 } },
      { id: 'p-2', from: MARK, to: MARK },
      { id: 'p-3', from: MARK, to: null },
    ]),
  ).toEqual(
    expect.arrayContaining([
      '  p-1  helping 65%, 4 runs -> doubted 50%, 4 runs',
      '  p-2  helping 65%, 4 runs, recorded once, on other evidence',
      '  p-3  helping 65%, 4 runs, recorded once -> not recorded',
    ]),
  )
  expect(Math.max(...linesOf([{ id: 'p-3', from: MARK, to: null }], true).map(({ length }) => length))).toBe(40)
})

it('tells of what was given away once, however often it was', () => {
  const given = { pattern: 'p-1', organisation: 'acme', at: 1 }
  const undone = undoneOf([{ id: 'p-1', from: MARK, to: null }])
  const actedOn = { ...undone.actedOn, pushes: [given, { ...given, at: 2 }] }
  const text = undoneText({ ...undone, actedOn }, { textWidth: undefined })
  expect(text.match(/p-1 was shared with the organisation acme/g)).toHaveLength(1)
})

it('is two lines for a person who has just read what would change', () => {
  const undone = { ...undoneOf([{ id: 'p-1', from: MARK, to: null }]), dryRun: false, undo: '01K' }
  expect(undoneText(undone, { textWidth: undefined }, true)).toBe(
    'Undone: 1 event.\nTo reverse this: mettle undo 01K --reason "…"',
  )
})
