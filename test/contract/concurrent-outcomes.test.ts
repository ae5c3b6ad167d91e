import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMettle } from '../../src/open.ts'
import { describeWithPostgres } from '../servers/with-postgres.ts'
import { bundle } from './bundle.ts'
import type { RecorderOrders } from './outcome-writer.mts'
import { startWriter } from './writers.ts'

const RECORDERS = 16

/** Every run tries again as often as its number leaves over when it is divided by three. */
const retriesOf = (runs: number) => Array.from({ length: runs }, (_, i) => (i + 1) % 3).reduce((a, b) => a + b, 0)

let script: Awaited<ReturnType<typeof bundle>>
beforeAll(async () => {
  script = await bundle('outcome-writer.mts')
})
afterAll(() => script?.remove())

/** Sixteen processes record the outcomes of one project at once. */
function sixteenRecorders(url: string, runs: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-recorders-'))
  const home = join(folder, 'home')
  const total = RECORDERS * runs
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it(`lose none of ${total.toLocaleString('en')}, and every sum is what one process would have`, async () => {
    const environment = { METTLE_HOME: home, METTLE_DATABASE_URL: url }
    const mettle = await openMettle({ cwd: folder, create: true, environment })
    const orders = (n: number): RecorderOrders => ({ folder, home, url, name: `own-${n}`, runs })
    const recorders = Array.from({ length: RECORDERS }, (_, n) => startWriter(script.file, orders(n)))
    await Promise.all(recorders.map(({ ready }) => ready))
    for (const { go } of recorders) go()
    const codes = await Promise.all(recorders.map(({ gone }) => gone))
    expect(recorders.map(({ complaint }) => complaint()).join('')).toBe('')
    expect(codes).toEqual(recorders.map(() => 0))

    const told = recorders.flatMap(({ acknowledged }) => acknowledged)
    expect(new Set(told).size).toBe(total)
    const recorded = await mettle.outcomes({ limit: total + 1 })
    expect(recorded.map(({ run }) => run).sort()).toEqual([...told].sort())

    const policy = await mettle.policy()
    const own = { runs, successRate: 0.75, avgRetries: retriesOf(runs) / runs }
    for (let n = 0; n < RECORDERS; n++)
      expect(policy.adapters.find(({ adapter }) => adapter === `own-${n}`)?.reliability).toMatchObject(own)
    const shared = await mettle.adapter('shared')
    expect(shared.reliability).toMatchObject({ ...own, runs: total, quality: 0.7 })
    expect(shared.failures).toMatchObject([{ failureType: 'timeout', occurrences: total / 4 }])
    expect(policy.skills).toMatchObject([{ skill: 'deploy', runs: total, score: 0.5625 }])

    await mettle.rebuild()
    expect(await mettle.policy()).toEqual(policy)
    await mettle.close()
  }, 180_000)
}

describe('sixteen processes that record in a file', () => sixteenRecorders('', 200))
describeWithPostgres('sixteen processes that record on a server', (url) => sixteenRecorders(url, 8))
