import { describe, expect, it } from 'vitest'
import { type TestLoop, testLoop } from '../../../test/worlds/test-loop.ts'
import { DAY_MS } from '../../domain/numbers.ts'
import type { HistoryCommit } from '../../engine/governance/late-truth.ts'
import { RUN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, runStream } from '../journal/append-facts.ts'
import type { ProjectAccess } from '../learning/project-access.ts'
import { recordCi } from './record-ci.ts'
import { watchOutcomes } from './watch-outcomes.ts'

const ID = '8d0c2fe1'.padEnd(40, '0')

/** A loop beside a repository that tells these commits. */
function beside(loop: TestLoop, commits: readonly HistoryCommit[]): LoopContext {
  const history = async () => ({ branch: 'main', commits })
  const workshop = { history, commitsOf: history, commitsMade: history } as unknown as ProjectAccess
  return { ...loop.context, workshop: async () => workshop }
}

async function committed(run: string, output: string) {
  const loop = testLoop()
  const step = {
    call: 'c1',
    tool: 'Bash',
    kind: 'shell',
    ended: 'passed',
    command: 'git commit -m fix',
    output,
  } as const
  await appendFacts(loop.context, [{ type: 'tool-used', payload: step, stream: runStream(run), run }])
  const at = loop.context.now()
  loop.pass(3)
  return { loop, context: beside(loop, [{ id: ID, at, parents: [], message: 'fix' }]) }
}

describe('a commit that a session made', () => {
  it('is known to be its work by what git printed', async () => {
    const { loop, context } = await committed('s1', '[main 8d0c2fe] fix')
    const watched = await watchOutcomes(context)
    expect(watched).toMatchObject({ commits: 1, runs: 1, news: [{ run: 's1', kept: true, commit: ID }] })
    expect(await loop.events('run-merged')).toMatchObject([{ payload: { run: 's1', reference: '8d0c2fe10000' } }])
    expect((await watchOutcomes(context)).news).toEqual([])
  })

  it('was kept for no longer than the run is known, whatever its date says', async () => {
    const { loop, context } = await committed('s1', '[main 8d0c2fe] fix')
    loop.pass(-2.5)
    const backdated = beside(loop, [{ id: ID, at: context.now() - 9 * DAY_MS, parents: [], message: 'fix' }])
    expect((await watchOutcomes(backdated)).news).toEqual([])
    expect((await watchOutcomes(backdated, { keptAfterDays: 0 })).news).toHaveLength(1)
  })

  it('was kept for no longer than the run is known, whatever the date of a commit that fixes it', async () => {
    const { loop, context } = await committed('s1', '[main 8d0c2fe] fix')
    loop.pass(-2.5)
    const old = context.now() - 9 * DAY_MS
    const fix = { id: 'f'.repeat(40), at: old, parents: [ID], message: `other\n\nFixes: ${ID}` }
    const backdated = beside(loop, [{ id: ID, at: old, parents: [], message: 'fix' }, fix])
    expect((await watchOutcomes(backdated)).news).toMatchObject([{ run: 's1', commit: fix.id }])
    expect((await watchOutcomes(backdated)).news).toEqual([])
    expect(await loop.events('run-merged')).toEqual([])
    const [run] = await loop.context.journal.documents([{ kind: RUN, id: 's1' }])
    expect(run!.body.run.firstAt).toBeGreaterThan(old)
    await appendFacts(loop.context, [
      {
        type: 'outcome-recorded',
        payload: { run: 's1', result: 'success', observedBy: 'agent' },
        stream: runStream('s1'),
        run: 's1',
        occurredAt: old,
      },
    ])
    expect((await watchOutcomes(backdated)).news).toEqual([])
  })

  it('counts as kept after the time that is set, not after one that an agent gives', async () => {
    const { loop, context } = await committed('s1', '[main 8d0c2fe] fix')
    loop.pass(-2.5)
    const agents = { ...context, origin: { surface: 'cli', speaker: 'agent' } } as const
    expect((await watchOutcomes(agents, { keptAfterDays: 0 })).news).toEqual([])
    expect((await watchOutcomes(context, { keptAfterDays: 0 })).news).toHaveLength(1)
  })

  it('is what CI speaks of', async () => {
    const { loop, context } = await committed('s1', '[main 8d0c2fe] fix')
    expect((await recordCi(context, { result: 'failure' })).runs).toEqual([{ run: 's1', duplicate: false }])
    const [outcome] = await loop.events('outcome-recorded')
    expect(outcome!.payload).toEqual({
      run: 's1',
      result: 'failure',
      observedBy: 'ci',
      notes: 'commit 8d0c2fe10000',
    })
  })

  it('is found before anyone can tell whether it stays', async () => {
    const { loop, context } = await committed('s1', '[main 8d0c2fe] fix')
    loop.pass(-2.5)
    expect(await watchOutcomes(context)).toMatchObject({ runs: 1, news: [] })
  })

  it('is nobody else’s', async () => {
    const { context } = await committed('s1', '[main 1234567] fix')
    expect(await watchOutcomes(context)).toMatchObject({ runs: 0, news: [] })
    expect((await recordCi(context, { result: 'success' })).runs).toEqual([])
  })
})

