import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { bundle } from './bundle.ts'
import { dumpThroughPort, sqliteDump } from './dump.ts'
import { notesProjector } from './notes-projector.ts'
import { verifyChain } from './verify-chain.ts'
import { startWriter } from './writers.ts'

const LANES = 2
/** Kills after the first acknowledgement; one that comes earlier is checked but not counted. */
const KILLS_PER_LANE = 100
const CHECK_EVERY = 20
/** Now and then one is killed before its first append, or in the middle of it. */
const EARLY_EVERY = 7
const BATCH = 3
const scope = { organisation: 'o', project: 'p' }
const projector = notesProjector()

let folder: string
let script: { file: string; remove: () => Promise<void> }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-kill-'))
  script = await bundle('writer.mts')
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await script?.remove()
})

/** A journal whose writers are killed again and again; each comes up on what the one before it left behind. */
class Lane {
  readonly path: string
  readonly acknowledged: string[] = []
  kills = 0
  killedWhileWriting = 0

  constructor(name: string) {
    this.path = join(folder, `${name}.db`)
  }

  async run(): Promise<void> {
    while (this.killedWhileWriting < KILLS_PER_LANE || this.kills % CHECK_EVERY !== 0) {
      await this.#killOne()
      if (this.kills % CHECK_EVERY === 0) await this.#check()
    }
  }

  async #killOne(): Promise<void> {
    const rebuildEvery = this.kills % 5 === 4 ? 4 : 0
    const orders = { scope, appends: 1_000_000, batch: BATCH, rebuildEvery, foldsLater: this.kills % 3 !== 0 }
    const name = `k${this.kills++}`
    const writer = startWriter(script.file, { ...orders, at: { path: this.path }, name })
    await writer.ready
    writer.go()
    if (this.kills % EARLY_EVERY !== 0) await writer.acknowledgedOne
    await sleep(Math.random() * 20)
    writer.kill()
    expect([await writer.gone, writer.complaint()]).toEqual([null, ''])
    if (writer.acknowledged.length > 0) this.killedWhileWriting++
    this.acknowledged.push(...writer.acknowledged)
  }

  async #check(): Promise<void> {
    const store = await openSqliteStore({ path: this.path })
    const journal = store.journal(scope, () => projector)
    const events = await verifyChain(journal)
    const kept = new Set(events.map(({ id }) => id))
    expect(this.acknowledged.filter((id) => !kept.has(id))).toEqual([])
    expect(halfBatches(kept)).toEqual([])
    const folded = await dumpThroughPort(journal)
    await journal.rebuild(projector)
    expect(sqliteDump(this.path, scope)).toEqual(folded)
    await store.close()
  }
}

/** Appends of which some events are there and some are not. */
function halfBatches(ids: ReadonlySet<string>): string[] {
  const sizes = new Map<string, number>()
  for (const id of ids) {
    const append = id.slice(0, id.lastIndexOf('-'))
    sizes.set(append, (sizes.get(append) ?? 0) + 1)
  }
  return [...sizes].filter(([, size]) => size !== BATCH).map(([append]) => append)
}

it('keeps every acknowledged event and whole batches only, through 200 kills in the middle of writing', async () => {
  const lanes = Array.from({ length: LANES }, (_, n) => new Lane(`lane-${n}`))
  await Promise.all(lanes.map((lane) => lane.run()))
  const total = lanes.reduce((sum, lane) => sum + lane.killedWhileWriting, 0)
  expect(total).toBeGreaterThanOrEqual(200)
}, 120_000)
