import { describe, expect, it } from 'vitest'
import { sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { overlapWith, workText } from './work-context.ts'

describe('work', () => {
  it('is looked up by its task, labels and files', () => {
    expect(workText({ task: 'fix it', labels: ['io'], files: ['a.ts'], phase: 'plan' })).toBe('fix it io a.ts')
    expect(workText({})).toBe('')
  })

  it('overlaps with where a pattern was learned', () => {
    const record = worldOf([sighting({ labels: ['io'], files: ['a.ts'], phase: 'plan' })]).pattern('p1')!
    expect(overlapWith(record, { labels: ['x', 'io'], files: ['b.ts'], phase: 'plan' })).toEqual({
      labels: true,
      files: false,
      phase: true,
    })
    expect(overlapWith(record, {})).toEqual({ labels: false, files: false, phase: false })
  })
})
