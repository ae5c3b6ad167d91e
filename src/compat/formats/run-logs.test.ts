import { describe, expect, it } from 'vitest'
import { readAcknowledgmentsLine, readRunsLine } from './run-logs.ts'

const AT = '2024-01-15T10:00:00Z'
const at = Date.parse(AT)
const reason = (text: string) => ({ kind: 'refused', reason: expect.stringContaining(text) })

describe('a row of acknowledgments.log', () => {
  it('is read with its evidence, pipes and all, or without', () => {
    const row = { kind: 'acknowledgement', at, run: 'r', iteration: 2, agent: 'a', patterns: 'p1,p2' }
    expect(readAcknowledgmentsLine(`${AT}|r|2|a|true|p1,p2|a.ts:4|b`)).toMatchObject({
      record: { ...row, acknowledged: true, evidence: 'a.ts:4|b' },
    })
    expect(readAcknowledgmentsLine(`${AT}|r|2|a|false|p1,p2`)).toMatchObject({
      record: { ...row, acknowledged: false, evidence: '' },
    })
  })

  it.each([
    [`${AT}|r|2|a|true`, 'has at least 6 fields, and this one 5'],
    ['monday|r|2|a|true|p', "timestamp: 'monday' is no ISO time"],
    [`${AT}|r|two|a|true|p`, "iteration: 'two' is not a whole number"],
    [`${AT}|r|2|a|yes|p`, "'yes' is neither true nor false"],
  ])('is refused: %s', (line, why) => {
    expect(readAcknowledgmentsLine(line)).toEqual(reason(why))
  })
})

describe('a row of runs.log', () => {
  it('is read with what it says about the run', () => {
    expect(readRunsLine(`r|${AT}|green|2|completed|npm test|s1`)).toMatchObject({
      record: {
        kind: 'run',
        run: 'r',
        at,
        notes: 'status completed, goal green, iteration 2, command npm test',
      },
    })
    expect(readRunsLine(`r|${AT}||2|completed`)).toMatchObject({
      record: { notes: 'status completed, iteration 2' },
    })
  })

  it.each([
    [`r|${AT}|g|1`, 'has at least 5 fields, and this one 4'],
    ['r|monday|g|1|done', "timestamp: 'monday' is no ISO time"],
    [`r|${AT}|g|one|done`, "iteration: 'one' is not a whole number"],
  ])('is refused: %s', (line, why) => {
    expect(readRunsLine(line)).toEqual(reason(why))
  })
})
