import { describe, expect, it } from 'vitest'
import { COUNTS } from '../../test/worlds/shared.ts'
import { taught, testLoop } from '../../test/worlds/test-loop.ts'
import { sharedRate, substanceOf } from './share-pattern.ts'

describe('the substance of a pattern', () => {
  it('is cleaned once more, and leaves out what holds in one repository alone', async () => {
    const loop = testLoop()
    const view = await loop.pattern(await taught(loop, undefined, { context: { files: ['src/a.ts'], tags: ['db'] } }), {
      axes: true,
    })
    const secret = ['ghp', 'A1b2C3d4'.repeat(5).slice(0, 36)].join('_')
    const pattern = {
      ...view.pattern,
      text: `Use ${secret} to\u200b log in`,
      tags: ['db', 'd\u200bb', '\u200b'],
    }
    const { evidence, usage } = view.axes!
    const substance = substanceOf({ pattern, evidence }, usage)
    expect(JSON.stringify(substance)).not.toMatch(/A1b2C3d4|\u200b|src\/a\.ts/)
    expect(substance.tags).toEqual(['db'])
  })
})

describe('the rate of what is shared', () => {
  it('is what its applications earned: 3 of 4 is 0.75', () => {
    expect(sharedRate({ ...COUNTS, applications: 4, earned: 3, claimedRate: 0.1 })).toBe(0.75)
  })

  it('is a claim where nothing was counted, and unknown without one', () => {
    expect(sharedRate({ ...COUNTS, claimedRate: 0.85 })).toBe(0.85)
    expect(sharedRate(COUNTS)).toBeUndefined()
  })
})
