import { describe, expect, it } from 'vitest'
import { holderText, homeFindings } from './home-findings.ts'

const journal = '/project/.mettle/journal.db'

describe('the size of a journal', () => {
  const DAY = 86_400_000
  const told = (age: number) =>
    homeFindings({ journalBytes: 2_000, begunAt: 1, workers: [] }, { events: 900, now: 1 + age })[0]?.detail

  it('comes with its pace once it is a day old', () => {
    expect(told(DAY / 2)).toBe('2 kB')
    expect(told(DAY)).toBe('2 kB, about 900 events a day')
    expect(told(9 * DAY)).toBe('2 kB, about 100 events a day')
  })

  it('is not told of one on a server', () => {
    expect(homeFindings({ workers: [] }, { events: 30, now: 3 * DAY })).toEqual([])
  })
})

describe('who holds a locked journal', () => {
  it('is told by process and command', () => {
    const holders = [{ pid: 12, command: 'node bin.js serve', startedAt: 0 }]
    expect(holderText(holders, { journal, platform: 'linux' })).toBe(' It is open in process 12 (node bin.js serve).')
    expect(holderText([], { journal, platform: 'linux' })).toBe('')
  })

  it.each([
    ['darwin', "here: lsof '/project/.mettle/journal.db'"],
    ['win32', 'here the Resource Monitor does, under CPU, Associated Handles'],
  ] as const)('is not known on %s, so it is said who tells there', (platform, how) => {
    expect(holderText(undefined, { journal, platform })).toBe(` Only on Linux can mettle tell who has it open; ${how}.`)
  })
})
