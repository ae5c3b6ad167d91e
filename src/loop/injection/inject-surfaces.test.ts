import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LESSON, type TestLoop, type TestLoopOptions, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { EVENTS, type PayloadOf } from '../../domain/events/catalogue.ts'
import { isWithheld } from '../../engine/belief/holdout.ts'
import { POLICY } from '../../engine/laws/policy.ts'
import { textHash } from '../../engine/text/text-hash.ts'
import { estimateBlockTokens } from '../../engine/text/tokens.ts'
import { appendFacts } from '../journal/append-facts.ts'

type Sighted = PayloadOf<'pattern-sighted'>

const receipts = async (loop: TestLoop) => (await loop.events('pattern-injected')).map(({ payload }) => payload)
const shown = ({ items }: { items: readonly { pattern: string }[] }) => items.map(({ pattern }) => pattern)

/** Patterns that were seen once, as told. */
async function sight(loop: TestLoop, list: readonly (Partial<Sighted> & { pattern: string })[]) {
  await appendFacts(
    loop.context,
    list.map((seen) => {
      const text = seen.text ?? `The lesson of ${seen.pattern} is kept here for later`
      const kind = { category: 'pattern', strength: 'rule', polarity: 'do' } as const
      const joined = { method: 'new', similarity: 0 } as const
      const made = {
        role: 'builder',
        ...kind,
        appliesTo: ['*'],
        ...seen,
        text,
        textHash: textHash(text),
        joined,
      }
      return { type: 'pattern-sighted', payload: made, stream: 'journal' }
    }),
  )
}

async function knowing(list: Parameters<typeof sight>[1], options: TestLoopOptions = {}) {
  const loop = testLoop(options)
  await sight(loop, list)
  return loop
}

const NAMES = ['plan-writer', 'code:plan-writer', 'docs:plan-writer', 'builder', '*'] as const
const CATEGORIES = ['insight', 'pattern', 'convention', 'mistake'] as const

