import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMettle } from '../../src/open.ts'
import { bundle } from './bundle.ts'
import type { RecorderOrders } from './outcome-writer.mts'
import { startWriter } from './writers.ts'

const RECORDERS = 16
const RUNS = 200

let script: Awaited<ReturnType<typeof bundle>>
const folder = mkdtempSync(join(tmpdir(), 'mettle-recorders-'))
const home = join(folder, 'home')
beforeAll(async () => {
  script = await bundle('outcome-writer.mts')
})
afterAll(async () => {
  await script?.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe('sixteen processes that record outcomes at once', () => {
  it('lose none of 3,200, and every sum is what one process would have', async () => {
    const mettle = await openMettle({ cwd: folder, create: true, environment: { METTLE_HOME: home } })
    const orders = (n: number): RecorderOrders => ({ folder, home, name: `own-${n}`, runs: RUNS })
    const recorders = Array.from({ length: RECORDERS }, (_, n) => startWriter(script.file, orders(n)))
    await Promise.all(recorders.map(({ ready }) => ready))
    for (const { go } of recorders) go()
    const codes = await Promise.all(recorders.map(({ gone }) => gone))
    expect(recorders.map(({ complaint }) => complaint()).join('')).toBe('')
    expect(codes).toEqual(recorders.map(() => 0))

    const told = recorders.flatMap(({ acknowledged }) => acknowledged)
    expect(new Set(told).size).toBe(RECORDERS * RUNS)
    const recorded = await mettle.outcomes({ limit: RECORDERS * RUNS + 1 })
    expect(recorded.map(({ run }) => run).sort()).toEqual([...told].sort())

    const policy = await mettle.policy()
    const own = { runs: RUNS, successRate: 0.75, avgRetries: 201 / RUNS }
    for (let n = 0; n < RECORDERS; n++)
      expect(policy.adapters.find(({ adapter }) => adapter === `own-${n}`)?.reliability).toMatchObject(own)
    const shared = await mettle.adapter('shared')
    expect(shared.reliability).toMatchObject({ ...own, runs: RECORDERS * RUNS, quality: 0.7 })
    expect(shared.failures).toMatchObject([{ failureType: 'timeout', occurrences: (RECORDERS * RUNS) / 4 }])
    expect(policy.skills).toMatchObject([{ skill: 'deploy', runs: RECORDERS * RUNS, score: 0.5625 }])

    await mettle.rebuild()
    expect(await mettle.policy()).toEqual(policy)
    await mettle.close()
  }, 180_000)
})
