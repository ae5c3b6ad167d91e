import { describe, expect, it } from 'vitest'
import { receipt } from '../../../test/worlds/facts.ts'
import { type TestLoop, type TestLoopOptions, testLoop } from '../../../test/worlds/test-loop.ts'
import type { DocumentKey } from '../../domain/document.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { BAYES } from '../../engine/belief/bayes-policy.ts'
import { POLICY } from '../../engine/laws/policy.ts'
import { textHash } from '../../engine/text/text-hash.ts'
import { POSTERIOR } from '../../projection/documents/belief-documents.ts'
import { appendFacts, runStream } from '../journal/append-facts.ts'
import { inject } from './inject.ts'

const TEXTS = [
  'Close the connection pool when the worker shuts down',
  'Check that the token has not expired before each request',
  'Write the temporary file to the folder of the target, then rename it',
]

async function loopWith(options: TestLoopOptions = {}): Promise<{ loop: TestLoop; ids: string[] }> {
  const loop = testLoop({ profile: 'bayes', ...options })
  const ids: string[] = []
  for (const lesson of TEXTS) {
    await loop.recordLearning({
      agent: 'builder',
      lesson,
      category: 'mistake',
      strength: 'rule',
      run: 'first',
    })
  }
  await loop.learn()
  for (const { pattern } of await loop.patterns()) ids.push(pattern.id)
  return { loop, ids }
}

const TASK = 'the token of the request has expired'
const tokenPattern = async (loop: TestLoop) =>
  (await loop.patterns()).find(({ pattern }) => pattern.text.includes('token'))!.pattern.id

/** A run that is shown the pattern, applies it, hears what a person says of that, and ends. */
async function apply(loop: TestLoop, pattern: string, run: string, result: 'success' | 'failure') {
  await loop.inject({ role: 'builder', task: TASK, run })
  const type = result === 'success' ? 'helpful' : 'harmful'
  await loop.recordFeedback({ subject: 'pattern', id: pattern, type, by: 'ada', run })
  await applied(loop, pattern, run, result)
}

/** A run applies a pattern that it was shown, and ends. */
async function applied(loop: TestLoop, pattern: string, run: string, result: 'success' | 'failure') {
  const citation = { file: 'src/token.ts', line: 1 }
  await appendFacts(loop.context, [
    {
      type: 'citation-verified',
      payload: { pattern, citation, verified: true, reason: 'changed' },
      stream: runStream(run),
      run,
      key: `verified/${run}`,
    },
  ])
  await loop.recordOutcome({ run, result, observedBy: 'test' })
  loop.pass(1)
}

/** A receipt as another door may have left it. */
async function shown(loop: TestLoop, patterns: readonly string[], run: string) {
  const { payload } = receipt(patterns)
  const type = 'pattern-injected' as const
  await appendFacts(loop.context, [
    { type, payload: payload as PayloadOf<typeof type>, stream: runStream(run), run, key: `shown/${run}` },
  ])
}

