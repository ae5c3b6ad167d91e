import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../../test/worlds/any-event.ts'
import { SqliteFile } from '../../../test/worlds/sqlite-file.ts'
import { type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import type { ReadOptions, Store } from '../../store/port.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { type DoctorOptions, doctor } from '../reports/doctor.ts'
import { type ReadJournal, VerifiedChain } from './verify.ts'

let file: SqliteFile
let store: Store
let loop: TestLoop
let chain: VerifiedChain
/** The positions after which the journal was read. */
let readAfter: number[]
let journal: ReadJournal

beforeEach(async () => {
  file = new SqliteFile()
  store = await openSqliteStore({ path: file.path, durable: false })
  loop = testLoop({ store })
  await taught(loop)
  chain = new VerifiedChain()
  readAfter = []
  journal = listenedTo(loop.context.journal)
})

afterEach(async () => {
  await store.close()
  file.remove()
})

function listenedTo(real: ReadJournal): ReadJournal {
  const read = (options: ReadOptions) => {
    readAfter.push(options.after ?? 0)
    return real.read(options)
  }
  return { read, head: () => real.head() }
}

const grow = (run: string) => loop.recordOutcome({ run, result: 'success' })

describe('a chain that was verified', () => {
  it('is looked at from its last link on', async () => {
    const { found } = await chain.onlyNew(journal, DAY_ZERO)
    await grow('r1')
    readAfter = []
    const look = await chain.onlyNew(journal, DAY_ZERO + 1)
    expect(look).toMatchObject({ earlier: found.events, wholeAt: DAY_ZERO })
    expect(look.found).toMatchObject({ events: found.events + 1, problems: [] })
    expect(readAfter).toEqual([found.events - 1, found.events])
  })

  it('shows what is wrong with the new links, and goes on showing it', async () => {
    const { found } = await chain.whole(journal, DAY_ZERO)
    await grow('r1')
    file.tamper((database) => database.exec(`UPDATE event SET occurred_at = 7 WHERE position > ${found.events}`))
    for (const _ of ['now', 'and again'])
      expect((await chain.onlyNew(journal, DAY_ZERO)).found.problems).toEqual([expect.stringMatching(/was altered$/)])
  })

  it('shows what happened to the old links at the next look at everything', async () => {
    await chain.whole(journal, DAY_ZERO)
    file.tamper((database) => database.exec('UPDATE event SET occurred_at = 7 WHERE position = 1'))
    expect((await chain.onlyNew(journal, DAY_ZERO)).found.problems).toEqual([])
    expect((await chain.whole(journal, DAY_ZERO)).found.problems).toHaveLength(1)
    expect((await chain.onlyNew(journal, DAY_ZERO)).found.problems).toHaveLength(1)
  })

  it('is looked at from its beginning when its last link is not what it was', async () => {
    await grow('r1')
    const { found } = await chain.whole(journal, DAY_ZERO)
    file.tamper((database) => database.exec(`DELETE FROM event WHERE position = ${found.events}`))
    const look = await chain.onlyNew(journal, DAY_ZERO + 1)
    expect(look).toMatchObject({ earlier: 0, wholeAt: DAY_ZERO + 1 })
    expect(look.found.problems).toHaveLength(1)
  })

  it('is looked at once for all who ask at the same time', async () => {
    const looks = await Promise.all([
      chain.whole(journal, DAY_ZERO),
      chain.onlyNew(journal, DAY_ZERO),
      chain.whole(journal, DAY_ZERO),
    ])
    expect(new Set(looks).size).toBe(1)
    expect(readAfter).toEqual([0])
    const later = await Promise.all([chain.onlyNew(journal, DAY_ZERO), chain.onlyNew(journal, DAY_ZERO)])
    expect(new Set(later).size).toBe(1)
  })
})

describe('a long chain', () => {
  const last = (position: number) => `UPDATE event SET occurred_at = 7 WHERE position = ${position}`

  it('is verified at its end, and as a whole on request', async () => {
    for (const run of ['r1', 'r2', 'r3']) await grow(run)
    const { position } = await loop.context.journal.head()
    const context = { ...loop.context, chain: new VerifiedChain({ whole: 4, newest: 2 }) }
    const journalCheck = async (options: DoctorOptions = {}) => (await doctor(context, options))[0]
    expect((await journalCheck())?.detail).toBe(
      `${position} events; none of the newest 2 was altered. To check all of them: mettle doctor --full`,
    )
    expect((await journalCheck({ full: true }))?.detail).toBe(`${position} events, none altered`)
    file.tamper((database) => database.exec(last(1)))
    expect((await journalCheck())?.verdict).toBe('fine')
    expect((await journalCheck({ full: true }))?.detail).toMatch(/^event 1 .* was altered$/)
    file.tamper((database) => database.exec(last(position)))
    expect((await journalCheck())?.detail).toMatch(new RegExp(`^event ${position} .* was altered$`))
  })

  it('shows that an event of a stream is missing between two that were looked at', async () => {
    for (const build of ['r1', 'r1', 'r1']) await loop.recordBuild({ run: build, passed: true })
    const { position } = await loop.context.journal.head()
    file.tamper((database) => {
      database.exec(`DELETE FROM event WHERE position = ${position - 1}`)
    })
    const { found } = await new VerifiedChain({ whole: 1, newest: 3 }).newest(journal, DAY_ZERO)
    expect(found.problems).toHaveLength(2)
  })
})

describe('doctor', () => {
  it('tells how much of the chain it took as verified before, and since when', async () => {
    const context = { ...loop.context, chain }
    const journalCheck = async (onlyNew: boolean) => (await doctor(context, { onlyNew }))[0]
    expect(await journalCheck(true)).toEqual({
      name: 'journal',
      verdict: 'fine',
      detail: '3 events, none altered',
    })
    await grow('r1')
    expect(await journalCheck(true)).toEqual({
      name: 'journal',
      verdict: 'fine',
      detail: '4 events, none altered; 3 of them were verified before',
      wholeAt: DAY_ZERO,
    })
    expect(await journalCheck(false)).not.toHaveProperty('wholeAt')
  })
})
