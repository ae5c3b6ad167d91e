import { describe, expect, it } from 'vitest'
import { type TestLoop, testLoop } from '../../../test/worlds/test-loop.ts'
import { POLICY } from '../../engine/laws/policy.ts'

const strike = { task: 't1', attempt: 'retry the upload', reason: 'the stream was closed' }

async function struck(loop: TestLoop, times: number, task = 't1'): Promise<void> {
  for (let i = 1; i <= times; i++)
    await loop.recordStrike({ task, attempt: `fix ${i} of the upload`, reason: `test ${i} was red` })
}

describe('a strike', () => {
  it('counts up to three and no further, and says so', async () => {
    const loop = testLoop()
    const counts: unknown[] = []
    for (let i = 0; i < 5; i++) {
      const { count, failed, struckOut } = await loop.recordStrike(strike)
      counts.push([count, failed, struckOut])
    }
    expect(counts).toEqual([
      [1, 1, false],
      [2, 2, false],
      [3, 3, true],
      [3, 4, true],
      [3, 5, true],
    ])
  })

  it('asks for a review of the design at the third, with what was tried', async () => {
    const loop = testLoop()
    await struck(loop, 2)
    expect((await loop.strikesOf('t1')).prompt).toBe('')
    await struck(loop, 1)
    const { prompt } = await loop.strikesOf('t1')
    expect(prompt).toContain('## Architecture Review: 3 strikes')
    expect(prompt).toContain('2. fix 2 of the upload: test 2 was red (2026-01-01T00:00:00.000Z)')
  })

  it('leaves one learning when the task is out, however many follow', async () => {
    const loop = testLoop()
    await struck(loop, 5)
    const [learning, ...more] = await loop.events('learning-captured')
    expect(more).toEqual([])
    expect(learning?.payload).toMatchObject({
      lesson:
        'After 3 failed attempts at t1, review its design before you try again. Tried so far: fix 1 of the upload (test 1 was red); fix 2 of the upload (test 2 was red); fix 3 of the upload (test 3 was red).',
      category: 'mistake',
      context: { tags: ['architecture', '3-strike', 't1', 'failure'] },
    })
    expect(await loop.learn()).toMatchObject({ added: 1, rejected: [] })
  })

  it('leaves a learning that fits, however long the attempts were', async () => {
    const loop = testLoop()
    const long = 'because of this and that '.repeat(79)
    for (let i = 0; i < 3; i++) await loop.recordStrike({ task: 't1', attempt: long, reason: long })
    expect(await loop.events('learning-captured')).toHaveLength(1)
  })

  it('is one of three though they arrive at once', async () => {
    const loop = testLoop()
    await Promise.all([1, 2, 3].map(() => loop.recordStrike(strike)))
    expect(await loop.strikesOf('t1')).toMatchObject({ count: 3, struckOut: true })
    expect(await loop.events('learning-captured')).toHaveLength(1)
  })

  it('is wiped by a person, with name and reason, and a task without any stays as it is', async () => {
    const loop = testLoop()
    await struck(loop, 3)
    const request = { task: 't1', by: 'ann', reason: 'another design' }
    expect(await loop.clearStrikes(request)).toEqual({ task: 't1', cleared: 3 })
    expect(await loop.clearStrikes(request)).toEqual({ task: 't1', cleared: 0 })
    expect(await loop.strikesOf('t1')).toMatchObject({
      count: 0,
      prompt: '',
      cleared: { by: 'ann', reason: 'another design' },
    })
    expect(await loop.events('strike-cleared')).toHaveLength(1)
    await expect(loop.clearStrikes({ ...request, occurredAt: 0.5 })).rejects.toMatchObject({
      code: 'input',
      message: expect.stringContaining('occurredAt: 0.5'),
    })
  })

  it('is listed with its task, the one that failed last first', async () => {
    const loop = testLoop()
    await struck(loop, 3, 't1')
    loop.pass(1)
    await struck(loop, 1, 't2')
    expect((await loop.strikes()).map(({ task }) => task)).toEqual(['t2', 't1'])
    expect((await loop.strikes({ struckOut: true })).map(({ task }) => task)).toEqual(['t1'])
  })

  it.each(['attempt', 'reason', 'task'] as const)('is refused without its %s', async (field) => {
    await expect(testLoop().recordStrike({ ...strike, [field]: '' })).rejects.toThrow(field)
  })

  it('puts a task out after as many strikes as are set', async () => {
    const loop = testLoop({ policy: { ...POLICY, strikes: { maxStrikes: 2 } } })
    await loop.recordStrike({ task: 't1', attempt: 'one', reason: 'red' })
    const second = await loop.recordStrike({ task: 't1', attempt: 'two', reason: 'red' })
    expect(second).toMatchObject({ count: 2, outAt: 2, struckOut: true })
    expect((await loop.strikes({ struckOut: true })).map(({ task }) => task)).toEqual(['t1'])
  })
})
