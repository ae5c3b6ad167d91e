import { describe, expect, it } from 'vitest'
import { testLoop } from '../../../test/worlds/test-loop.ts'
import { loadEmbedder } from '../../machine/load-embedder.ts'

type World = ReturnType<typeof testLoop>

const begin = (profile?: 'bayes') => testLoop({ embedder: loadEmbedder()!, ...(profile && { profile }) })
const record = (loop: World, run: string, lesson: string, named: { sameAs?: string; insteadOf?: string } = {}) =>
  loop.recordLearning({ agent: 'agent', run, lesson, appliesTo: ['*'], ...named })

/** Records a lesson, and makes a pattern of it. */
async function taught(loop: World, lesson: string, run = 'r0') {
  await record(loop, run, lesson)
  await loop.learn()
  return idOf(loop, lesson)
}

const all = (loop: World) => loop.patterns({ all: true })
const idOf = async (loop: World, text: string) =>
  (await all(loop)).find(({ pattern }) => pattern.text === text)!.pattern.id
const shown = async (loop: World) => (await loop.patterns({})).map(({ pattern }) => pattern.text).sort()

const RULE = 'Run the formatter before you open a pull request.'
const OTHER_WORDS = [
  'Format the code first, then open the PR.',
  'A pull request must only be opened once the code has been formatted.',
  'Never open a PR with code that is not formatted.',
  'Reviewers reject changes that were not run through the formatter.',
  'Make sure the formatter has run on everything in a PR.',
]

describe('a lesson that is near a known one', () => {
  it('is given with what it may be the same as, and stays another lesson until somebody says more', async () => {
    const loop = begin()
    const known = await taught(loop, RULE)
    await taught(loop, 'Amounts are stored in cents.')
    const { near } = await record(loop, 'r1', OTHER_WORDS[0]!)
    expect(near![0]).toEqual({ pattern: known, shortId: known.slice(2, 7), text: RULE, relation: 'near' })
    await loop.learn()
    const { pattern } = await loop.pattern(known)
    expect(pattern.sightings).toBe(1)
    expect(pattern.near).toMatchObject([{ with: await idOf(loop, OTHER_WORDS[0]!) }])
  })

  it('said six ways by six runs, each with sameAs, is one pattern with six sightings', async () => {
    const loop = begin()
    const known = await taught(loop, RULE)
    for (const [n, words] of OTHER_WORDS.entries()) {
      const { near } = await record(loop, `r${n + 1}`, words)
      expect(near!.map(({ pattern }) => pattern)).toContain(known)
      expect(await record(loop, `r${n + 1}`, words, { sameAs: known })).toEqual({
        learning: expect.any(String),
        duplicate: false,
      })
      await loop.learn()
    }
    expect(await shown(loop)).toEqual([RULE])
    const { pattern } = await loop.pattern(known)
    expect(pattern).toMatchObject({ sightings: 6, aliases: OTHER_WORDS })
    expect(pattern.contexts).toHaveLength(6)
  })

  it('joins it also when it was made a pattern before its run said so', async () => {
    const loop = begin()
    const known = await taught(loop, RULE)
    const own = await taught(loop, OTHER_WORDS[0]!, 'r1')
    expect(own).not.toBe(known)
    await record(loop, 'r1', OTHER_WORDS[0]!, { sameAs: known.slice(2, 7) })
    await loop.learn()
    expect(await shown(loop)).toEqual([RULE])
    expect((await loop.pattern(known)).pattern.sightings).toBe(2)
    expect((await loop.pattern(own)).pattern.mergedInto).toBe(known)
  })

  it('is an echo if its run had been shown the one that it names', async () => {
    const loop = begin()
    const known = await taught(loop, RULE)
    await loop.inject({ role: 'agent', run: 'r1' })
    await record(loop, 'r1', OTHER_WORDS[0]!, { sameAs: known })
    expect((await loop.learn()).rejected[0]?.reason).toContain(`had been shown ${known}`)
    expect((await loop.pattern(known)).pattern.sightings).toBe(1)
  })

  it('is taken back with its run', async () => {
    const loop = begin()
    const known = await taught(loop, RULE)
    await record(loop, 'r1', OTHER_WORDS[0]!, { sameAs: known })
    await loop.learn()
    await loop.undo({ run: 'r1', reason: 'it was wrong', by: 'ada' })
    expect((await loop.pattern(known)).pattern).toMatchObject({ sightings: 1, aliases: [] })
  })
})

describe('of two lessons that are near', () => {
  it('a block shows the stronger one, and its receipt says why the other is left out', async () => {
    const loop = begin('bayes')
    const known = await taught(loop, RULE)
    const other = await taught(loop, OTHER_WORDS[0]!, 'r1')
    const { block, items, receipt } = await loop.inject({ role: 'agent', run: 'r2' })
    const [shownOne] = items.map(({ pattern }) => pattern)
    const left = shownOne === known ? other : known
    expect(items).toHaveLength(1)
    expect([RULE, OTHER_WORDS[0]!].filter((text) => block.includes(text))).toHaveLength(1)
    expect((await loop.whyReceipt(receipt)).evidence.join()).toMatch(
      new RegExp(`left out: ${left}, value [\\d.]+, near to ${shownOne}, which is shown`),
    )
    expect(await loop.whyNot({ receipt, pattern: left })).toMatchObject({ fate: 'near' })
  })

  it('one that is held takes no place from the other, and is not named', async () => {
    const loop = begin('bayes')
    const input = { agent: 'agent', run: 'r1', lesson: OTHER_WORDS[0]!, appliesTo: ['*'], trust: 'external' as const }
    await loop.recordLearning(input)
    await loop.learn()
    const held = (await loop.patterns({ all: true }))[0]!.pattern.id
    const known = await taught(loop, RULE)
    const { block, receipt } = await loop.inject({ role: 'agent', run: 'r2' })
    expect(block).toContain(RULE)
    expect(block).not.toContain(OTHER_WORDS[0])
    expect(JSON.stringify(await loop.whyReceipt(receipt))).not.toContain(held)
    expect(await shown(loop)).not.toContain(OTHER_WORDS[0])
    expect(known).not.toBe(held)
  })
})

