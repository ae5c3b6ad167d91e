import { describe, expect, it } from 'vitest'
import { fact } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { SCORE, type ScoreRecord } from './fold-scores.ts'

const scored = (value: number, name = 'eval') => fact('score-recorded', { name, value })

describe('the scores of something', () => {
  it('are kept as far back as the mean reaches, in the order recorded, and all are counted', () => {
    const world = worldOf([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map((value) => scored(value)))
    const record = world.get(SCORE, 'eval')?.body as ScoreRecord
    expect(record.last.map(({ value }) => value)).toEqual([0.3, 0.4, 0.5, 0.6, 0.7])
    expect(record.recorded).toBe(7)
    expect(world.subjects.at(-1)).toContain('score/eval')
  })

  it('are those of one name alone', () => {
    const world = worldOf([scored(0.1), scored(0.9, 'other')])
    expect(world.get(SCORE, 'other')?.body).toMatchObject({ recorded: 1, last: [{ value: 0.9 }] })
  })
})
