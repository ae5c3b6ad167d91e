import { play } from './play.ts'
import type { Job } from './pool.ts'
import { variantOf } from './world/variants.ts'
import { makeWorld } from './world/world.ts'

process.on('message', async (job: Job) => {
  const scored = await play(makeWorld(job.seed, variantOf(job.variant, job.size)), job.policy)
  process.send?.({ job, scored })
})
