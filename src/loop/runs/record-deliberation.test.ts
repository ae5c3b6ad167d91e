import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testLoop } from '../../../test/worlds/test-loop.ts'

const RETRY = 'Retries hide timeouts because the client swallows the error'
const REPORT = [
  '# Review',
  '',
  '## Accumulated Patterns',
  `- ${RETRY}`,
  '- Validate the token before the session is touched',
].join('\n')

describe('a deliberation', () => {
  it('is recorded with what its words say about it, and its patterns are sighted', async () => {
    const loop = testLoop()
    const recorded = await loop.recordDeliberation({
      text: REPORT,
      role: 'judge',
      run: 'r1',
      phase: 'review',
      labels: ['payments'],
      changedFiles: ['src/client.ts'],
    })
    expect(recorded).toMatchObject({ duplicate: false, role: 'judge', verdict: 'none', evidenceLevel: 3 })
    expect(recorded.patterns.map(({ method, strength }) => [method, strength])).toEqual([
      ['new', 'causal'],
      ['new', 'rule'],
    ])
    const { pattern } = await loop.pattern(recorded.patterns[0]!.pattern)
    expect(pattern).toMatchObject({
      text: RETRY,
      role: 'judge',
      labels: ['payments'],
      files: ['src/client.ts'],
      phases: ['review'],
      sightings: 1,
    })
    expect((await loop.deliberations({ role: 'Judge' })).map(({ deliberation }) => deliberation)).toEqual([
      recorded.deliberation,
    ])
  })

  it('recorded twice is one, and sights nothing twice', async () => {
    const loop = testLoop()
    const first = await loop.recordDeliberation({ text: REPORT, role: 'judge', run: 'r1' })
    const second = await loop.recordDeliberation({ text: REPORT, role: 'judge', run: 'r1', labels: ['more'] })
    expect(second).toEqual({ ...first, duplicate: true })
    expect(await loop.events('pattern-sighted')).toHaveLength(2)
  })

  it('of another run is another sighting of the same patterns, also in other words', async () => {
    const loop = testLoop()
    const first = await loop.recordDeliberation({ text: REPORT, role: 'judge', run: 'r1' })
    const second = await loop.recordDeliberation({
      text: '## Accumulated Patterns\n- Retries hide the timeouts because the client swallows the error',
      role: 'judge',
      run: 'r2',
    })
    expect(second.patterns).toMatchObject([{ pattern: first.patterns[0]!.pattern, method: 'jaccard' }])
    const { pattern, axes } = await loop.pattern(first.patterns[0]!.pattern, { axes: true })
    expect([pattern.sightings, axes!.lifecycle]).toEqual([2, 'candidate'])
  })

  it('that repeats itself sights a pattern once', async () => {
    const loop = testLoop()
    const text = `## Accumulated Patterns\n- ${RETRY}\n- ${RETRY} again`
    expect((await loop.recordDeliberation({ text, role: 'judge' })).patterns).toHaveLength(1)
  })

  it('under an id that was given must be the same text', async () => {
    const loop = testLoop()
    await loop.recordDeliberation({ text: 'The pool leaks.', role: 'judge', deliberation: 'd1' })
    await expect(
      loop.recordDeliberation({ text: 'It does not.', role: 'judge', deliberation: 'd1' }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  it('may come as the file of a pipeline, which tells when it was', async () => {
    const loop = testLoop()
    loop.pass(7)
    const text = JSON.stringify({
      role: 'auditor',
      issue: 42,
      response: REPORT,
      timestamp: '2026-01-02T03:04:05Z',
    })
    await loop.recordDeliberation({ text, name: '42-auditor-2.json' })
    const [event] = await loop.events('deliberation-recorded')
    expect(event).toMatchObject({
      occurredAt: Date.parse('2026-01-02T03:04:05Z'),
      payload: { issue: '42', iteration: 2 },
    })
  })

  it('holds no secret, in its text or in its patterns', async () => {
    const loop = testLoop()
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    await loop.recordDeliberation({
      text: `## Accumulated Patterns\n- Never print the token ${secret} in logs`,
      role: 'judge',
    })
    expect(JSON.stringify(await loop.context.journal.read({ limit: 100 }))).not.toContain(secret)
  })

  it('from a validator is trusted with the output that it shows', async () => {
    const loop = testLoop()
    const text = 'The suite fails.\n\n```\n$ npm test\n3 failed\n```\n'
    const levels = []
    for (const role of ['inspector', 'judge'])
      levels.push((await loop.recordDeliberation({ text, role })).evidenceLevel)
    expect(levels).toEqual([1, 3])
  })

  it('recorded by many at once is one', async () => {
    const loop = testLoop()
    const all = await Promise.all(
      Array.from({ length: 5 }, () => loop.recordDeliberation({ text: REPORT, role: 'judge', run: 'r1' })),
    )
    expect(all.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
    expect(await loop.events('pattern-sighted')).toHaveLength(2)
  })

  it('of any text leaves the journal as it is when it comes again', async () => {
    const loop = testLoop()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (text) => {
        try {
          await loop.recordDeliberation({ text, role: 'judge', run: 'r1' })
        } catch (error) {
          expect(error).toMatchObject({ name: 'UserError' })
          return
        }
        const { position } = await loop.context.journal.head()
        expect((await loop.recordDeliberation({ text, role: 'judge', run: 'r1' })).duplicate).toBe(true)
        expect((await loop.context.journal.head()).position).toBe(position)
      }),
      { numRuns: 40 },
    )
  })
})
