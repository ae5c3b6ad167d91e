import { expect, it } from 'vitest'
import { ImportTally } from './import-request.ts'

it('counts what became of the entries, by file and by kind', () => {
  const tally = new ImportTally()
  const one = tally.begin('a.json', 'json')
  const other = tally.begin('b.log', 'unknown')
  one.count('pattern', 'recorded')
  one.count('pattern', 'known')
  one.count('learning', 'held')
  one.refuse(3, 'it is torn')
  other.refuse(1, 'it is empty')
  other.pass(2, 'it was rejected')
  one.count('pattern', 'recorded')
  expect(tally.files).toEqual([
    { file: 'a.json', format: 'json', recorded: 2, known: 1, held: 1, passed: 0, refused: 1 },
    { file: 'b.log', format: 'unknown', recorded: 0, known: 0, held: 0, passed: 1, refused: 1 },
  ])
  expect(tally.counts).toEqual({
    pattern: { recorded: 2, known: 1, held: 0 },
    learning: { recorded: 0, known: 0, held: 1 },
  })
  expect([tally.refusedTotal, tally.passedTotal]).toEqual([2, 1])
  expect(tally.refused).toEqual([
    { file: 'a.json', line: 3, reason: 'it is torn' },
    { file: 'b.log', line: 1, reason: 'it is empty' },
  ])
  expect(tally.passed).toEqual([{ file: 'b.log', line: 2, reason: 'it was rejected' }])
})
