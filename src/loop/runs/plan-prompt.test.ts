import { describe, expect, it } from 'vitest'
import { type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { stripOwnBlocks } from '../../engine/text/own-blocks.ts'

const GOOD = { durationMs: 60_000, errorCount: 0, retryCount: 0 }
const TASK = { task: 'add refresh tokens to the login' }

/** A run whose plan is carried out in so many tasks that succeed, and so many that fail. */
async function planned(loop: TestLoop, run: string, text: string, [good, bad]: [number, number]) {
  await loop.recordPlan({ run, text })
  for (let i = 0; i < good + bad; i++) {
    const result = i < good ? 'success' : 'failure'
    await loop.recordOutcome({ run, task: `t${i}`, result, observedBy: 'test', ...GOOD })
  }
}

async function proven(loop: TestLoop): Promise<string> {
  const pattern = await taught(loop, undefined, { role: 'planner' })
  for (let i = 0; i < 5; i++)
    await loop.recordFeedback({ subject: 'pattern', id: pattern, type: 'helpful', by: `ann ${i}` })
  return pattern
}

describe('what a planner reads', () => {
  it('is what worked, what to avoid and what is proven, with a receipt', async () => {
    const loop = testLoop()
    const pattern = await proven(loop)
    await planned(loop, 'r1', 'Split by feature', [2, 0])
    await planned(loop, 'r2', 'Split by file type', [2, 5])
    const prompted = await loop.planPrompt({ ...TASK, run: 'r3' })
    expect(prompted.block.split('\n')).toEqual([
      '=== HISTORICAL PATTERNS (planner) ===',
      '## What worked',
      '- Split by feature (succeeded 2/2 times, 100%)',
      '## What to avoid',
      '- AVOID: Split by file type. Failed 5/7 times (71% failure rate)',
      '## Proven patterns',
      '- Always close the database handle before the temp folder is removed [PROVEN - 100% helpful from 5 observations]',
      '## How the work is judged',
      ...['type_safe', 'no_bugs', 'patterns', 'readable'].map(
        (name) => `- ${name} (weight 1.00: 4 helpful, 0 harmful)`,
      ),
    ])
    expect(prompted.strategies.toSorted()).toEqual(['Split by feature', 'Split by file type'])
    const [receipt] = (await loop.events('pattern-injected')).slice(-1)
    expect(receipt?.payload).toMatchObject({
      surface: 'plan',
      role: 'planner',
      budgetTokens: 800,
      items: [{ pattern }],
      strategies: expect.arrayContaining(['Split by file type']),
    })
  })

  it('has the warning of a pattern among what to avoid', async () => {
    const loop = testLoop()
    const pattern = await taught(loop, undefined, { role: 'planner' })
    for (const run of ['f1', 'f2', 'f3'])
      await loop.recordFeedback({ subject: 'pattern', id: pattern, type: 'harmful', by: run })
    const { block, items } = await loop.planPrompt(TASK)
    expect(items.map((item) => item.pattern)).toEqual([`anti-${pattern}`])
    expect(block).toContain('## What to avoid\n- AVOID: Always close the database handle')
  })

  it('keeps to its budget, and is nothing where nothing is known', async () => {
    const loop = testLoop()
    expect(await loop.planPrompt(TASK)).toMatchObject({ block: '', path: 'skipped', strategies: [] })
    await planned(loop, 'r1', 'Split by feature, tests alongside implementation', [2, 0])
    const { tokens, strategies } = await loop.planPrompt({ ...TASK, budgetTokens: 45 })
    expect(tokens).toBeLessThanOrEqual(45)
    expect(strategies).toHaveLength(1)
  })

  it('is not learned from when the planner repeats it', async () => {
    const loop = testLoop()
    await planned(loop, 'r1', 'Split by file type', [0, 3])
    const { block } = await loop.planPrompt(TASK)
    expect(stripOwnBlocks(block)).toBe('')
    const plan = await loop.recordPlan({ run: 'r2', text: `${block}\n\nSo we split by feature.` })
    expect(plan.strategies.map(({ strategy }) => strategy)).toEqual(['Split by feature'])
  })
})

describe('the plan of a run', () => {
  it('tells which of its strategies kept failing, and is one however often it is told', async () => {
    const loop = testLoop()
    await planned(loop, 'r1', 'Split by file type', [0, 3])
    const plan = { run: 'r2', text: 'We split by file type, one file per subtask.' }
    expect(await loop.recordPlan(plan)).toMatchObject({
      duplicate: false,
      strategies: [
        { strategy: 'Split by file type', standing: { state: 'avoid' } },
        { strategy: 'One file per subtask', standing: { state: 'open', observations: 0 } },
      ],
    })
    expect(await loop.recordPlan(plan)).toMatchObject({ duplicate: true })
    expect((await loop.strategies({ state: 'avoid' })).map(({ failures }) => failures)).toEqual([3])
  })

  it('must say something', async () => {
    await expect(testLoop().recordPlan({ run: 'r1', text: ' ' })).rejects.toThrow(/text/)
  })
})

describe('a block in sections', () => {
  it('groups by maturity, and says on what evidence', async () => {
    const loop = testLoop()
    await proven(loop)
    await taught(loop, 'Never log the raw body of a payment request', { role: 'planner', run: 'r9' })
    await taught(loop, 'Retry only what is idempotent in the queue', { role: 'planner', run: 'r9' })
    const { block } = await loop.inject({ role: 'planner', sections: true })
    expect(block).toMatch(/## Proven\n- Always close .* \[PROVEN - 100% helpful from 5 observations\]/)
    expect(block).toMatch(/## Candidates\n- Retry only .* \[LIMITED DATA - 0 observations\]/)
    expect(block).toMatch(/## To avoid\n- Never log /)
  })

  it('is none with too little room left', async () => {
    const loop = testLoop()
    await proven(loop)
    const request = { role: 'planner', sections: true }
    expect(await loop.inject({ ...request, remainingTokens: 119 })).toMatchObject({ block: '', items: [] })
  })
})
