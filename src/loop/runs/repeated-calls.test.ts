import fc from 'fast-check'
import { expect, it } from 'vitest'
import { documentsOf } from '../../../test/replay/history.ts'
import { type TestLoop, testLoop } from '../../../test/worlds/test-loop.ts'

const LESSONS = [
  'Retries hide timeouts because the client swallows the error',
  'Always close the database pool before the worker exits',
  'Never log the raw request body of a payment',
]
const FILES = ['src/pool.ts']
const verdict = (pick: number) =>
  `J1 is a false positive: src/pool.ts:9 \`finally\`.\n<!-- x:verdict-json\n${JSON.stringify({
    verdict: 'PASS',
    issues: [],
    must_fix: [],
    false_positives: pick % 2 === 0 ? ['J1'] : [],
  })}\n-->`

interface Told {
  readonly answer: unknown
  again(): Promise<unknown>
}

/** Actions that can be told again, each with what it answered the first time. */
const ACTIONS = {
  async deliberate(loop: TestLoop, pick: number): Promise<Told[]> {
    const lesson = LESSONS[pick % LESSONS.length]!
    const again = () =>
      loop.recordDeliberation({
        role: pick % 2 === 0 ? 'judge' : 'auditor',
        run: `r${pick % 3}`,
        text: `J1: ${lesson}, see src/pool.ts:4 \`end()\`.\n\n## Accumulated Patterns\n- ${lesson}`,
        changedFiles: FILES,
      })
    return [{ answer: await again(), again }]
  },
  async correct(loop: TestLoop, pick: number): Promise<Told[]> {
    const [newest] = await loop.deliberations({ role: 'judge', run: `r${pick % 3}` })
    if (newest === undefined) return []
    const { deliberation } = newest
    const again = () =>
      loop.correct({ validatorRole: 'inspector', deliberation, verdict: verdict(pick), changedFiles: FILES })
    return [{ answer: await again(), again }]
  },
  async inject(loop: TestLoop, pick: number): Promise<Told[]> {
    await loop.inject({ role: pick % 2 === 0 ? 'judge' : 'builder', run: `r${pick % 3}` })
    return []
  },
  async edit(loop: TestLoop, pick: number): Promise<Told[]> {
    const [first] = await loop.patterns({ all: true })
    if (first === undefined) return []
    const text = `${LESSONS[pick % LESSONS.length]} on ${pick} of them`
    const edit = { pattern: first.pattern.id, by: 'ada', reason: 'clearer', text }
    await loop.editPattern(edit).catch(() => undefined)
    const { position } = await loop.context.journal.head()
    await loop.editPattern(edit).catch(() => undefined)
    expect((await loop.context.journal.head()).position).toBe(position)
    return []
  },
}

it('deliberations, corrections and edits that are told again change nothing and answer the same', async () => {
  const action = fc.record({
    verb: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])),
    pick: fc.nat(8),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 24 }), async (actions) => {
      const loop = testLoop()
      const told: Told[] = []
      for (const { verb, pick } of actions) told.push(...(await ACTIONS[verb](loop, pick)))
      const { position } = await loop.context.journal.head()
      const before = await documentsOf(loop.context.journal)
      for (const { answer, again } of told) expect(await again()).toEqual({ ...(answer as object), duplicate: true })
      expect((await loop.context.journal.head()).position).toBe(position)
      expect(await documentsOf(loop.context.journal)).toEqual(before)
    }),
    { numRuns: 60 },
  )
})
