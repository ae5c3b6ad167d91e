import { describe, expect, it } from 'vitest'
import { forgotten, NOTHING_KEPT } from '../../../test/worlds/forgotten.ts'
import { taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { POLICY } from '../../engine/laws/policy.ts'

const by = { by: 'ann' } as const
const said = (id: string, type: 'helpful' | 'harmful') => ({ subject: 'criterion', id, type, ...by }) as const

describe('why a criterion counts as much as it does', () => {
  it('is a sum that can be checked, with the missing amount and the events', async () => {
    const loop = testLoop()
    await loop.recordFeedback({ ...said('type_safe', 'harmful'), reasoning: 'any crept in' })
    loop.pass(90)
    await loop.recordFeedback(said('type_safe', 'helpful'))
    const why = await loop.whyCriterion('type_safe')
    expect(why).toMatchObject({
      state: 'active',
      arithmetic: 'helpful 1.00 / (helpful 1.00 + harmful 0.50) = 0.67',
      whatWouldChangeIt: [
        'deprecated after 1 more harmful',
        'time alone changes nothing: evidence for and against it fades at the same rate',
      ],
    })
    expect(why.timeline.map(({ what }) => what)).toEqual([
      'helpful, weight 1, by ann',
      'harmful, weight 1, by ann: any crept in',
    ])
  })

  it('tells of the floor, and of what is missing', async () => {
    const loop = testLoop()
    await loop.recordFeedback(said('speed', 'harmful'))
    await loop.recordFeedback(said('speed', 'harmful'))
    expect(await loop.whyCriterion('speed')).toMatchObject({
      arithmetic: 'helpful 0.00 / (helpful 0.00 + harmful 2.00) = 0.00, held at the floor of 0.1',
      whatWouldChangeIt: expect.arrayContaining(['weight 0.5 after 2.00 more helpful mass']),
    })
  })

  it('tells when it is deprecated, and how it comes back', async () => {
    const loop = testLoop()
    for (let i = 0; i < 3; i++) await loop.recordFeedback(said('speed', 'harmful'))
    expect(await loop.whyCriterion('speed')).toMatchObject({
      state: 'deprecated',
      arithmetic: '0: 3 of 3 were harmful, 1.00, and above 0.3 it counts nothing',
      whatWouldChangeIt: ['active again after 7 more helpful, with none harmful'],
    })
  })

  it('says that nothing is known, and asks back at a slip', async () => {
    const loop = testLoop()
    expect((await loop.whyCriterion('readable')).state).toBe('unknown')
    await expect(loop.whyCriterion('readible')).rejects.toThrow(/Did you mean 'readable'/)
  })
})

describe('why a strategy stands where it stands', () => {
  const tried = { subject: 'strategy', id: 'Split by file type', ...by } as const

  it('is how often it failed, with the threshold and what would turn it', async () => {
    const loop = testLoop()
    for (const type of ['helpful', 'helpful', 'harmful', 'harmful', 'harmful', 'harmful', 'harmful'] as const)
      await loop.recordFeedback({ ...tried, type })
    expect(await loop.whyStrategy('split by file type')).toMatchObject({
      name: 'Split by file type',
      state: 'to be avoided',
      arithmetic: 'failed 5 of 7 = 0.71; a warning from 0.6 on, once there are 3',
      whatWouldChangeIt: [
        'no longer a warning after 2 more successes in a row',
        'counts as working after 10 more successes in a row',
      ],
    })
  })

  it('tells of the task, and how far a warning is', async () => {
    const loop = testLoop()
    const course = { durationMs: 60_000, errorCount: 0, retryCount: 0 }
    for (const task of ['t1', 't2'])
      await loop.recordOutcome({ run: 'r1', task, result: 'success', strategy: 'file-based', ...course })
    const why = await loop.whyStrategy('file-based')
    expect(why).toMatchObject({
      state: 'it works',
      evidence: expect.arrayContaining(['succeeded in t1 of r1']),
      whatWouldChangeIt: ['a warning after 3 more failures in a row'],
    })
    expect(why.timeline[0]?.what).toBe('t2: success, helpful: Fast completion (60s), 0 errors, 0 retries, succeeded')
  })
})

describe('why a pattern was turned into a warning', () => {
  it('is told of the pattern and of the warning, with the figures', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    const harm = (run: string) =>
      loop.recordFeedback({ subject: 'pattern', id: pattern, type: 'harmful', run, by: `ann of ${run}` })
    await harm('f1')
    expect((await loop.why(pattern)).standing.next).toContain(
      'turned into a warning after 2 more harmful (failed 1 of 1, and it becomes a warning from 0.6 on)',
    )
    await harm('f2')
    await harm('f3')
    const why = await loop.why(pattern)
    expect(why.arithmetic).toContain(`it keeps failing; anti-${pattern} warns of it`)
    expect(why.standing.next).toContain(
      'no longer turned into a warning after 3 more helpful (failed 3 of 3, and it becomes a warning from 0.6 on)',
    )
    const warning = await loop.why(`anti-${pattern}`)
    expect(warning.standing).toMatchObject({ status: 'warning', because: `${pattern} keeps failing` })
    expect(warning.standing.next).toContain(`retired when ${pattern} recovers, or a person promotes that`)
    expect(warning.timeline[0]?.what).toBe('harmful feedback by ann of f3')
  })

  it('says how much brings a pattern back or costs it its proof, and that is what it takes', async () => {
    const loop = testLoop({ policy: { ...POLICY, influence: { mostPerVoice: 1, mostVoices: 100 } } })
    const pattern = await taught(loop)
    let words = 0
    const say = async (type: 'helpful' | 'harmful', times: number, weight = 1) => {
      for (let i = 0; i < times; i++)
        await loop.recordFeedback({
          subject: 'pattern',
          id: pattern,
          type,
          weight,
          by: `ann ${words++}`,
        })
    }
    const changes = async () => (await loop.why(pattern)).standing.next
    const maturity = async () => (await loop.pattern(pattern, { axes: true })).axes!.maturity
    await say('harmful', 1)
    expect(await changes()).toContain('established after 2.34 more helpful feedback (has 1.00 of 3)')
    await say('harmful', 2)
    expect(await changes()).toContain(
      'usable again after 7.00 more helpful feedback (at a harmful share of 0.3 or less)',
    )
    await say('helpful', 6)
    expect(await maturity()).toBe('deprecated')
    await say('helpful', 1)
    expect(await maturity()).toBe('established')
    expect(await changes()).toContain(
      'proven after 10.01 more helpful feedback (has 7.00 of 5, with a harmful share below 0.15)',
    )
    await say('helpful', 10)
    expect(await maturity()).toBe('established')
    await say('helpful', 1)
    expect(await maturity()).toBe('proven')
    expect(await changes()).toContain('no longer proven after 0.18 more harmful feedback, at a share of 0.15')
    await say('harmful', 1, 0.17)
    expect(await maturity()).toBe('proven')
    await say('harmful', 1, 0.01)
    expect(await maturity()).toBe('established')
  })

  it('says how many facts behind a criterion are in the archive', async () => {
    const loop = testLoop({ retention: NOTHING_KEPT })
    const course = { durationMs: 1, errorCount: 0, retryCount: 0 }
    await loop.recordOutcome({ run: 'r1', task: 't1', result: 'success', ...course })
    await forgotten(loop)
    expect(await loop.whyCriterion('type_safe')).toMatchObject({ timeline: [], archived: 1 })
  })

  it('is not proven for want of so much helpful mass', async () => {
    const loop = testLoop()
    const pattern = await taught(loop)
    for (const run of ['f1', 'f2'])
      await loop.recordFeedback({ subject: 'pattern', id: pattern, type: 'helpful', by: run })
    loop.pass(90)
    expect((await loop.why(pattern)).standing.next).toContain(
      'proven after 4.00 more helpful feedback (has 1.00 of 5, with a harmful share below 0.15)',
    )
  })
})