describe('what the word of an agent does not do', () => {
  it('a lesson that contradicts the one it names in the same words is no sighting of it', async () => {
    const loop = begin()
    const known = await taught(loop, 'Port 8080 is used by the metrics exporter')
    await record(loop, 'r1', 'Port 9090 is used by the metrics exporter', { sameAs: known })
    await loop.learn()
    const { pattern, conflicts } = await loop.pattern(known)
    expect(pattern.sightings).toBe(1)
    expect(conflicts).toMatchObject([{ state: 'open' }])
  })

  it('a lesson about something else cannot join or replace', async () => {
    const loop = begin()
    const known = await taught(loop, RULE)
    await record(loop, 'r1', 'Amounts of invoices are stored in cents.', { sameAs: known })
    await record(loop, 'r2', 'The nightly job rebuilds the search index.', { insteadOf: known })
    await loop.learn()
    expect(await shown(loop)).toHaveLength(3)
    expect((await loop.pattern(known)).pattern.sightings).toBe(1)
  })

  it("a person's rule gets no words, places or sightings from it, and is not replaced", async () => {
    const loop = begin()
    const { rule } = await loop.addRule({ text: RULE, by: 'ada' })
    await record(loop, 'r1', OTHER_WORDS[0]!, { sameAs: rule.id })
    await record(loop, 'r2', 'Open a pull request before you run the formatter.', { insteadOf: rule.id })
    await loop.learn()
    expect(await loop.rules()).toEqual([{ ...rule, alsoSaid: [] }])
    const { pattern, conflicts } = await loop.pattern(rule.id)
    expect(pattern.sightings).toBe(1)
    expect(conflicts).toMatchObject([{ state: 'open' }])
  })

  it('what is held can neither be named nor is it offered', async () => {
    const loop = begin()
    const known = await taught(loop, RULE)
    await loop.quarantinePattern({ pattern: known, reason: 'from a forged issue', by: 'ada' })
    expect((await record(loop, 'r1', OTHER_WORDS[0]!)).near).toBeUndefined()
    await expect(record(loop, 'r1', OTHER_WORDS[0]!, { sameAs: known })).rejects.toThrow('There is no pattern')
  })

  it('what comes from outside joins nothing by naming it', async () => {
    const loop = begin()
    const known = await taught(loop, RULE)
    const input = { agent: 'agent', run: 'r1', lesson: OTHER_WORDS[0]!, appliesTo: ['*'], sameAs: known }
    await loop.recordLearning({ ...input, trust: 'external' })
    await loop.learn()
    expect((await loop.pattern(known)).pattern).toMatchObject({ sightings: 1, aliases: [] })
    const own = await idOf(loop, OTHER_WORDS[0]!)
    expect((await loop.pattern(own)).pattern).toMatchObject({ quarantined: true })
  })

  it('what was held after it was named is not joined either', async () => {
    const loop = begin()
    const known = await taught(loop, RULE)
    await record(loop, 'r1', OTHER_WORDS[0]!, { sameAs: known })
    await loop.quarantinePattern({ pattern: known, reason: 'from a forged issue', by: 'ada' })
    await loop.learn()
    expect((await loop.pattern(known)).pattern).toMatchObject({ sightings: 1, aliases: [] })
    expect(await all(loop)).toHaveLength(2)
  })
})

describe('a lesson that replaces another', () => {
  const OLD = 'The staging database is wiped every Sunday night.'
  const NEW = 'The staging database is no longer wiped on Sundays; ask the platform team.'

  it('takes the place of what only one run had stated, and gives it back when that is stated again', async () => {
    const loop = begin()
    const known = await taught(loop, OLD)
    await record(loop, 'r1', NEW, { insteadOf: known })
    await loop.learn()
    expect(await shown(loop)).toEqual([NEW])
    expect((await loop.pattern(known)).conflicts).toMatchObject([{ state: 'settled' }])
    await record(loop, 'r2', OLD)
    await loop.learn()
    expect(await shown(loop)).toEqual([OLD, NEW].sort())
  })

  it('needs a second run where several had stated the other one', async () => {
    const loop = begin()
    const known = await taught(loop, OLD)
    await taught(loop, OLD, 'r1')
    for (const [run, count] of [
      ['r2', 2],
      ['r3', 1],
    ] as const) {
      await record(loop, run, NEW, { insteadOf: known })
      await loop.learn()
      expect(await shown(loop)).toHaveLength(count)
    }
  })

  it('does so also when it was made a pattern before, without being seen twice', async () => {
    const loop = begin()
    const known = await taught(loop, OLD)
    const own = await taught(loop, NEW, 'r1')
    await record(loop, 'r1', NEW, { insteadOf: known })
    await loop.learn()
    expect(await shown(loop)).toEqual([NEW])
    expect((await loop.pattern(own)).pattern.sightings).toBe(1)
  })
})
