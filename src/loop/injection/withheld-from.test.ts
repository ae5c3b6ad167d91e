import { describe, expect, it } from 'vitest'
import { testLoop } from '../../../test/worlds/test-loop.ts'

async function taught(holdoutShare: number) {
  const loop = testLoop({ holdoutShare })
  for (const [i, lesson] of [
    'Close the connection pool when the worker shuts down',
    'Check that the token has not expired before each request',
    'Write the temporary file beside its target, then rename it',
  ].entries())
    await loop.recordLearning({ agent: 'builder', lesson, run: `r${i}` })
  await loop.learn()
  return { loop, ids: (await loop.patterns()).map(({ pattern }) => pattern.id) }
}

describe('what a run must not be told of', () => {
  it('is what its blocks withhold, before any of them was asked for', async () => {
    const { loop, ids } = await taught(0.5)
    for (let i = 0; i < 10; i++) {
      const run = `later-${i}`
      const precomputed = await loop.withheldFrom({ run, patterns: ids })
      const { withheld } = await loop.inject({ role: 'builder', run })
      expect(precomputed.toSorted()).toEqual(withheld.toSorted())
    }
  })

  it('is nothing that it has been shown, nor anything where nothing is withheld', async () => {
    const { loop, ids } = await taught(0)
    await loop.inject({ role: 'builder', run: 'later' })
    expect(await loop.withheldFrom({ run: 'later', patterns: ids })).toEqual([])
    const all = {
      ...loop.context,
      settings: { ...loop.context.settings, holdout: { share: 1, runShare: 0 } },
    }
    const { withheldFrom } = await import('./find-receipt.ts')
    expect(await withheldFrom(all, { run: 'later', patterns: ids })).toEqual([])
    expect(await withheldFrom(all, { run: 'another', patterns: ids })).toEqual(ids)
  })
})
