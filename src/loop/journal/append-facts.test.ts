import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SECRETS } from '../../../test/secrets/samples.ts'
import { SqliteFile } from '../../../test/worlds/sqlite-file.ts'
import { LESSON, testLoop } from '../../../test/worlds/test-loop.ts'
import { POLICY } from '../../engine/laws/policy.ts'
import type { Store } from '../../store/port.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'

let file: SqliteFile
let store: Store

beforeEach(async () => {
  file = new SqliteFile()
  store = await openSqliteStore({ path: file.path, durable: false })
})

afterEach(async () => {
  await store.close()
  file.remove()
})

describe('the file of a journal', () => {
  it('never has a secret in its bytes, by whatever door it came', async () => {
    const loop = testLoop({ store })
    for (const [i, { text, secret }] of SECRETS.entries()) {
      const run = `r${i}`
      const context = { labels: [text.slice(0, 200)], files: [`src/${text}`.slice(0, 4_000)] }
      await loop.recordLearning({
        agent: 'builder',
        lesson: `${LESSON} ${i}: ${text}`.slice(0, 2_000),
        run,
        context,
      })
      await loop.inject({
        role: 'builder',
        run,
        task: `${'x '.repeat(3_990)}${text}`,
        files: [text.slice(0, 4_000)],
      })
      const applied = [{ pattern: 'p1', file: text.slice(0, 4_000) }]
      await loop.recordOutcome({
        run,
        result: 'failure',
        notes: text,
        failureDetails: text,
        applied,
        agent: text.slice(0, 200),
      })
      expect(file.holds(LESSON)).toBe(true)
      if (secret.length >= 8) expect(file.holds(secret), text).toBe(false)
    }
    await loop.learn()
    expect(SECRETS.filter(({ secret }) => secret.length >= 8 && file.holds(secret))).toEqual([])
  }, 60_000)
})

it('a cut never leaves the first half of a secret', async () => {
  const loop = testLoop({ store })
  for (const { text, secret } of SECRETS.filter((sample) => sample.secret.length >= 40)) {
    const half = secret.slice(0, Math.ceil(secret.length / 2))
    const before = text.slice(0, text.indexOf(secret))
    const filling = 'word '.repeat(2_000).slice(0, 8_000 - before.length - half.length - 1)
    await loop.inject({ role: 'builder', task: `${filling} ${text}` })
    expect(file.holds(half), half).toBe(false)
  }
})

it('the key of a fact tells nothing of a secret in it, not even by its hash', async () => {
  const loop = testLoop({ store })
  const tokens = SECRETS.filter(({ kind }) => kind === 'aws-access-key').slice(0, 2)
  for (const { text } of tokens) {
    const applied = [{ pattern: 'p1', file: text }]
    await loop.recordOutcome({ run: 'r1', result: 'success', applied })
  }
  expect(await loop.events('pattern-acknowledged')).toHaveLength(1)
})

describe('two loops on one file', () => {
  it('learn at once without failing, and everything is learned once', async () => {
    const others = [await openSqliteStore({ path: file.path }), await openSqliteStore({ path: file.path })]
    const [a, b] = others.map((other, i) => testLoop({ store: other, name: `n${i}-` })) as [
      ReturnType<typeof testLoop>,
      ReturnType<typeof testLoop>,
    ]
    for (let i = 0; i < 30; i++)
      await a.recordLearning({ agent: 'builder', lesson: `${LESSON}, reason ${i % 5} of all`, run: `r${i}` })
    const [ofA, ofB] = await Promise.all([a.learn(), b.learn()])
    expect(ofA.processed + ofB.processed).toBe(30)
    expect(await a.events('pattern-sighted')).toHaveLength(30)
    expect((await b.status()).learnings.pending).toBe(0)
    expect(await b.patterns({ all: true })).toEqual(await a.patterns({ all: true }))
    await Promise.all(others.map((other) => other.close()))
  })
})

it('the journal remembers under which policy its documents were folded', async () => {
  const loop = testLoop({ store, policy: POLICY })
  await loop.recordOutcome({ run: 'r1', result: 'success' })
  expect((await loop.context.journal.head()).policyHash).toBe(loop.context.projector.policyHash)
})
