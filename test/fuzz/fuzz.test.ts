import { describe, expect, it, onTestFinished } from 'vitest'
import { seeded } from '../../bench/world/random.ts'
import { explore } from '../../fuzz/explore.ts'
import { growing, growthProblem } from '../../fuzz/growth.ts'
import { LONG_TARGET_NAMES, TARGET_NAMES, targetCalled } from '../../fuzz/targets/catalogue.ts'

const SEED = 20_260_101
const LONGEST = 65_536
/** For a machine that is busy with all other tests; alone, none takes more than some seconds. */
const LIMIT_MS = 120_000

async function openedTarget(name: string) {
  const target = await targetCalled(name)
  const opened = await target.open()
  onTestFinished(async () => void (await opened.close?.()))
  return { target, opened }
}

describe('whatever comes in', () => {
  it.each(TARGET_NAMES)(
    '%s keeps its promises',
    async (name) => {
      const { target, opened } = await openedTarget(name)
      const inputs = target.samples.length + (target.isSlow === true ? 64 : 256)
      const failure = await explore(target, opened, { seed: SEED, goesOn: (read) => read < inputs })
      if (failure !== undefined) throw new Error(JSON.stringify(failure.input), { cause: failure.error })
    },
    LIMIT_MS,
  )

  it.each(LONG_TARGET_NAMES)(
    '%s works in proportion to its length',
    async (name) => {
      const { target, opened } = await openedTarget(name)
      const random = seeded(SEED)
      for (let i = 0; i < 4; i++) expect(await growthProblem(opened, growing(target, random), LONGEST)).toBeUndefined()
    },
    LIMIT_MS,
  )
})
