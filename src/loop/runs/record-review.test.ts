import { beforeEach, describe, expect, it } from 'vitest'
import { type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import type { HistoryCommit } from '../../engine/governance/late-truth.ts'
import type { LoopContext } from '../context.ts'
import type { ProjectAccess } from '../learning/project-access.ts'
import { type ReviewInput, recordReview } from './record-review.ts'

const ID = '8d0c2fe1'.padEnd(40, '0')
const ASKED = { result: 'changes_requested', commit: ID, reviewer: 'ann', key: '80' } as const

let loop: TestLoop
let context: LoopContext
let pattern: string

/** A repository that has one commit, of run r1; of any other it has nothing. */
function workshop(): ProjectAccess {
  const commits: HistoryCommit[] = [{ id: ID, at: 0, parents: [], message: 'fix\n\nMettle-Run: r1' }]
  const commitsOf = async (name: string) =>
    name === ID || name === 'HEAD' ? { branch: name, commits } : { unavailable: `no commit '${name}'` }
  const commitsMade = async () => ({ unavailable: 'nothing was made here' })
  return { commitsOf, commitsMade } as unknown as ProjectAccess
}

beforeEach(async () => {
  loop = testLoop()
  pattern = await taught(loop)
  for (const run of ['r1', 'r2']) {
    await loop.inject({ role: 'builder', run })
    const use = { files: ['src/a.ts'], applied: [{ pattern, file: 'src/a.ts', line: 3 }] }
    await loop.recordOutcome({ run, result: 'success', observedBy: 'none', ...use })
  }
  context = { ...loop.context, workshop: async () => workshop() }
})

const told = (input: ReviewInput) => recordReview(context, input)
const became = async (run = 'r1') => (await loop.run(run)).became
const successes = async () => (await loop.pattern(pattern, { axes: true })).axes!.evidence.successes

describe('a review that asks for changes', () => {
  it('speaks of the run whose work the commit is, once, whatever else is told with it', async () => {
    const news = { result: 'changes_requested', review: '80', commit: ID.slice(0, 12) }
    expect(await told(ASKED)).toEqual({ ...news, runs: [{ run: 'r1', duplicate: false }] })
    expect(await told(ASKED)).toMatchObject({ runs: [{ run: 'r1', duplicate: true }] })
    const { reviewer: _, ...nameless } = ASKED
    expect(await told(nameless)).toMatchObject({ runs: [{ run: 'r1', duplicate: true }] })
    const events = await loop.events('review-recorded')
    expect(events.map(({ payload }) => payload)).toEqual([
      { run: 'r1', review: '80', state: 'changes_requested', reviewer: 'ann', commit: ID.slice(0, 12) },
    ])
    expect([await became('r1'), await became('r2')]).toEqual(['reworked', undefined])
  })

  it('leaves nothing of what a merge gives, before or after it', async () => {
    await loop.recordMerge({ run: 'r1', kept: true })
    expect(await successes()).toBe(1)
    await told(ASKED)
    expect(await successes()).toBe(0)
    await told({ ...ASKED, runs: ['r2'], key: '81' })
    expect(await loop.recordMerge({ run: 'r2', kept: true })).toMatchObject({ duplicate: false, graded: [] })
    expect([await successes(), await became('r2')]).toEqual([0, 'reworked'])
  })

  it('speaks of named runs alone where no commit is named, and of no run that nobody knows', async () => {
    const { runs } = await told({ result: 'changes_requested', runs: ['r2', 'stranger'], reviewer: 'ann' })
    expect(runs).toEqual([{ run: 'r2', duplicate: false }])
    const [event] = await loop.events('review-recorded')
    expect(event!.payload).toMatchObject({ run: 'r2', review: 'ann' })
  })

  it('without a key is known by its commit and its reviewer', async () => {
    const { key: _, ...asked } = ASKED
    expect((await told(asked)).review).toBe(`${ID.slice(0, 12)} by ann`)
    expect((await told({ ...asked, reviewer: 'bob' })).runs).toEqual([{ run: 'r1', duplicate: false }])
    await told({ ...asked, result: 'dismissed' })
    expect(await became()).toBe('reworked')
    await told({ ...asked, result: 'dismissed', reviewer: 'bob' })
    expect(await became()).toBeUndefined()
    await expect(told({ result: 'changes_requested', runs: ['r1'] })).rejects.toThrow('which review it is')
  })

  it('is refused field by field at the door', async () => {
    await expect(told({ ...ASKED, reviewer: 'x'.repeat(201) })).rejects.toThrow('reviewer')
    expect(await loop.events('review-recorded')).toEqual([])
  })
})

describe('a review that is dismissed', () => {
  it('gives back what it had taken', async () => {
    await loop.recordMerge({ run: 'r1', kept: true })
    await told(ASKED)
    expect(await told({ ...ASKED, result: 'dismissed' })).toMatchObject({
      runs: [{ run: 'r1', duplicate: false }],
    })
    expect([await successes(), await became()]).toEqual([1, 'kept'])
    expect(await told({ ...ASKED, result: 'dismissed' })).toMatchObject({
      runs: [{ run: 'r1', duplicate: true }],
    })
  })

  it('holds also when it is told first', async () => {
    await told({ ...ASKED, result: 'dismissed' })
    await told(ASKED)
    expect(await became()).toBeUndefined()
  })

  it('is found by its key though the commit is gone', async () => {
    await told(ASKED)
    const gone = { ...ASKED, result: 'dismissed', commit: 'f'.repeat(40) } as const
    expect((await told(gone)).runs).toEqual([{ run: 'r1', duplicate: false }])
    expect(await became()).toBeUndefined()
  })

  it('by its key alone speaks of those that it was told of, not of what is checked out', async () => {
    await told({ result: 'changes_requested', runs: ['r2'], key: '80' })
    expect(await told({ result: 'dismissed', key: '80' })).toEqual({
      result: 'dismissed',
      review: '80',
      runs: [{ run: 'r2', duplicate: false }],
    })
  })

  it('leaves what another asked for', async () => {
    await told(ASKED)
    await told({ ...ASKED, key: '81', reviewer: 'bob' })
    await told({ ...ASKED, result: 'dismissed' })
    expect(await became()).toBe('reworked')
  })
})

describe('a review that asks for nothing', () => {
  it.each(['approved', 'commented'] as const)('records nothing: %s', async (result) => {
    await told(ASKED)
    expect((await told({ ...ASKED, result })).runs).toEqual([])
    expect(await loop.events('review-recorded')).toHaveLength(1)
    expect(await became()).toBe('reworked')
  })
})

describe('an undo', () => {
  it.each(['review-recorded', 'run-reworked'] as const)('of %s brings back what was before', async (type) => {
    await loop.recordMerge({ run: 'r1', kept: true })
    const before = await loop.pattern(pattern, { axes: true })
    if (type === 'review-recorded') await told(ASKED)
    else {
      const { recordRework } = await import('./record-rework.ts')
      const [document] = await loop.context.journal.documents([{ kind: 'run', id: 'r1' }])
      const fixed = { run: 'r1', commit: 'f'.repeat(40), mends: ID, at: 1, sign: 'fixup' } as const
      await recordRework(loop.context, fixed, document!.body as never)
    }
    expect(await successes()).toBe(0)
    const [event] = await loop.events(type)
    await loop.undo({ event: event!.id, by: 'ann', reason: 'it was another pull request' })
    expect((await loop.pattern(pattern, { axes: true })).axes!.evidence).toEqual(before.axes!.evidence)
    expect([await became(), await successes()]).toEqual(['kept', 1])
  })
})
