import { describe, expect, it } from 'vitest'
import { readClassified } from './learning-json.ts'

const ENTRY = { category: 'mistake', summary: 'Run the migrations before the tests are started' }
const recordOf = (entry: object, file: object = {}) => {
  const [read] = readClassified({ ...file, learnings: [{ ...ENTRY, ...entry }] })
  return (read as unknown as { record: Record<string, unknown> }).record
}

describe('a classified learning', () => {
  it('cites the file that it names, else the place of its context', () => {
    const context = { file: 'b.ts', line: 3 }
    expect(recordOf({ source_file: 'a.ts', source_line: 7, context }).citation).toEqual({
      file: 'a.ts',
      line: 7,
    })
    expect(recordOf({ context }).citation).toEqual({ file: 'b.ts', line: 3 })
    expect(recordOf({ context: ['database', 'tests'] })).not.toHaveProperty('citation')
    expect(recordOf({})).not.toHaveProperty('citation')
  })

  it('is of the run and the time of its file', () => {
    const file = { run_id: 'r1', captured_at: '2024-01-15T10:00:00Z' }
    expect(recordOf({}, file)).toMatchObject({ run: 'r1', at: Date.UTC(2024, 0, 15, 10) })
    expect(recordOf({}, { last_updated: '2024-01-15T10:00:00Z' }).at).toBe(Date.UTC(2024, 0, 15, 10))
    expect(Object.keys(recordOf({}, { run_id: '', captured_at: 'soon' }))).toEqual([
      'kind',
      'agent',
      'lesson',
      'category',
      'appliesTo',
    ])
  })

  it('is passed over where it was rejected, and refused where it says too little', () => {
    const reads = readClassified({
      learnings: [{ ...ENTRY, validation: { status: 'rejected' } }, { ...ENTRY, summary: 'too short' }, 5],
    })
    expect(reads.map(({ kind }) => kind)).toEqual(['passed', 'refused', 'refused'])
    expect(readClassified({})).toEqual([])
  })
})
