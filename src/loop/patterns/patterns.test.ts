import { describe, expect, it } from 'vitest'
import { LESSON, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import { appendFacts, patternStream } from '../journal/append-facts.ts'

const OTHER = 'Prefer a queue over a timer when a worker waits for results'

describe('the list of patterns', () => {
  it('has the best first, with where each stands now', async () => {
    const loop = testLoop()
    const old = await taught(loop, LESSON, { strength: 'rule' })
    loop.pass(14)
    const fresh = await taught(loop, OTHER, { run: 'r2', strength: 'observation' })
    const views = await loop.patterns({ axes: true })
    expect(views.map(({ pattern }) => pattern.id)).toEqual([fresh, old])
    expect(views.map(({ axes }) => axes!.score)).toEqual([1, expect.closeTo(1.3 / Math.E, 10)])
  })

  it('can be narrowed by role, category, status and words', async () => {
    const loop = testLoop()
    const builders = await taught(loop, LESSON, { category: 'mistake' })
    const judges = await taught(loop, OTHER, { run: 'r2', role: 'judge', category: 'convention' })
    const found = async (filter: object) => (await loop.patterns(filter)).map(({ pattern }) => pattern.id)
    expect(await found({ role: 'judge' })).toEqual([judges])
    expect(await found({ category: 'mistake' })).toEqual([builders])
    expect(await found({ status: 'new' })).toHaveLength(2)
    expect(await found({ status: 'proven' })).toEqual([])
    expect(await found({ search: 'database handle' })).toEqual([builders])
    expect(await found({ limit: 1 })).toHaveLength(1)
  })

  it('can begin with the last used or the most seen, and go on where a page ended', async () => {
    const loop = testLoop()
    const old = await taught(loop, LESSON, { strength: 'rule' })
    await taught(loop, LESSON, { run: 'r2', strength: 'rule' })
    loop.pass(1)
    const fresh = await taught(loop, OTHER, { run: 'r3', strength: 'observation' })
    const found = async (filter: object) => (await loop.patterns(filter)).map(({ pattern }) => pattern.id)
    expect(await found({ sort: 'recent' })).toEqual([fresh, old])
    expect(await found({ sort: 'sightings' })).toEqual([old, fresh])
    expect(await found({ sort: 'sightings', limit: 1, offset: 1 })).toEqual([fresh])
  })

  it('has the axes of the source systems only where they are asked for', async () => {
    const loop = testLoop()
    const used = await taught(loop)
    await loop.inject({ role: 'builder', run: 'r3' })
    const applied = [{ pattern: used, file: 'a.ts', line: 1 }]
    await loop.recordOutcome({ run: 'r3', result: 'success', files: ['a.ts'], applied })
    expect(await loop.pattern(used)).not.toHaveProperty('axes')
    const { axes } = await loop.pattern(used, { axes: true })
    expect(axes).toMatchObject({ lifecycle: 'observed', maturity: 'candidate' })
    expect(axes!.usage).toMatchObject({ total: 1, applied: 1, rate: 1, flag: '' })
  })

  it('leaves out what is not shown, unless all are asked for', async () => {
    const loop = testLoop()
    await taught(loop)
    loop.pass(60)
    expect(await loop.patterns()).toEqual([])
    const [view] = await loop.patterns({ all: true, axes: true })
    expect(view?.standing.status).toBe('retired')
    expect(view?.axes).toMatchObject({ lifecycle: 'deprecated', score: 0 })
    expect(view?.axes?.excludedBecause).toEqual(['lifecycle deprecated: not used for 60 days (limit 60)'])
  })

  it('has each pattern under as much of its id as is unmistakable', async () => {
    const loop = testLoop()
    const id = await taught(loop)
    for (const part of [id, id.slice(0, 6), id.slice(2, 6)]) expect((await loop.pattern(part)).pattern.id).toBe(id)
    await taught(loop, OTHER, { run: 'r2' })
    await expect(loop.pattern('p-')).rejects.toMatchObject({
      message: expect.stringMatching(/^'p-' could be any of 2 patterns: p-\w+, p-\w+\.$/),
    })
    await expect(loop.pattern('nothing')).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('why', () => {
  it('tells what the course of a task counted as, and the reasons that people gave', async () => {
    const loop = testLoop()
    const id = await taught(loop)
    await loop.inject({ role: 'builder', run: 'r2' })
    const course = { durationMs: 60_000, errorCount: 0, retryCount: 0 }
    await loop.recordOutcome({
      run: 'r2',
      task: 't1',
      result: 'success',
      ...course,
      applied: [{ pattern: id }],
    })
    await loop.recordFeedback({
      subject: 'pattern',
      id,
      type: 'harmful',
      task: 't2',
      by: 'ann',
      reasoning: 'too slow',
    })
    const told = (await loop.why(id)).timeline.map(({ what }) => what)
    expect(told.slice(0, 2)).toEqual([
      'harmful feedback by ann about t2: too slow',
      'task t1 ended: success (observed by record): Fast completion (60s), 0 errors, 0 retries, succeeded',
    ])
  })

  it('explains a small history from first to last', async () => {
    const loop = testLoop()
    const id = await taught(loop, LESSON, { context: { files: ['a.ts'] } })
    loop.pass(1)
    await taught(loop, LESSON, { run: 'r1' })
    await loop.inject({ role: 'builder', run: 'r2' })
    const applied = [{ pattern: id, file: 'a.ts', line: 3 }]
    await loop.recordOutcome({ run: 'r2', result: 'success', files: ['a.ts'], applied, merged: true })
    loop.pass(14)
    const why = await loop.why(id)
    expect(why.arithmetic).toBe('success rate 1.00 x decay 0.37 x strength 1.30 x maturity 0.50 = 0.24')
    expect(why.notes).toEqual(['recorded twice, first on 2026-01-01 and last on 2026-01-02', 'shown once'])
    expect(why.standing.evidence.applied).toEqual({ runs: 1, succeeded: 1, failed: 0 })
    expect(why.standing.next).toEqual([
      'verified after 1 more sighting',
      'deprecated in 46 days if it is not used, or when passed over 10 times in a row',
      'established after 2.10 more helpful feedback (has 0.90 of 3)',
      'proven after 4.10 more helpful feedback (has 0.90 of 5, with a harmful share below 0.15)',
    ])
    expect(why.timeline.map(({ what }) => what)).toEqual([
      'the run’s work was merged',
      'run ended: success (observed by record)',
      'applied: a.ts is among the changed files',
      'cited by the agent',
      'recorded again by builder (hash, similarity 1.00)',
      'first recorded by builder',
    ])
    expect(why.timeline[0]).toMatchObject({ run: 'r2', position: 11 })
    expect(why.receipts.map(({ what }) => what)).toEqual(['shown to builder as number 1 of 1, score 1.30'])
  })

  it('says what bars a pattern, and who decided so', async () => {
    const loop = testLoop()
    const id = await taught(loop)
    const payload = { pattern: id, by: 'ann', reason: 'wrong here', axes: ['lifecycle' as const] }
    await appendFacts(loop.context, [{ type: 'pattern-deprecated', payload, stream: patternStream(id) }])
    const why = await loop.why(id)
    expect(why.arithmetic).toBe('not shown: lifecycle deprecated: deprecated by ann')
    expect(why.standing.next[0]).toContain('only a reset')
    expect(why.timeline[0]?.what).toBe('retired by ann: wrong here')
  })

  it('is the same after everything was folded again', async () => {
    const loop = testLoop()
    const id = await taught(loop)
    await loop.inject({ role: 'builder', run: 'r2' })
    await loop.recordOutcome({ run: 'r2', result: 'failure', applied: [{ pattern: id }] })
    const before = await loop.why(id)
    expect(await loop.rebuild()).toEqual({ events: 6 })
    expect(await loop.why(id)).toEqual(before)
  })
})