describe('at the start of an agent', () => {
  it('patterns come by category, then relevance, then score', async () => {
    const loop = await knowing([
      { pattern: 'insight', category: 'insight' },
      { pattern: 'mistake-weak', category: 'mistake', strength: 'observation' },
      { pattern: 'mistake-strong', category: 'mistake' },
      {
        pattern: 'mistake-near',
        category: 'mistake',
        strength: 'observation',
        text: 'Python modules must not open sockets when imported',
      },
      { pattern: 'convention', category: 'convention' },
    ])
    const injected = await loop.injectForAgent({ agent: 'plan-writer', files: ['src/a.py'] })
    expect(shown(injected)).toEqual(['mistake-near', 'mistake-strong', 'mistake-weak', 'convention', 'insight'])
  })

  it('the chosen goal says which category goes first, and no goal says nothing', async () => {
    const loop = await knowing(CATEGORIES.map((category) => ({ pattern: category, category })))
    const order = async () => shown(await loop.injectForAgent({ agent: 'a' }))
    expect(await order()).toEqual(['mistake', 'convention', 'pattern', 'insight'])
    await loop.chooseGoal({ goal: 'reduce-failures', by: 'ann' })
    expect(await order()).toEqual(['mistake', 'pattern', 'convention', 'insight'])
    await loop.chooseGoal({ goal: 'none', by: 'ann' })
    expect(await order()).toEqual(['mistake', 'convention', 'pattern', 'insight'])
  })

  it('at most 15 are shown, and the receipt says what the cap left out', async () => {
    const loop = await knowing(Array.from({ length: 18 }, (_, i) => ({ pattern: `p${i}` })))
    const { block, items } = await loop.injectForAgent({ agent: 'a', budgetTokens: 5_000 })
    expect(items).toHaveLength(15)
    expect(block).toContain('\n3 more found no room.\n')
    const [receipt] = await receipts(loop)
    expect(receipt).toMatchObject({ surface: 'agent-start', agent: 'a', role: 'a', displacedTotal: 3 })
    expect(receipt!.displaced.map(({ reason }) => reason)).toEqual(['cap', 'cap', 'cap'])
  })

  it('the receipt adds up, and tells relevance among the parts of the score', async () => {
    const loop = await knowing([{ pattern: 'p1', text: 'Python modules must not open sockets' }])
    const { block, tokens } = await loop.injectForAgent({ agent: 'code:a', task: 'sockets', files: ['x.py'] })
    const [receipt] = await receipts(loop)
    const lines = block.split('\n')
    const around = [...lines.slice(0, 2), ...lines.slice(3)]
    expect(receipt!.items[0]!.tokens + estimateBlockTokens(around)).toBe(tokens)
    expect(receipt).toMatchObject({ usedTokens: tokens, agent: 'code:a', role: 'a', path: 'full' })
    const { relevance, semantic } = receipt!.items[0]!.parts
    // One of four keywords is a tag of the file: 1 - (1 - 0.25) x (1 - similarity).
    expect(relevance).toBeCloseTo(1 - 0.75 * (1 - semantic!), 3)
  })

  it('nothing outside of its scope appears, nor more than cap and budget allow', async () => {
    const scoped = fc.record({
      appliesTo: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
      repository: fc.constantFrom('shop', 'till', '*', undefined),
      category: fc.constantFrom(...CATEGORIES),
    })
    const asked = fc.record({
      agent: fc.constantFrom(...NAMES.slice(0, 4)),
      repository: fc.constantFrom('Shop', 'till'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(scoped, { maxLength: 25 }),
        asked,
        fc.nat(800),
        async (list, { agent, repository }, budgetTokens) => {
          const loop = await knowing(
            list.map(({ repository: only, ...more }, i) => ({
              pattern: `p${i}`,
              ...more,
              strength: 'observation',
              role: 'auditor',
              ...(only === undefined ? {} : { context: { repository: only } }),
            })),
          )
          const injected = await loop.injectForAgent({ agent, repository, budgetTokens })
          const short = agent.replace(/^.*:/, '')
          const fits = (name: string) =>
            name === '*' || name === agent || name === short || (agent === short && name.endsWith(`:${short}`))
          for (const id of shown(injected)) {
            const { appliesTo, repository: only = '*' } = list[Number(id.slice(1))]!
            expect(appliesTo.some(fits)).toBe(true)
            expect(['*', repository.toLowerCase()]).toContain(only)
          }
          expect(injected.items.length).toBeLessThanOrEqual(15)
          expect(injected.tokens).toBeLessThanOrEqual(budgetTokens)
          const [receipt] = await receipts(loop)
          expect(EVENTS['pattern-injected'].payload.safeParse(receipt).error).toBeUndefined()
        },
      ),
      { numRuns: 40 },
    )
  })

  it('what is deprecated, set aside or scores too little is not shown', async () => {
    const loop = await knowing([{ pattern: 'retired' }, { pattern: 'fine' }])
    await loop.deprecatePattern({ pattern: 'retired', by: 'ann', reason: 'old' })
    await taught(loop, LESSON, { trust: 'external', run: 'r5' })
    expect(shown(await loop.injectForAgent({ agent: 'a' }))).toEqual(['fine'])
    loop.pass(50)
    expect((await loop.injectForAgent({ agent: 'a' })).block).toBe('')
  })

  it('too little room in the prompt means no block', async () => {
    const loop = await knowing([{ pattern: 'p1' }])
    expect((await loop.injectForAgent({ agent: 'a', remainingTokens: 119 })).block).toBe('')
    expect((await loop.injectForAgent({ agent: 'a', remainingTokens: 200 })).block).not.toBe('')
  })

  it.each([
    [{ agent: '' }, 'agent: a name'],
    [{ agent: 'x'.repeat(201) }, 'agent: a name'],
    [{ agent: 'a', files: 'a.ts' as never }, 'files: a list'],
  ])('%j is refused at the door', async (request, message) => {
    await expect(testLoop().injectForAgent(request)).rejects.toThrow(message)
  })

  it('any name of an agent leaves a valid receipt', async () => {
    for (const agent of ['code:', ':', 'code: ', '</organization-learnings>', 'a"b']) {
      const loop = await knowing([{ pattern: 'p1' }])
      await loop.injectForAgent({ agent })
      const [receipt] = await receipts(loop)
      expect(EVENTS['pattern-injected'].payload.safeParse(receipt).error).toBeUndefined()
    }
  })
})

describe('a pattern that is flagged PRUNE', () => {
  /** Shown in so many iterations, applied in the last few, with a place that held or not. */
  async function used(iterations: number, applied: number, verified: boolean, policy = POLICY) {
    const loop = await knowing([{ pattern: 'p1' }, { pattern: 'p2' }], { policy })
    for (let i = 1; i <= iterations; i++) {
      await loop.startIteration({ run: 'r1' })
      await loop.injectForAgent({ agent: 'a', run: 'r1' })
      if (i <= iterations - applied) continue
      const place = { run: 'r1', stream: 'run/r1' }
      const citation = { file: 'a.ts', line: i }
      await appendFacts(loop.context, [
        { ...place, type: 'pattern-acknowledged', payload: { pattern: 'p1', citations: [citation] } },
        {
          ...place,
          type: 'citation-verified',
          payload: { pattern: 'p1', citation, verified, reason: 'seen' },
        },
      ])
    }
    return loop
  }

  it('is left out where it mostly failed when it was applied, and the receipt says so', async () => {
    const loop = await used(22, 22, false)
    expect(shown(await loop.injectForAgent({ agent: 'a' }))).toEqual(['p2'])
    expect((await receipts(loop)).at(-1)!.displaced).toMatchObject([{ pattern: 'p1', reason: 'flag' }])
    expect(shown(await loop.inject({ role: 'builder' }))).toContain('p1')
  })

  it('is shown where it was only shown too often', async () => {
    const loop = await used(22, 4, true)
    await loop.learn()
    expect((await loop.injectForAgent({ agent: 'a' })).block).toContain('of p1 is kept here for later (PRUNE)')
  })

  it('is shown where the setting says so', async () => {
    const inject = { ...POLICY.inject, leavePrunedOut: false }
    const loop = await used(22, 22, false, { ...POLICY, inject })
    expect(shown(await loop.injectForAgent({ agent: 'a' }))).toContain('p1')
  })
})

const TESTS = { pattern: 'tests', text: 'Run the migrations before the tests, or they use an old schema' }
const PYTHON = { pattern: 'python', text: 'Python modules must not open sockets when imported' }
const REACT = { pattern: 'react', text: 'React components must not fetch while rendering' }
const LOGIN = { pattern: 'login', text: 'Rotate the session after every login' }
const ALL = [TESTS, PYTHON, REACT, LOGIN]

describe('before a tool call', () => {
  it.each([
    [{ tool: 'Bash', command: 'cd api && npm test' }, ['tests']],
    [{ tool: 'Bash', command: 'python3 manage.py runserver' }, ['python']],
    [{ tool: 'Bash', command: 'echo "run the tests"' }, []],
    [{ tool: 'Bash', command: 'ls -la' }, []],
    [{ tool: 'Edit', file: 'src/a.py' }, ['python']],
    [{ tool: 'Write', file: 'api/components/view.py' }, ['python']],
    [{ tool: 'Write', file: 'web/components/cart.tsx' }, ['react']],
    [{ tool: 'Read', file: 'src/login/session.py' }, ['login', 'python']],
    [{ tool: 'Read', file: 'src/login/session.go' }, ['login']],
    [{ tool: 'Glob' }, []],
  ])('%j is shown %j', async (use, expected) => {
    const loop = await knowing(ALL)
    const { items, block, receipt } = await loop.injectForTool(use)
    expect(items.map(({ pattern }) => pattern)).toEqual(expected)
    expect([block === '', receipt === '']).toEqual([expected.length === 0, expected.length === 0])
    expect(await receipts(loop)).toHaveLength(expected.length === 0 ? 0 : 1)
  })

  it('the receipt tells tool, command and file, redacted, and names no agent where none was', async () => {
    const loop = await knowing(ALL)
    const token = `ghp_${'a1B2'.repeat(9)}`
    await loop.injectForTool({ tool: 'Bash', command: `TOKEN=${token} npm test`, run: 'r1' })
    await loop.injectForTool({ tool: 'Edit', file: 'src/a.py', run: 'r1', agent: 'code:builder' })
    const [bash, edit] = await receipts(loop)
    expect(bash).toMatchObject({ surface: 'tool-call', tool: 'Bash' })
    expect(bash!.request.command).toMatch(/npm test$/)
    expect(JSON.stringify(bash)).not.toContain(token)
    expect(bash).not.toHaveProperty('role')
    expect(edit).toMatchObject({
      tool: 'Edit',
      request: { files: ['src/a.py'] },
      agent: 'code:builder',
      role: 'builder',
    })
  })

  it('at most 10 are shown, by relevance, then score, within the budget', async () => {
    const loop = await knowing(
      Array.from({ length: 14 }, (_, i) => ({
        pattern: `p${i}`,
        text: `Tests of part${i} ${'need a clean folder and '.repeat(i % 3)}end well`,
        strength: i % 2 === 0 ? ('rule' as const) : ('observation' as const),
      })),
    )
    const { items } = await loop.injectForTool({ tool: 'Bash', command: 'npm test', budgetTokens: 5_000 })
    const [receipt] = await receipts(loop)
    expect(items).toHaveLength(10)
    expect(receipt!.displaced.every(({ reason }) => reason === 'cap')).toBe(true)
    const keys = receipt!.items.map(({ parts, score }) => [parts.relevance!, score])
    expect(keys).toEqual([...keys].sort((a, b) => b[0]! - a[0]! || b[1]! - a[1]!))
    const small = await loop.injectForTool({ tool: 'Bash', command: 'npm test' })
    expect(small.tokens).toBeLessThanOrEqual(POLICY.inject.toolCallBudgetTokens)
  })

  it('what the run was shown on any surface is not repeated, unless the setting says so', async () => {
    const use = { tool: 'Bash', command: 'npm test', run: 'r1' }
    const loop = await knowing(ALL)
    expect(shown(await loop.injectForTool(use))).toEqual(['tests'])
    expect(await loop.injectForTool(use)).toMatchObject({ block: '', receipt: '' })
    expect(shown(await loop.injectForTool({ ...use, run: 'r2' }))).toEqual(['tests'])
    await loop.injectForAgent({ agent: 'a', run: 'r3' })
    expect(shown(await loop.injectForTool({ ...use, run: 'r3' }))).toEqual([])

    const policy = { ...POLICY, inject: { ...POLICY.inject, repeatInRun: true } }
    const repeating = await knowing(ALL, { policy })
    await repeating.injectForTool(use)
    expect(shown(await repeating.injectForTool(use))).toEqual(['tests'])
  })

  it('agent and repository scope apply, and an agent without a name sees what is for everyone', async () => {
    const loop = await knowing([
      { ...TESTS, appliesTo: ['code:plan-writer'] },
      { ...PYTHON, pattern: 'here', text: 'Tests of the shop need a till', context: { repository: 'shop' } },
    ])
    const use = { tool: 'Bash', command: 'npm test' }
    expect(shown(await loop.injectForTool(use))).toEqual([])
    expect(shown(await loop.injectForTool({ ...use, agent: 'builder' }))).toEqual([])
    expect(shown(await loop.injectForTool({ ...use, agent: 'plan-writer' }))).toEqual(['tests'])
    expect(shown(await loop.injectForTool({ ...use, repository: 'till' }))).toEqual([])
    expect(shown(await loop.injectForTool({ ...use, repository: 'shop' }))).toEqual(['here'])
  })

  it.each([
    [{ tool: '' }, 'tool: a name'],
    [{ tool: 'Edit', file: ' ' }, 'file: a path'],
    [{ tool: 'Bash', command: 5 as never }, 'command: a text'],
  ])('%j is refused at the door', async (request, message) => {
    await expect(testLoop().injectForTool(request)).rejects.toThrow(message)
  })
})

describe('what is withheld from a run', () => {
  it('is the same on every surface of the run, and is drawn from the seed', async () => {
    const patterns = Array.from({ length: 12 }, (_, i) => `p${i}`)
    const told = patterns.map((pattern) => ({ pattern, text: `The tests of ${pattern} end well` }))
    for (const run of ['r1', 'r2', 'r3']) {
      const loop = await knowing(told, { holdoutShare: 0.5 })
      const held = new Set(patterns.filter((pattern) => isWithheld({ seed: 'world', run, pattern }, 0.5)))
      const room = { run, budgetTokens: 5_000 }
      const surfaces = [
        await loop.injectForTool({ tool: 'Bash', command: 'npm test', ...room }),
        await loop.injectForAgent({ agent: 'a', ...room }),
        await loop.inject({ role: 'builder', ...room }),
      ]
      for (const { items, withheld } of surfaces) {
        expect(items.some(({ pattern }) => held.has(pattern))).toBe(false)
        expect(withheld.every((pattern) => held.has(pattern))).toBe(true)
        expect(withheld.length).toBeGreaterThan(0)
      }
    }
  })

  it('is put on a receipt once, not before every tool call', async () => {
    const loop = await knowing([TESTS], { holdoutShare: 1 })
    const use = { tool: 'Bash', command: 'npm test', run: 'r1' }
    expect(await loop.injectForTool(use)).toMatchObject({ block: '', withheld: ['tests'] })
    expect(await loop.injectForTool(use)).toMatchObject({ block: '', withheld: [], receipt: '' })
    expect(await receipts(loop)).toHaveLength(1)
  })
})
