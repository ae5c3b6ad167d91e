import { describe, expect, it } from 'vitest'
import { LESSON, type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { POLICY } from '../../engine/laws/policy.ts'

const OTHER = 'Never trust the clock of another machine, because it may be wrong'
const said = { by: 'ada', reason: 'a mistake' }

async function receiptOf(loop: TestLoop, more: object = {}): Promise<string> {
  return (await loop.inject({ role: 'builder', run: 'r1', ...more })).receipt
}

describe('why not', () => {
  it('tells of one that was shown which place it had', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const receipt = await receiptOf(loop)
    expect(await loop.whyNot({ receipt, pattern })).toMatchObject({
      name: receipt,
      pattern,
      fate: 'shown',
      state: `${pattern} was shown as number 1 of 1`,
    })
  })

  it('names the state that excluded it then and since when, though it is free now', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    loop.pass(1)
    await loop.quarantinePattern({ pattern, ...said })
    const since = loop.context.now()
    loop.pass(1)
    const receipt = await receiptOf(loop)
    await loop.releasePattern({ pattern, ...said })
    const why = await loop.whyNot({ receipt, pattern })
    expect(why).toMatchObject({ fate: 'excluded', timeline: [{}, { at: since, what: 'excluded since' }] })
    expect(why.state).toContain('quarantined')
  })

  it('says that it was not there yet', async () => {
    const loop = testLoop()
    await taught(loop)
    const receipt = await receiptOf(loop)
    loop.pass(1)
    const late = await taught(loop, OTHER, { run: 'r5' })
    expect(await loop.whyNot({ receipt, pattern: late })).toMatchObject({
      fate: 'not-there',
      state: `${late} did not exist yet; it was first recorded at 2026-01-02T00:00:00.000Z`,
    })
  })

  it('gives the tokens that were missing', async () => {
    const loop = testLoop()
    const first = await taught(loop)
    const second = await taught(loop, OTHER, { run: 'r5' })
    const receipt = await receiptOf(loop, { budgetTokens: 40 })
    const { items, displaced, budgetTokens, usedTokens } = await loop.receipt(receipt)
    expect(items).toHaveLength(1)
    const left = items[0]!.pattern === first ? second : first
    const missing = displaced[0]!.tokens - (budgetTokens - usedTokens)
    const why = await loop.whyNot({ receipt, pattern: left })
    expect(why).toMatchObject({ fate: 'budget' })
    expect(why.whatWouldChangeIt[0]).toBe(`a budget of ${missing} tokens more`)
  })

  it('gives the probability with which it was withheld', async () => {
    const loop = testLoop({ holdoutShare: 1 })
    const pattern = await taught(loop)
    const why = await loop.whyNot({ receipt: await receiptOf(loop), pattern })
    expect(why).toMatchObject({ fate: 'withheld' })
    expect(why.state).toContain('with a probability of 1.00')
  })

  it('says that it is for others', async () => {
    const loop = testLoop()
    const pattern = await taught(loop, 'The parser keeps its tables in one folder', {
      appliesTo: ['builder'],
    })
    const why = await loop.whyNot({ receipt: await receiptOf(loop, { role: 'stranger' }), pattern })
    expect(why).toMatchObject({ fate: 'not-for-the-reader' })
    expect(why.state).toContain('not for stranger')
  })

  it('says that the run had been told before', async () => {
    const loop = testLoop()
    const everyone = { appliesTo: ['*'] }
    const pattern = await taught(loop, LESSON, everyone)
    await loop.injectForAgent({ agent: 'builder', run: 'r1' })
    await taught(loop, 'Always run npm test before npm publish', { run: 'r5', ...everyone })
    const { receipt } = await loop.injectForTool({ tool: 'Bash', command: 'npm publish', run: 'r1' })
    expect((await loop.whyNot({ receipt, pattern })).fate).toBe('said-before')
  })

  it('says that settings and words were others then', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const receipt = await receiptOf(loop)
    await loop.editPattern({ pattern, text: OTHER, ...said })
    const policy = { ...POLICY, inject: { ...POLICY.inject, minScore: 0.2 } }
    const store = { journal: () => loop.context.journal, close: async () => undefined }
    const later = testLoop({ store, policy })
    const { evidence } = await later.whyNot({ receipt, pattern })
    expect(evidence[0]).toContain('with other settings')
    expect(evidence[1]).toBe(`its text was different then: ${LESSON}`)
  })

  it('knows a pattern by the beginning of its id', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const receipt = await receiptOf(loop)
    expect((await loop.whyNot({ receipt, pattern: pattern.slice(0, 6) })).pattern).toBe(pattern)
    await taught(loop, OTHER, { run: 'r5' })
    await expect(loop.whyNot({ receipt, pattern: 'p-' })).rejects.toThrow('could be any of 2 patterns')
  })

  it('holds what is believed against 0, not against the least score of the classic profile', async () => {
    const loop = testLoop({ profile: 'bayes' })
    const [aside, named] = [await taught(loop, OTHER), 'Always run npm test before npm publish']
    const shown = await taught(loop, named, { run: 'r5', appliesTo: ['*'] })
    const { receipt, items } = await loop.injectForPrompt({ task: named, run: 'r6' })
    expect(items.map(({ pattern }) => pattern)).toEqual([shown])
    const why = await loop.whyNot({ receipt, pattern: aside })
    expect(why).toMatchObject({ fate: 'score', state: `${aside} was not worth its room` })
    expect(why.arithmetic).toMatch(/^its value \/ sqrt\(tokens\) is -0\.\d{4}; only what is above 0 is shown$/)
    expect(why.whatWouldChangeIt[0]).toMatch(/^a value above 0: /)
  })

  it('does not call excluded what only disuse retired, where patterns are weighed by belief', async () => {
    const loop = testLoop({ profile: 'bayes' })
    const pattern = await taught(loop)
    loop.pass(300)
    expect((await loop.pattern(pattern, { axes: true })).axes!.excludedBecause).not.toEqual([])
    expect((await loop.why(pattern)).standing.status).toBe('new')
    const { receipt } = await loop.inject({ role: 'stranger', run: 'r9' })
    expect((await loop.whyNot({ receipt, pattern })).fate).not.toBe('excluded')
  })

  it.each([
    ['receipt', { receipt: 'none', pattern: 'p-1' }],
    ['pattern', { receipt: '', pattern: 'p-none' }],
  ])('does not know a %s that is not there', async (what, asked) => {
    const loop = testLoop()
    await taught(loop)
    const receipt = asked.receipt || (await receiptOf(loop))
    await expect(loop.whyNot({ ...asked, receipt })).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining(what),
    })
  })
})
