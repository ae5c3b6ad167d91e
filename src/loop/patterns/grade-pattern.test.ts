import { describe, expect, it } from 'vitest'
import { LESSON, taught, testLoop } from '../../../test/worlds/test-loop.ts'

const HAND = { by: 'ann', reason: 'I looked at it' }

describe('penalising by hand', () => {
  it('costs the weight of the role whose pattern it is, and lowers its score', async () => {
    const loop = testLoop()
    const pattern = await taught(loop, LESSON, { role: 'sentinel' })
    const graded = await loop.penalisePattern({ pattern, ...HAND })
    expect(graded).toMatchObject({ pattern, duplicate: false, weight: 1.5, regression: false })
    expect(graded.after).toMatchObject({ ignoreWeight: 1.5 })
    expect(graded.after.score).toBeCloseTo(graded.before.score / 2.5)
  })

  it('names the pattern by its words, exactly or nearly so', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const same = { role: 'builder', text: `  ${LESSON.toUpperCase()}. ` }
    const near = { role: 'builder', text: `${LESSON} here` }
    expect((await loop.penalisePattern({ pattern: same, ...HAND })).pattern).toBe(pattern)
    expect((await loop.penalisePattern({ pattern: near, ...HAND })).pattern).toBe(pattern)
    const other = { role: 'judge', text: LESSON }
    await expect(loop.penalisePattern({ pattern: other, ...HAND })).rejects.toMatchObject({
      code: 'not-found',
      hint: 'mettle compat query-patterns --role judge',
    })
  })

  it('counts once in a run, whoever says it, and once a day without one', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    await loop.penalisePattern({ pattern, run: 'r1', ...HAND })
    const again = await loop.penalisePattern({ pattern, run: 'r1', by: 'bob', reason: 'me too' })
    expect(again.duplicate).toBe(true)
    expect(again.after).toEqual(again.before)
    await loop.penalisePattern({ pattern, ...HAND })
    await loop.penalisePattern({ pattern, ...HAND })
    loop.pass(1)
    await loop.penalisePattern({ pattern, ...HAND })
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence).toMatchObject({
      ignoreCount: 3,
      ignoreWeight: 3,
    })
  })

  it('of a pattern that had been held up is a regression', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    await loop.reinforcePatterns({ patterns: [pattern], ...HAND })
    expect((await loop.penalisePattern({ pattern, ...HAND })).regression).toBe(true)
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence.regressions).toBe(1)
  })
})

describe('reinforcing by hand', () => {
  it('gives a success and a reinforcement on evidence of level 2, unless another is named', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const [graded] = await loop.reinforcePatterns({ patterns: [pattern], ...HAND })
    expect(graded).toMatchObject({ evidenceLevel: 2, after: { successes: 1, reinforcements: 1 } })
    await loop.reinforcePatterns({ patterns: [pattern], evidenceLevel: 1, ...HAND })
    const facts = await loop.events('pattern-reinforced')
    expect(facts.map(({ payload }) => payload.evidenceLevel)).toEqual([2, 1])
  })

  it('on reasoning alone is refused', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const asked = loop.reinforcePatterns({ patterns: [pattern], evidenceLevel: 3, ...HAND })
    await expect(asked).rejects.toMatchObject({ code: 'evidence' })
    expect(await loop.events('pattern-reinforced')).toEqual([])
  })

  it('counts once in a run, also beside a PASS that credits it', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    await loop.reinforcePatterns({ patterns: [pattern, pattern], run: 'r1', ...HAND })
    const [again] = await loop.reinforcePatterns({ patterns: [pattern], run: 'r1', ...HAND })
    expect(again?.duplicate).toBe(true)
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence).toMatchObject({
      successes: 1,
      reinforcements: 1,
    })
  })

  it('takes all of the patterns or none', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const asked = loop.reinforcePatterns({ patterns: [pattern, 'p-0000000000000000'], ...HAND })
    await expect(asked).rejects.toMatchObject({ code: 'not-found' })
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence.successes).toBe(0)
  })

  it('takes no row number for a pattern', async () => {
    const loop = testLoop()
    await taught(loop)
    const asked = loop.reinforcePatterns({ patterns: ['12'], ...HAND })
    await expect(asked).rejects.toMatchObject({ code: 'input' })
  })
})

describe('a grade by hand', () => {
  it('keeps who gave it and why, and is no feedback', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    await loop.penalisePattern({ pattern, run: 'r1', ...HAND })
    const [word] = await loop.events('feedback-given')
    expect(word?.payload).toMatchObject({ id: pattern, by: 'ann', reasoning: 'ignored: I looked at it' })
    expect(word?.provenance.source).toBe('person')
    expect((await loop.pattern(pattern, { axes: true })).axes!.maturity).toBe('unknown')
  })

  it('needs a name and a reason', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const asked = loop.penalisePattern({ pattern, by: '', reason: '' })
    await expect(asked).rejects.toMatchObject({ code: 'input' })
  })
})
