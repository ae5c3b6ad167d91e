import { describe, expect, it } from 'vitest'
import { edited, type LivedStep, lived, prompt, ran, said } from '../../../test/worlds/session.ts'
import { LESSON, type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'

const GOOD = [prompt('Fix the login'), edited('src/login.ts'), ran('npm test')]

/** A loop that knows one pattern, and has shown it to a run. */
async function shown(run: string): Promise<{ loop: TestLoop; pattern: string }> {
  const loop = testLoop()
  const pattern = await taught(loop, LESSON, { appliesTo: ['*'] })
  await loop.inject({ role: 'builder', run })
  return { loop, pattern }
}

async function feedbackOn(loop: TestLoop, pattern: string) {
  const { axes } = await loop.pattern(pattern, { axes: true })
  const { evidence } = axes!
  return { helpful: evidence.helpful.value, harmful: evidence.harmful.value }
}

describe('settling a session', () => {
  it('records the outcome that was observed, with its course', async () => {
    const loop = testLoop()
    await lived(loop.context, 's1', GOOD)
    const settled = await loop.settleSession({ run: 's1' })
    expect(settled.works).toMatchObject([
      {
        task: 'session.1',
        result: 'success',
        observedBy: 'test',
        why: 'npm test passed after the last change',
        isNew: true,
      },
    ])
    const [outcome] = await loop.events('outcome-recorded')
    expect(outcome?.payload).toMatchObject({
      run: 's1',
      task: 'session.1',
      durationMs: 2_000,
      errorCount: 0,
      retryCount: 0,
      files: ['src/login.ts'],
      criteria: ['task_completion', 'no_bugs'],
    })
  })

  it('records builds and tests in the iteration of their prompt', async () => {
    const loop = testLoop()
    await lived(loop.context, 's1', [...GOOD, prompt('And the logout'), edited('b.ts'), ran('npm test', 'failed')])
    await loop.settleSession({ run: 's1' })
    const builds = await loop.events('build-finished')
    expect(builds.map(({ payload }) => [payload.iteration, payload.passed])).toEqual([
      [1, true],
      [2, false],
    ])
  })

  it('changes nothing when it is done again', async () => {
    const loop = testLoop()
    await lived(loop.context, 's1', GOOD)
    await loop.settleSession({ run: 's1' })
    const { position } = await loop.context.journal.head()
    const again = await loop.settleSession({ run: 's1' })
    expect(again.works.map(({ isNew }) => isNew)).toEqual([false])
    expect((await loop.context.journal.head()).position).toBe(position)
  })

  it('two at once record each fact once', async () => {
    const loop = testLoop()
    await lived(loop.context, 's1', GOOD)
    await Promise.all([1, 2, 3].map(() => loop.settleSession({ run: 's1' })))
    expect(await loop.events('outcome-recorded')).toHaveLength(1)
    expect(await loop.events('build-finished')).toHaveLength(1)
  })

  it('goes on where a session goes on days later, without a conflict with itself', async () => {
    const loop = testLoop()
    const steps = [
      prompt('Fix it'),
      edited('a.ts'),
      ran('npm test', 'failed'),
      prompt('Again'),
      edited('a.ts'),
      ran('npm test'),
    ]
    await lived(loop.context, 's1', steps.slice(0, 3))
    expect((await loop.settleSession({ run: 's1' })).works[0]?.result).toBe('failure')
    const at = loop.context.now()
    loop.pass(3)
    await lived(loop.context, 's1', steps, { from: 3, at: at + 3 * 86_400_000 })
    expect((await loop.settleSession({ run: 's1' })).works[0]).toMatchObject({
      result: 'success',
      isNew: true,
    })
    expect(await loop.task('s1', 'session.1')).toMatchObject({ result: 'success', attempts: 2 })
  })

  it('takes as much of an id as is unmistakable', async () => {
    const loop = testLoop()
    for (const run of ['abcd-12', 'abcd-2']) await lived(loop.context, run, GOOD)
    expect((await loop.settleSession({ run: 'abcd-1' })).run).toBe('abcd-12')
    expect((await loop.session('abcd-2')).run).toBe('abcd-2')
    await expect(loop.session('abcd')).rejects.toThrow("'abcd' could be any of 2 sessions: abcd")
  })

  it('names the session that is not there', async () => {
    await expect(testLoop().settleSession({ run: 'nobody' })).rejects.toThrow("There is no session 'nobody'.")
  })
})

describe('credit', () => {
  const claim = (pattern: string) => said(`LEARNINGS_ACKNOWLEDGED\nApplied: "${pattern}" -> [closed it]`)
  const settledWith = async (steps: (pattern: string) => LivedStep[]) => {
    const { loop, pattern } = await shown('s1')
    await lived(loop.context, 's1', steps(pattern))
    await loop.settleSession({ run: 's1' })
    return { loop, pattern }
  }

  it('what was shown and not used earns nothing from success', async () => {
    const { loop, pattern } = await settledWith(() => GOOD)
    expect(await feedbackOn(loop, pattern)).toEqual({ helpful: 0, harmful: 0 })
  })

  it('what the agent says it used earns a quarter', async () => {
    const { loop, pattern } = await settledWith((id) => [...GOOD, claim(id)])
    expect(await feedbackOn(loop, pattern)).toEqual({ helpful: 0.25, harmful: 0 })
  })

  it('what the change shows earns it whole', async () => {
    const { loop, pattern } = await settledWith((id) => [...GOOD, claim(id)])
    const { context } = loop
    const { appendFacts, runStream } = await import('../journal/append-facts.ts')
    const payload = {
      pattern,
      citation: { file: 'src/login.ts', line: 3 },
      verified: true,
      reason: 'in the change',
    }
    await appendFacts(context, [{ type: 'citation-verified', payload, stream: runStream('s1'), run: 's1' }])
    expect(await feedbackOn(loop, pattern)).toEqual({ helpful: 1, harmful: 0 })
  })

  describe('by what was done', () => {
    const ORDER = 'Run `npm run build` before `npm test` in this repository'
    const lesson = async (steps: LivedStep[], say: (pattern: string) => string = () => 'Done.') => {
      const loop = testLoop()
      const pattern = await taught(loop, ORDER, { appliesTo: ['*'] })
      await loop.inject({ role: 'builder', run: 's1' })
      await lived(loop.context, 's1', [prompt('Fix the login'), ...steps, said(say(pattern))])
      const settled = await loop.settleSession({ run: 's1' })
      const { evidence } = (await loop.pattern(pattern, { axes: true })).axes!
      const { appliedRuns, helpfulCount, harmfulCount, ignoreWeight } = evidence
      return { loop, pattern, settled, credit: { appliedRuns, helpfulCount, harmfulCount, ignoreWeight } }
    }
    const NONE = { appliedRuns: 0, helpfulCount: 0, harmfulCount: 0, ignoreWeight: 0 }

    it('what was followed is applied, without a word about it', async () => {
      const { loop, pattern, settled, credit } = await lesson([
        edited('src/login.ts'),
        ran('npm run build'),
        ran('npm test'),
      ])
      expect(settled.observed).toMatchObject([
        { pattern, result: 'followed', relapsed: false, check: 'npm run build before npm test', isNew: true },
      ])
      expect(credit).toEqual({ ...NONE, appliedRuns: 1, helpfulCount: 1 })
      const why = await loop.why(pattern)
      expect(why.standing.evidence.applied).toEqual({ runs: 1, succeeded: 1, failed: 0 })
      expect(why.timeline.map(({ what }) => what)).toContain('followed: npm run build before npm test')
    })

    it('what was followed shares the blame for what fails', async () => {
      const { credit } = await lesson([
        edited('a.ts'),
        ran('npm run build'),
        ...Array(5).fill(ran('npm test', 'failed')),
      ])
      expect(credit).toEqual({ ...NONE, appliedRuns: 1, harmfulCount: 1 })
    })

    it('what was ignored loses a little where the work succeeds all the same', async () => {
      const { settled, credit } = await lesson([edited('src/login.ts'), ran('npm test')])
      expect(settled.observed).toMatchObject([{ result: 'ignored', relapsed: true }])
      expect(credit).toEqual({ ...NONE, ignoreWeight: 0.25 })
      expect((await lesson([edited('src/login.ts'), ran('npm test', 'failed')])).credit).toEqual(NONE)
    })

    it('what did not come up is no evidence', async () => {
      const { settled, credit } = await lesson([edited('src/login.ts'), ran('npm run build')])
      expect(settled.observed).toEqual([])
      expect(credit).toEqual(NONE)
    })

    it('is recorded once, however often the session is settled', async () => {
      const { loop } = await lesson([ran('npm run build'), ran('npm test')])
      const { position } = await loop.context.journal.head()
      expect((await loop.settleSession({ run: 's1' })).observed).toMatchObject([{ isNew: false }])
      expect((await loop.context.journal.head()).position).toBe(position)
    })

    it.each([
      ['its short id', (id: string) => `Applied: #${id.slice(2, 7)}`],
      ['its short id and a place', (id: string) => `Applied: ${id.slice(2, 7)} -> [package.json:3]`],
      ['its words without backticks', () => 'Applied: "Run npm run build before npm test in this repository"'],
      ['a part of them', () => 'Applied: Run npm run build before npm test'],
      ['its line as it was shown', (id: string) => `Applied: ${ORDER} #${id.slice(2, 7)}`],
    ])('is acknowledged by %s', async (_, say) => {
      const { settled, pattern } = await lesson([edited('a.ts')], say)
      expect(settled.acknowledged.map((claim) => claim.pattern)).toEqual([pattern])
    })
  })

  it('an unknown outcome credits nothing, whatever the agent says', async () => {
    const { loop, pattern } = await settledWith((id) => [prompt('Fix it'), edited('a.ts'), claim(id)])
    expect(await feedbackOn(loop, pattern)).toEqual({ helpful: 0, harmful: 0 })
    expect((await loop.events('pattern-acknowledged')).length).toBe(1)
  })

  it('a change after the test takes the credit back until it is tested', async () => {
    const { loop, pattern } = await shown('s1')
    const steps = [...GOOD, claim(pattern), edited('src/login.ts')]
    await lived(loop.context, 's1', steps.slice(0, 4))
    await loop.settleSession({ run: 's1' })
    await lived(loop.context, 's1', steps, { from: 4 })
    await loop.settleSession({ run: 's1' })
    expect(await feedbackOn(loop, pattern)).toEqual({ helpful: 0, harmful: 0 })
  })

  it('subagents are heard too, and each claim once', async () => {
    const { loop, pattern } = await settledWith((id) => [
      ...GOOD,
      said(`Applied: "${id}" -> [in the subagent]`, 'explorer'),
    ])
    await loop.settleSession({ run: 's1' })
    const claims = await loop.events('pattern-acknowledged')
    expect(claims.map(({ payload }) => [payload.pattern, payload.agent])).toEqual([[pattern, 'explorer']])
  })

  it('a claim is not made again when its pattern is shown again later', async () => {
    const { loop, pattern } = await settledWith((id) => [...GOOD, claim(id)])
    await loop.startIteration({ run: 's1' })
    await loop.inject({ role: 'builder', run: 's1' })
    await loop.settleSession({ run: 's1' })
    expect((await loop.events('pattern-acknowledged')).length).toBe(1)
    expect(await feedbackOn(loop, pattern)).toEqual({ helpful: 0.25, harmful: 0 })
  })

  it('one session says nothing of another', async () => {
    const { loop, pattern } = await shown('s1')
    await lived(loop.context, 's1', [prompt('Fix it'), edited('a.ts'), claim(pattern)])
    await lived(loop.context, 's2', GOOD)
    await loop.settleSession({ run: 's2' })
    await loop.settleSession({ run: 's1' })
    expect(await feedbackOn(loop, pattern)).toEqual({ helpful: 0, harmful: 0 })
    expect((await loop.session('s1')).works).toMatchObject([{ result: 'unknown' }])
  })
})

describe('sessions on record', () => {
  it('are listed with the last active first, and how they ended', async () => {
    const loop = testLoop()
    await lived(loop.context, 's1', GOOD)
    loop.pass(1)
    await lived(loop.context, 's2', [prompt('What is this?'), said('A login.')])
    await loop.settleSession({ run: 's1' })
    const listed = await loop.sessions()
    expect(listed.map(({ run, result, prompts }) => [run, result, prompts])).toEqual([
      ['s2', 'open', 1],
      ['s1', 'success', 1],
    ])
    expect(await loop.sessions({ client: 'codex' })).toEqual([])
  })

  it('are told whole', async () => {
    const { loop, pattern } = await shown('s1')
    await lived(loop.context, 's1', [prompt('Fix it'), edited('a.ts'), ran('npm test', 'failed')])
    await loop.settleSession({ run: 's1' })
    expect(await loop.session('s1')).toMatchObject({
      prompted: ['Fix it'],
      failed: [{ command: 'npm test' }],
      works: [{ task: 'session.1', result: 'failure', countsAs: 'neutral', isSettled: true }],
      patterns: [{ pattern, tier: 'shown' }],
    })
  })
})

describe('what a session teaches', () => {
  const MISSING = "Error: Cannot find module '../dist/index.js'"
  const TAUGHT = [prompt('Fix it'), ran('npm test', 'failed', MISSING), ran('npm run build'), ran('npm test')]
  const FIX = `Run \`npm run build\` before \`npm test\`, which otherwise fails with "Cannot find module '../dist/index.js'".`

  it('becomes a held pattern, with the facts that show it', async () => {
    const loop = testLoop()
    await lived(loop.context, 's1', TAUGHT)
    const settled = await loop.settleSession({ run: 's1' })
    expect(settled.lessons).toMatchObject([{ as: 'error-fix', lesson: FIX, isNew: true }])
    const [learning] = await loop.events('learning-captured')
    const steps = await loop.events('tool-used')
    expect(learning).toMatchObject({
      run: 's1',
      provenance: { source: 'mettle', role: 'mined', trust: 'internal' },
      payload: { mined: { as: 'error-fix', command: 'npm run build', facts: steps.map(({ id }) => id) } },
    })
    const [sighting] = await loop.events('pattern-sighted')
    const held = 'found in a session; nobody has confirmed it'
    expect(sighting?.payload).toMatchObject({ text: FIX, role: 'mined', category: 'mistake', held })
  })

  it('needs no review where a person asked to remember it, since that is a rule already', async () => {
    const loop = testLoop()
    const asks = [prompt('Fix it'), ran('npm test'), prompt('remember: seed the shop with make crates, never by hand')]
    await lived(loop.context, 's1', [...asks, prompt('never seed the shop on the train')])
    const { lessons } = await loop.settleSession({ run: 's1' })
    expect(lessons.map(({ lesson }) => lesson)).toEqual(['Never seed the shop on the train.'])
    expect((await loop.rules()).map(({ text }) => text)).toEqual(['seed the shop with make crates, never by hand'])
  })

  it('is learned once, however often the session is settled', async () => {
    const loop = testLoop()
    await lived(loop.context, 's1', TAUGHT)
    await Promise.all([loop.settleSession({ run: 's1' }), loop.settleSession({ run: 's1' })])
    const again = await loop.settleSession({ run: 's1' })
    expect(again.lessons.map(({ isNew }) => isNew)).toEqual([false])
    expect(await loop.events('pattern-sighted')).toHaveLength(1)
  })

  it('is seen again by another session that learns it in nearly the same words', async () => {
    const loop = testLoop()
    await lived(loop.context, 's1', TAUGHT)
    await loop.settleSession({ run: 's1' })
    loop.pass(1)
    const other = TAUGHT.map((step) =>
      'output' in step ? { ...step, output: "Error: Cannot find module '../dist/main.js'" } : step,
    )
    await lived(loop.context, 's2', other)
    await loop.settleSession({ run: 's2' })
    const seen = await loop.events('pattern-sighted')
    expect(new Set(seen.map(({ payload }) => payload.pattern)).size).toBe(1)
    expect(seen).toHaveLength(2)
  })

  it('a run that was shown it does not learn it from itself', async () => {
    const loop = testLoop()
    const told = [
      prompt('Fix it'),
      ran('npm install zod'),
      prompt('No, we always use pnpm in this repository'),
      ran('pnpm add zod'),
    ]
    for (const run of ['s1', 's2']) {
      await lived(loop.context, run, told)
      await loop.settleSession({ run })
      loop.pass(1)
    }
    const { block } = await loop.injectForAgent({ agent: 'main', run: 's3' })
    expect(block).toContain('We always use pnpm in this repository.')
    await lived(loop.context, 's3', told)
    await loop.settleSession({ run: 's3' })
    expect(await loop.events('pattern-sighted')).toHaveLength(2)
  })

  it('is at most five things, also when the session goes on', async () => {
    const loop = testLoop()
    const rule = (n: number) => prompt(`We never use tool${n} for job${n} in module${n}`)
    const steps = [
      prompt('Fix it'),
      ...[1, 2, 3, 4, 5, 6, 7].flatMap((n) => [edited('src/a.ts'), rule(n)]),
      edited('src/a.ts'),
    ]
    await lived(loop.context, 's1', steps.slice(0, 7))
    await loop.settleSession({ run: 's1' })
    await lived(loop.context, 's1', steps, { from: 7 })
    await loop.settleSession({ run: 's1' })
    expect(await loop.events('learning-captured')).toHaveLength(5)
  })
})