describe('a block of the bayes profile', () => {
  it('shows what is worth its room for the task, and nothing else', async () => {
    const { loop } = await loopWith()
    const { block, items, path } = await loop.inject({ role: 'builder', task: TASK })
    expect(items.map(({ text }) => text)).toEqual([TEXTS[1]])
    expect(block).toContain('(new)')
    expect(path).toBe('full')
    expect(items[0]!.why).toMatch(/^value 0\.0\d+ = relevance [01]\.\d+ x effect 0\.118 - /)
  })

  it('shows two unproven patterns in a small budget when nothing is known of the work, and says why not the third', async () => {
    const { loop, ids } = await loopWith()
    const { items, receipt: name } = await loop.inject({ role: 'builder', budgetTokens: 150 })
    expect(items).toHaveLength(2)
    const third = ids.find((id) => items.every(({ pattern }) => pattern !== id))!
    const [{ payload }] = (await loop.events('pattern-injected')) as [never]
    expect(payload).toMatchObject({ receipt: name, displaced: [{ pattern: third, reason: 'unproven' }] })
  })

  it('shows a third that a person promoted', async () => {
    const { loop, ids } = await loopWith()
    await loop.promotePattern({ pattern: ids[0]!, by: 'ada', reason: 'it is so' })
    expect((await loop.inject({ role: 'builder', budgetTokens: 150 })).items).toHaveLength(3)
  })

  it('abstains, however much room there is', async () => {
    const { loop } = await loopWith()
    const { block, items } = await loop.inject({
      role: 'builder',
      task: 'translate the manual into Danish',
      budgetTokens: 100_000,
    })
    expect([block, items]).toEqual(['', []])
  })

  it('leaves a receipt with every part, the profile and the prediction', async () => {
    const { loop } = await loopWith()
    await loop.inject({ role: 'builder', task: TASK, run: 'r1' })
    const [{ payload }] = (await loop.events('pattern-injected')) as [never]
    expect(payload).toMatchObject({
      profile: 'bayes',
      prediction: expect.closeTo(0.51, 1),
      items: [
        {
          propensity: 1,
          parts: { help: 0.38, neutral: 0.44, harm: 0.18, effect: 0.1182, value: expect.any(Number) },
        },
      ],
      displacedTotal: 2,
      displaced: [{ reason: 'score' }, { reason: 'score' }],
    })
  })

  it('predicts a run by the context that it began in, and by the runs that have ended there', async () => {
    const { loop } = await loopWith()
    const danish = 'translate the manual into Danish'
    await loop.inject({ role: 'builder', task: danish, run: 'mine' })
    for (const [role, result] of [
      ['builder', 'failure'],
      ['planner', 'success'],
    ] as const)
      for (let number = 0; number < 6; number++) {
        const run = `${role}-${number}`
        await loop.inject({ role, task: danish, run })
        await loop.recordOutcome({ run, result, observedBy: 'test' })
      }
    const { prediction: asBuilder } = await loop.inject({ role: 'builder', task: danish })
    const { prediction: asPlanner } = await loop.inject({ role: 'planner', task: danish })
    expect(asPlanner).toBeGreaterThan(asBuilder! + 0.2)
    const mine = await loop.inject({ role: 'planner', task: danish, run: 'mine' })
    expect(mine.prediction).toBe(asBuilder)
  })

  it('shows what names no place everywhere, once it has proved itself', async () => {
    const { loop } = await loopWith()
    const pattern = await tokenPattern(loop)
    const elsewhere = { role: 'builder', task: 'translate the manual into Danish' }
    for (let run = 0; run < 6; run++) await apply(loop, pattern, `r${run}`, 'success')
    expect((await loop.inject(elsewhere)).items[0]).toMatchObject({ pattern })
    const placed = { agent: 'builder', lesson: TEXTS[1]!, run: 'again', context: { files: ['src/token.ts'] } }
    await loop.recordLearning(placed)
    await loop.learn()
    const shown = (await loop.inject(elsewhere)).items.map((item) => item.pattern)
    expect(shown).not.toContain(pattern)
  })

  it('shows what was learned in such work, however the task is worded, and not what was learned elsewhere', async () => {
    const loop = testLoop({ profile: 'bayes' })
    const learned = (lesson: string, label: string, file: string) =>
      loop.recordLearning({
        agent: 'builder',
        lesson,
        run: label,
        context: { labels: [label], files: [file] },
      })
    await learned('Always run the migrations before the tests', 'database', 'db/migrations/index.ts')
    await learned('Give each browser test a depot of its own', 'ci', 'test/browser/depot.test.ts')
    await loop.learn()
    const shownFor = async (work: { labels?: string[]; files?: string[] }) =>
      (await loop.inject({ role: 'builder', task: 'archive old parcels', ...work })).items.map(({ text }) => text)
    expect(await shownFor({ labels: ['database'] })).toEqual(['Always run the migrations before the tests'])
    expect(await shownFor({ files: ['test/browser/parcel.test.ts'] })).toEqual([
      'Give each browser test a depot of its own',
    ])
    expect(await shownFor({})).toEqual([])
  })

  it('shows before a tool call what has to do with the step', async () => {
    const loop = testLoop({ profile: 'bayes' })
    const lesson = 'Always run the migrations before the tests, otherwise they use an old schema'
    await loop.recordLearning({ agent: 'builder', lesson, run: 'first' })
    await loop.learn()
    const blockFor = (command: string) => loop.injectForTool({ tool: 'Bash', command, agent: 'builder' })
    expect((await blockFor('cd api && npm test')).block).toContain(lesson)
    expect((await blockFor('ls -la')).block).toBe('')
  })

  it('ranks what was seen to help higher', async () => {
    const { loop } = await loopWith()
    const id = await tokenPattern(loop)
    for (let n = 0; n < 4; n++) await apply(loop, id, `good-${n}`, 'success')
    const [good] = (await loop.inject({ role: 'builder', task: TASK })).items
    expect(good!.why).toMatch(/helps 0\.[89]/)
  })

  it('shows a warning in place of what harms, where runs without it go well', async () => {
    const { loop } = await loopWith()
    const id = await tokenPattern(loop)
    for (let n = 0; n < 30; n++) {
      await shown(loop, [], `good-${n}`)
      await loop.recordOutcome({ run: `good-${n}`, result: 'success', observedBy: 'test' })
      await shown(loop, [id], `bad-${n}`)
      await apply(loop, id, `bad-${n}`, 'failure')
    }
    const after = await loop.inject({ role: 'builder', task: TASK })
    expect(after.items.map(({ text }) => text)).toEqual([`AVOID: ${TEXTS[1]}`])
    expect(after.items[0]!.why).toMatch(/^value as a warning 0\.\d+ = /)
    const [{ parts }] = (await loop.events('pattern-injected')).at(-1)!.payload.items as [never]
    expect(parts).toMatchObject({ inverted: 1 })
    expect(after.items[0]!.standing).toMatch(/^warning, \d+ runs$/)
    const words = `AVOID: ${TEXTS[1]}`
    expect((await loop.run(after.run)).patterns).toEqual([{ pattern: id, text: words, tier: 'shown' }])
    expect((await loop.receipt(after.receipt)).texts).toMatchObject({ [id]: words })
    expect((await loop.run('bad-0')).patterns[0]!.text).toBe(TEXTS[1])
    const { block } = await loop.inject({ role: 'builder', task: TASK, sections: true })
    expect(block).toMatch(/## To avoid\n- AVOID: .* \(warning, \d+ runs\)$/m)
    expect(block).not.toMatch(/harmful|DEPRECATED/)
    const asked = await loop.injectForPrompt({ task: TASK, run: 'asked' })
    expect(asked.block).toMatch(/^- AVOID: .* \(warning, \d+ runs\) #\w+$/m)
  })

  it('no longer shows what failed in three of three runs, says why, and warns of it once a person says that it harms', async () => {
    const { loop } = await loopWith()
    const id = await tokenPattern(loop)
    const next = async () => (await loop.inject({ role: 'builder', task: TASK })).items.map(({ text }) => text)
    for (const run of ['f1', 'f2', 'f3']) {
      await shown(loop, [id], run)
      await applied(loop, id, run, 'failure')
    }
    expect((await loop.pattern(id)).standing).toMatchObject({
      status: 'doubted',
      because: '0 of 3 runs that followed it ended well',
    })
    expect(await next()).toEqual([])
    for (const run of ['f4', 'f5', 'f6']) await apply(loop, id, run, 'failure')
    expect((await loop.pattern(id)).standing).toMatchObject({ status: 'warning' })
    expect(await next()).toEqual([`AVOID: ${TEXTS[1]}`])
  })

  it('warns by runs alone of what failed in five of five, where runs usually end well: after two it waits some days before each', async () => {
    const { loop } = await loopWith()
    const id = await tokenPattern(loop)
    const next = async (run: string) =>
      (await loop.inject({ role: 'builder', task: TASK, run })).items.map(({ text }) => text)
    const standing = async () => (await loop.pattern(id)).standing
    for (let n = 0; n < 15; n++) {
      await shown(loop, [], `good-${n}`)
      await loop.recordOutcome({ run: `good-${n}`, result: 'success', observedBy: 'test' })
    }
    for (const run of ['f1', 'f2']) {
      expect(await next(run)).toContain(TEXTS[1])
      await applied(loop, id, run, 'failure')
    }
    let failures = 2
    for (let now = await standing(); now.status !== 'warning'; now = await standing()) {
      expect(now).toMatchObject({ status: 'doubted', because: `0 of ${failures} runs that followed it ended well` })
      expect(await next(`left-out-${failures}`)).not.toContain(TEXTS[1])
      loop.pass(Number(/^in (\d+) days? agents are shown it again/.exec(now.next[0]!)?.[1]))
      failures += 1
      expect(await next(`f${failures}`)).toContain(TEXTS[1])
      const becomes =
        failures === 5 ? 'a warning, so agents are warned of it' : 'doubted, so agents are no longer shown it'
      expect((await standing()).next).toContain(`1 more run that follows it and fails makes it ${becomes}`)
      await applied(loop, id, `f${failures}`, 'failure')
    }
    expect((await standing()).because).toBe('0 of 5 runs that followed it ended well')
    expect(await next('after')).toContain(`AVOID: ${TEXTS[1]}`)
  })

  it('draws some of what finds no room, with the probability on the receipt, and the same for the same receipt', async () => {
    const { loop } = await loopWith({
      policy: { ...POLICY, bayes: { ...BAYES, tokensPerUnproven: 1, linePrice: 0 } },
    })
    for (let n = 0; n < 12; n++)
      await loop.recordLearning({
        agent: 'builder',
        lesson: `${['Check', 'Verify', 'Ask', 'Measure'][n % 4]} that the ${['red', 'blue', 'old'][n % 3]} valve ${n} ${['holds', 'opens', 'leaks'][Math.floor(n / 4)]} under load`,
        strength: 'rule',
        run: `valve-${n}`,
      })
    await loop.learn()
    await loop.inject({ role: 'builder', budgetTokens: 150, run: 'r1' })
    const events = await loop.events('pattern-injected')
    const { items, usedTokens } = events.at(-1)!.payload
    const drawn = items.filter(({ parts }) => parts.exploration === 1)
    expect(usedTokens).toBeLessThanOrEqual(150)
    expect(drawn.length).toBeGreaterThan(0)
    for (const { propensity } of drawn) expect(propensity).toBeLessThan(1)
  })

  it('keeps the order of the other surfaces, and abstains there too', async () => {
    const { loop } = await loopWith()
    const started = await loop.injectForAgent({ agent: 'builder', task: TASK })
    expect(started.items.map(({ text }) => text)).toEqual([TEXTS[1]])
    const idle = await loop.injectForAgent({ agent: 'builder', task: 'translate the manual into Danish' })
    expect(idle.items).toEqual([])
  })

  it('asks the journal once what is believed, until something changes it', async () => {
    const { loop, ids } = await loopWith()
    let read = 0
    const journal = new Proxy(loop.context.journal, {
      get(target, property) {
        const value = Reflect.get(target, property)
        if (property !== 'documents') return typeof value === 'function' ? value.bind(target) : value
        return (keys: readonly DocumentKey[]) => {
          read += keys.filter(({ kind }) => kind === POSTERIOR).length
          return target.documents(keys)
        }
      },
    })
    const readFor = async (run: string) => {
      read = 0
      await inject({ ...loop.context, journal }, { role: 'builder', task: TASK, run })
      return read
    }
    expect(await readFor('r1')).toBe(ids.length)
    expect(await readFor('r2')).toBe(0)
    const text = 'Renew the token of a request before it has expired'
    const kind = { category: 'mistake', polarity: 'do', role: 'builder', strength: 'rule' } as const
    const joined = { method: 'new', similarity: 0 } as const
    const payload = { ...kind, appliesTo: ['*'], pattern: 'p-new', text, textHash: textHash(text), joined }
    await appendFacts(loop.context, [{ type: 'pattern-sighted', payload, stream: 'journal' }])
    expect(await readFor('r2b')).toBe(1)
    await loop.recordOutcome({ run: 'r1', result: 'success', observedBy: 'test' })
    expect(await readFor('r3')).toBe(0)
    await loop.recordFeedback({ subject: 'pattern', id: ids[0]!, type: 'helpful', by: 'ada' })
    expect(await readFor('r4')).toBe(ids.length + 1)
  })

  it('is what a report goes by: the most valuable first, and what is worth nothing is no longer shown', async () => {
    const { loop, ids } = await loopWith()
    const bad = await tokenPattern(loop)
    const good = ids.find((id) => id !== bad)!
    await apply(loop, bad, 'b1', 'failure')
    for (const run of ['g1', 'g2', 'g3', 'g4']) {
      await shown(loop, [good], run)
      await loop.recordFeedback({ subject: 'pattern', id: good, type: 'helpful', by: 'ada', run })
    }
    const { strongest, notShown } = await loop.report()
    const { helps } = (await loop.pattern(good)).standing
    expect(strongest[0]).toMatchObject({ pattern: good, status: 'helping', helps })
    expect(strongest.map(({ pattern }) => pattern)).not.toContain(bad)
    expect(notShown).toMatchObject([{ pattern: bad, status: 'doubted' }])
    for (const run of ['b2', 'b3', 'b4']) await apply(loop, bad, run, 'failure')
    const warning = (await loop.report()).strongest.find(({ pattern }) => pattern === bad)
    expect(warning?.text).toBe(`AVOID: ${TEXTS[1]}`)
  })

  it('does not let a pattern die of disuse', async () => {
    const { loop } = await loopWith()
    loop.pass(2_000)
    expect((await loop.inject({ role: 'builder', task: TASK })).items).toHaveLength(1)
  })

  it('keeps to the word of a person who retired it', async () => {
    const { loop } = await loopWith()
    await loop.deprecatePattern({ pattern: await tokenPattern(loop), by: 'ada', reason: 'no longer so' })
    expect((await loop.inject({ role: 'builder', task: TASK })).items).toEqual([])
  })

  it('is told by receipt why', async () => {
    const { loop } = await loopWith()
    const { receipt } = await loop.inject({ role: 'builder', task: TASK })
    const why = await loop.whyReceipt(receipt)
    expect(why.arithmetic).toMatch(/tokens, full; the run was expected to succeed with 0\.5\d$/)
    expect(why.evidence[0]).toMatch(/^1\. p-\w+: value 0\.0/)
    expect(why.whatWouldChangeIt[0]).toMatch(/^a value above 0/)
  })
})

describe('another profile', () => {
  it('is a setting and not a rebuild: the documents are the same under both', async () => {
    const run = async (profile: 'classic' | 'bayes') => {
      const { loop } = await loopWith({ profile })
      const id = await tokenPattern(loop)
      await apply(loop, id, 'r1', 'success')
      const [document] = await loop.context.journal.documents([{ kind: 'posterior', id }])
      return [loop.context.projector.policyHash, document?.body]
    }
    const [hash, body] = await run('bayes')
    expect(await run('classic')).toMatchObject([hash, { observations: 2, group: (body as { group: string }).group }])
  })
})
