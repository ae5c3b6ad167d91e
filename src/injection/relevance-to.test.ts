import { describe, expect, it } from 'vitest'
import { sighting } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { combinedRelevance } from '../engine/laws/relevance.ts'
import { aboutness } from './aboutness.ts'
import { relevanceTo } from './relevance-to.ts'

const RECORD = worldOf([sighting({ text: 'check the token of auth first', labels: ['auth'] })]).pattern('p1')!

describe('how much a pattern has to do with some work', () => {
  it.each([
    [{ files: ['src/auth/token.ts'], tags: [] }],
    [{ files: [], tags: ['auth'] }],
    [{ files: ['src/auth/token.ts'], tags: ['auth'] }],
    [{ files: ['src/auth/token.ts', 'a.ts'], tags: ['auth', 'token'] }],
  ])('is what both are about, whatever the work names: %j', (subject) => {
    const { byTags } = aboutness(RECORD, subject)
    expect(byTags).toBeGreaterThan(0)
    expect(relevanceTo(RECORD, subject, 0.4)).toEqual({
      byTags,
      whole: combinedRelevance(byTags, 0.4),
      isOutOfPlace: false,
    })
  })

  it('is the similarity to the task alone where the work names nothing', () => {
    const nothing = { files: [], tags: [] }
    expect(relevanceTo(RECORD, nothing, 0.4)).toEqual({
      byTags: 0,
      whole: combinedRelevance(0, 0.4),
      isOutOfPlace: false,
    })
  })
})
