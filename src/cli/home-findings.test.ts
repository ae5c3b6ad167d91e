import { describe, expect, it } from 'vitest'
import { holderText } from './home-findings.ts'

const journal = '/project/.mettle/journal.db'

describe('who holds a locked journal', () => {
  it('is told by process and command', () => {
    const holders = [{ pid: 12, command: 'node bin.js serve', startedAt: 0 }]
    expect(holderText(holders, { journal, platform: 'linux' })).toBe(
      ' It is open in process 12 (node bin.js serve).',
    )
    expect(holderText([], { journal, platform: 'linux' })).toBe('')
  })

  it.each([
    ['darwin', "here: lsof '/project/.mettle/journal.db'"],
    ['win32', 'here the Resource Monitor does, under CPU, Associated Handles'],
  ] as const)('is not known on %s, so it is said who tells there', (platform, how) => {
    expect(holderText(undefined, { journal, platform })).toBe(
      ` Only on Linux can mettle tell who has it open; ${how}.`,
    )
  })
})