describe('work that others fixed', () => {
  const FIX = 'f1f1f1f1'.padEnd(40, '1')
  const BACK = 'b2b2b2b2'.padEnd(40, '2')

  /** The session committed on day 0, somebody fixed it on day 1, and it is day 3. */
  async function fixed(...more: readonly HistoryCommit[]) {
    const { loop } = await committed('s1', '[main 8d0c2fe] fix')
    const at = loop.context.now() - 3 * 86_400_000
    const work = { id: ID, at, parents: [], message: 'fix' }
    const fixup = { id: FIX, at: at + 86_400_000, parents: [ID], message: 'fixup! fix' }
    return { loop, context: beside(loop, [work, fixup, ...more]) }
  }

  it('was kept, though not as it was, and both are told once', async () => {
    const { loop, context } = await fixed()
    expect((await watchOutcomes(context)).news).toMatchObject([
      { run: 's1', kept: true, commit: ID },
      { run: 's1', kept: true, commit: FIX, mends: ID, sign: 'fixup' },
    ])
    expect(await loop.events('run-reworked')).toMatchObject([
      { payload: { run: 's1', commit: FIX.slice(0, 12), mends: ID.slice(0, 12), sign: 'fixup' } },
    ])
    expect((await loop.run('s1')).became).toBe('reworked')
    expect((await watchOutcomes(context)).news).toEqual([])
  })

  it('is told by one commit, however many there are, and not of what was taken back', async () => {
    const late = { id: BACK, at: 0, parents: [FIX], message: `more\n\nFixes: ${ID}` }
    const { loop, context } = await fixed()
    await watchOutcomes(context)
    await watchOutcomes(beside(loop, [{ id: ID, at: 0, parents: [], message: 'fix' }, late]))
    expect(await loop.events('run-reworked')).toHaveLength(1)
    const revert = { id: BACK, at: 1, parents: [FIX], message: `Revert\n\nThis reverts commit ${ID}.` }
    const other = await fixed(revert)
    expect((await watchOutcomes(other.context)).news).toMatchObject([{ run: 's1', kept: false }])
    expect(await other.loop.events('run-reworked')).toEqual([])
  })

  it('is no news after as many days as one says', async () => {
    const { context } = await fixed()
    const { news } = await watchOutcomes(context, { reworkWithinDays: 0.5 })
    expect(news.filter(({ mends }) => mends !== undefined)).toEqual([])
  })

  it('stays as it was when the rework is undone, though it is looked at again', async () => {
    const { loop, context } = await fixed()
    await watchOutcomes(context)
    const [event] = await loop.events('run-reworked')
    await loop.undo({ event: event!.id, by: 'ann', reason: 'it was a formatter' })
    expect((await watchOutcomes(context)).news).toEqual([])
    expect((await loop.run('s1')).became).toBe('kept')
  })
})

describe('a message that names a run', () => {
  it('says nothing of one that nobody knows', async () => {
    const loop = testLoop()
    const message = 'fix\n\nMettle-Run: stranger'
    const context = beside(loop, [{ id: ID, at: 0, parents: [], message }])
    expect(await watchOutcomes(context)).toMatchObject({ runs: 0, news: [] })
    expect(await loop.events('run-merged')).toEqual([])
  })
})

describe('CI', () => {
  it('tells one build once, whatever else is told', async () => {
    const { context } = await committed('s1', '[main 8d0c2fe] fix')
    const told = (result: 'success' | 'failure', key: string) => recordCi(context, { result, key })
    await told('failure', 'build-1')
    expect((await told('failure', 'build-1')).runs).toEqual([{ run: 's1', duplicate: true }])
    expect((await told('failure', 'build-2')).runs).toEqual([{ run: 's1', duplicate: false }])
  })

  it('grades a run that is named where there is no repository', async () => {
    const { loop } = await committed('s1', '')
    const { runs } = await recordCi(loop.context, {
      result: 'success',
      commit: 'f00ba47',
      runs: ['s1', 'stranger'],
    })
    expect(runs).toEqual([{ run: 's1', duplicate: false }])
  })
})
