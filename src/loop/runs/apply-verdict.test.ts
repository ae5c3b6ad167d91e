import { describe, expect, it } from 'vitest'
import { type TestLoop, testLoop } from '../../../test/worlds/test-loop.ts'
import { POLICY } from '../../engine/laws/policy.ts'
import { appendFacts } from '../journal/append-facts.ts'

const LESSONS = [
  'Retries hide timeouts because the client swallows the error',
  'Validate the token before the session is touched',
  'Never log the raw request body of a payment',
  'Pin container images by digest rather than by tag',
  'Close the database pool before the worker exits',
  'Freeze the clock whenever a test compares dates',
  'Escape every path before it reaches the shell',
]
const GROUNDED = 'In src/pool.ts:4 `pool.end()` is missing.'
const FILES = ['src/pool.ts']

/** A report that gives a place in the change for each false positive, or whatever is said instead. */
const verdict = (result: 'PASS' | 'FAIL', falsePositives: string[] = [], why = 'src/pool.ts:9 does it in `finally`') =>
  `Report.\n\n${falsePositives.map((id) => `- ${id} is a false positive: ${why}\n`).join('')}<!-- x:verdict-json\n${JSON.stringify(
    {
      verdict: result,
      issues: result === 'FAIL' ? [{ id: 'I1', severity: 'HIGH' }] : [],
      must_fix: result === 'FAIL' ? ['I1'] : [],
      false_positives: falsePositives,
    },
  )}\n-->`

/** A judge that learned some patterns in run r0 and was shown them in run r1. */
async function shown(options: { lessons?: string[]; role?: string; policy?: typeof POLICY; files?: string[] } = {}) {
  const { lessons = LESSONS, role = 'judge', policy = POLICY, files = [] } = options
  const loop = testLoop({ policy })
  const text = `## Accumulated Patterns\n${lessons.map((lesson) => `- ${lesson}`).join('\n')}`
  await loop.recordDeliberation({ text, role, run: 'r0', changedFiles: files })
  const { items } = await loop.inject({ role, run: 'r1', budgetTokens: 5_000 })
  expect(items).toHaveLength(lessons.length)
  return {
    loop,
    ids: items.map(({ pattern }) => pattern),
    of: (text: string) => items.find((item) => item.text === text)!.pattern,
  }
}

async function deliberate(loop: TestLoop, text: string, role = 'judge') {
  return loop.recordDeliberation({ text, role, run: 'r1', changedFiles: FILES })
}

const evidence = async (loop: TestLoop, id: string) => (await loop.pattern(id, { axes: true })).axes!.evidence
const kinds = (actions: readonly { kind: string }[]) => actions.map(({ kind }) => kind)
const CORRECT = { adversarialRole: 'judge', validatorRole: 'inspector', run: 'r1' }

describe('a false positive', () => {
  it('costs the pattern that its finding states', async () => {
    const { loop, of } = await shown()
    await deliberate(loop, `- J1 (HIGH): ${LESSONS[0]}.\n- J2: something else altogether happens here.`)
    const done = await loop.correct({ ...CORRECT, verdict: verdict('PASS', ['J1', 'J2', 'J9']) })
    expect(done.actions).toMatchObject([
      { kind: 'penalised', finding: 'J1', pattern: of(LESSONS[0]!), weight: 1, regression: false },
      { kind: 'unmatched', finding: 'J2', reason: 'no pattern says what this finding says' },
      { kind: 'unmatched', finding: 'J9', reason: 'the deliberation says nothing under this id' },
    ])
    expect(await evidence(loop, of(LESSONS[0]!))).toMatchObject({ ignoreCount: 1, ignoreWeight: 1 })
  })

  it('is told by the id of the pattern first, and else by the single best overlap of words', async () => {
    const { loop, of } = await shown()
    await deliberate(
      loop,
      `- J1: see ${of(LESSONS[3]!)}; ${LESSONS[0]}.\n- J2: Close the database pool before it exits.`,
    )
    const done = await loop.correct({ ...CORRECT, verdict: verdict('FAIL', ['J1', 'J2']) })
    const penalised = done.actions.filter(({ kind }) => kind !== 'ignored')
    expect(penalised.map(({ pattern }) => pattern)).toEqual([of(LESSONS[3]!), of(LESSONS[4]!)])
  })

  it('costs its own pattern where findings stand in lines one after another', async () => {
    const { loop, of } = await shown()
    const listed = [0, 1, 2].map((at) => `J${at + 1} (HIGH) at src/pool.ts:4. ${LESSONS[at]}.`)
    await deliberate(loop, listed.join('\n'))
    const done = await loop.correct({ ...CORRECT, verdict: verdict('FAIL', ['J1', 'J3']) })
    const penalised = done.actions.filter(({ kind }) => kind === 'penalised')
    expect(penalised.map(({ finding, pattern }) => [finding, pattern])).toEqual([
      ['J1', of(LESSONS[0]!)],
      ['J3', of(LESSONS[2]!)],
    ])
  })

  it('weighs by the role of the pattern, not of the validator', async () => {
    const { loop, of } = await shown({ role: 'sentinel', lessons: [LESSONS[0]!] })
    await deliberate(loop, `S1: ${LESSONS[0]}`, 'sentinel')
    const done = await loop.correct({ validatorRole: 'lens', run: 'r1', verdict: verdict('PASS', ['S1']) })
    expect(done.actions[0]).toMatchObject({ kind: 'penalised', weight: 1.5, pattern: of(LESSONS[0]!) })
  })

  it('of a pattern that had been validated is a regression', async () => {
    const { loop, of } = await shown({ lessons: [LESSONS[0]!] })
    await deliberate(loop, `${GROUNDED}\n\n${LESSONS[0]}.`)
    await loop.correct({ ...CORRECT, verdict: verdict('PASS') })
    await loop.inject({ role: 'judge', run: 'r2' })
    await loop.recordDeliberation({ text: `J1: ${LESSONS[0]}.`, role: 'judge', run: 'r2' })
    const done = await loop.correct({
      ...CORRECT,
      run: 'r2',
      verdict: verdict('PASS', ['J1']),
      changedFiles: FILES,
    })
    expect(done.actions[0]).toMatchObject({ kind: 'penalised', regression: true })
    expect(await evidence(loop, of(LESSONS[0]!))).toMatchObject({ successes: 1, regressions: 1 })
  })

  it('counts once in a run, however many findings and verdicts name it', async () => {
    const { loop, of } = await shown({ lessons: [LESSONS[0]!] })
    await deliberate(loop, `J1: ${LESSONS[0]}.\n\nJ2: ${LESSONS[0]}, again.`)
    await loop.correct({ ...CORRECT, verdict: verdict('FAIL', ['J1', 'J2']) })
    await loop.correct({ ...CORRECT, verdict: `${verdict('FAIL', ['J2'])} once more` })
    expect((await evidence(loop, of(LESSONS[0]!))).ignoreCount).toBe(1)
  })

  it('counts only when a validator names it', async () => {
    const { loop } = await shown({ lessons: [LESSONS[0]!] })
    await deliberate(loop, `A1: ${LESSONS[0]}.`, 'auditor')
    const done = await loop.correct({
      adversarialRole: 'auditor',
      validatorRole: 'judge',
      run: 'r1',
      verdict: verdict('PASS', ['A1']),
    })
    expect(done.actions[0]).toMatchObject({
      kind: 'unmatched',
      reason: 'false positives count only when a validator names them',
    })
  })
})

describe('a claim of a false positive', () => {
  const OUTPUT = '```\n$ npm test\n12 passed\n```'

  async function claimed(why: string, more: object = {}) {
    const { loop, of } = await shown({ lessons: [LESSONS[0]!] })
    await deliberate(loop, `J1: ${LESSONS[0]}.`)
    const { actions } = await loop.correct({ ...CORRECT, verdict: verdict('FAIL', ['J1'], why), ...more })
    return { action: actions[0], ignored: (await evidence(loop, of(LESSONS[0]!))).ignoreCount }
  }

  it.each([
    ['a place in the change with its code', 'src/pool.ts:9 does it in `finally`'],
    ['output that a validator shows', `I ran it.\n\n${OUTPUT}`],
  ])('counts on %s', async (_, why) => {
    expect(await claimed(why)).toMatchObject({ action: { kind: 'penalised' }, ignored: 1 })
  })

  it.each([
    ['reasoning', 'the client is known to be fine', 'neither execution output nor a file:line'],
    ['having run it', 'I ran npm test and it passed', 'neither execution output nor a file:line'],
    ['a place outside the change', 'src/other.ts:9 does it in `finally`', 'outside the change'],
    ['a file without a line', 'src/pool.ts does it in `finally`', 'neither execution output nor a file:line'],
  ])('does not count on %s', async (_, why, reason) => {
    const { action, ignored } = await claimed(why)
    expect([action?.kind, ignored]).toEqual(['unproven', 0])
    expect(action?.reason).toContain(reason)
  })

  it('does not count when the report says nothing of it but its id in the verdict', async () => {
    const { loop } = await shown({ lessons: [LESSONS[0]!] })
    await deliberate(loop, `J1: ${LESSONS[0]}.`)
    const bare = verdict('FAIL', ['J1']).replace(/- J1.*\n/, 'src/pool.ts:9 does it in `finally`.\n')
    expect((await loop.correct({ ...CORRECT, verdict: bare })).actions[0]).toMatchObject({
      kind: 'unproven',
      reason: expect.stringContaining('gives no evidence'),
    })
  })

  it('that does not count earns the pattern nothing either, nor does it age it', async () => {
    const { loop, of } = await shown()
    await deliberate(loop, `${GROUNDED}\n\nJ1: ${LESSONS[6]}, see src/pool.ts:4.`)
    const done = await loop.correct({ ...CORRECT, verdict: verdict('PASS', ['J1'], 'no reason') })
    expect(done).toMatchObject({
      gate: { open: true },
      actions: [{ kind: 'unproven' }, ...Array(6).fill({})],
    })
    expect(await loop.pattern(of(LESSONS[6]!), { axes: true })).toMatchObject({
      pattern: { agedSteps: 0 },
      axes: { evidence: { successes: 0, ignoreCount: 0, citedRuns: 0 } },
    })
  })

  it('is not believed on the output of a role that nobody made a validator', async () => {
    expect((await claimed(OUTPUT, { validatorRole: 'stranger' })).action?.kind).toBe('unproven')
  })

  it('needs its id alone where the policy says so', async () => {
    const policy = { ...POLICY, correction: { ...POLICY.correction, dismissals: 'named' as const } }
    const { loop } = await shown({ lessons: [LESSONS[0]!], policy })
    await deliberate(loop, `J1: ${LESSONS[0]}.`)
    const { actions } = await loop.correct({ ...CORRECT, verdict: verdict('FAIL', ['J1'], 'no reason') })
    expect(actions[0]?.kind).toBe('penalised')
  })
})

describe('output that a challenger shows', () => {
  const FAILED = 'The pool leaks.\n\n```\n$ npm test\n1 failed, 11 passed\n```\n'

  async function gate(text: string, record?: { passed: boolean; command?: string; output?: string }, run = 'r1') {
    const { loop } = await shown({ lessons: [LESSONS[0]!] })
    await deliberate(loop, text)
    if (record !== undefined)
      await appendFacts(loop.context, [{ type: 'build-finished', payload: record, stream: `run/${run}`, run }])
    return (await loop.correct({ ...CORRECT, verdict: verdict('PASS') })).evidenceLevel
  }

  it('is evidence once the run has a record of it, also when that comes late', async () => {
    expect(await gate(FAILED, { passed: false, command: 'npm test' })).toBe(1)
  })

  it.each([
    ['nothing was recorded', undefined],
    ['another command ran', { passed: false, command: 'npm run lint' }],
    ['the command ended otherwise', { passed: true, command: 'npm test' }],
    ['other lines were printed', { passed: false, command: 'npm test', output: '2 failed, 10 passed' }],
  ])('is forged when %s', async (_, record) => {
    expect(await gate(FAILED, record)).toBe(3)
    expect(await gate(`${FAILED}\n${GROUNDED}`, record)).toBe(2)
  })

  it('is not confirmed by another run', async () => {
    expect(await gate(FAILED, { passed: false, command: 'npm test' }, 'r9')).toBe(3)
  })

  it('is held against the files that the validator names, whatever was recorded', async () => {
    const { loop } = await shown({ lessons: [LESSONS[0]!] })
    expect((await deliberate(loop, GROUNDED)).evidenceLevel).toBe(2)
    const done = await loop.correct({ ...CORRECT, verdict: verdict('PASS'), changedFiles: ['src/other.ts'] })
    expect(done).toMatchObject({ evidenceLevel: 3, gate: { open: false } })
  })
})

describe('a PASS on evidence', () => {
  it('credits what the deliberation takes up, spares the best five, and ages the others', async () => {
    const { loop, ids } = await shown()
    const last = ids[6]!
    await deliberate(loop, `${GROUNDED} So says ${last}.`)
    const done = await loop.correct({ ...CORRECT, verdict: verdict('PASS') })
    expect(done).toMatchObject({ evidenceLevel: 2, gate: { open: true } })
    expect(kinds(done.actions)).toEqual(['cited', 'spared', 'spared', 'spared', 'spared', 'spared', 'aged', 'credited'])
    expect(await evidence(loop, last)).toMatchObject({ successes: 1, reinforcements: 1, appliedRuns: 1 })
    expect((await loop.why(last)).timeline[0]?.what).toBe('inspector said PASS on evidence of level 2')
    expect(await evidence(loop, ids[0]!)).toMatchObject({ successes: 0, reinforcements: 0 })
    expect((await loop.pattern(ids[5]!)).pattern.agedSteps).toBe(1)
  })

  it('credits what is taken up without a place in the change with a success and no reinforcement', async () => {
    const { loop, ids } = await shown({ lessons: [LESSONS[0]!] })
    await deliberate(loop, `${GROUNDED}\n\n${LESSONS[0]}.`)
    await loop.correct({ ...CORRECT, verdict: verdict('PASS') })
    expect(await evidence(loop, ids[0]!)).toMatchObject({ successes: 1, reinforcements: 0 })
  })

  it('chooses what was learned in the changed files before the best', async () => {
    const { loop, ids } = await shown({ lessons: LESSONS.slice(0, 3) })
    const text = `## Accumulated Patterns\n- ${LESSONS[1]}`
    await loop.recordDeliberation({ text, role: 'judge', run: 'r3', changedFiles: FILES })
    await deliberate(loop, GROUNDED)
    const { actions } = await loop.correct({ ...CORRECT, verdict: verdict('PASS') })
    expect(kinds(actions).sort()).toEqual(['aged', 'aged', 'spared'])
    expect(ids).toHaveLength(3)
  })

  it('gives nothing to what is only listed as learned again', async () => {
    const { loop, ids } = await shown({ lessons: [LESSONS[0]!] })
    await deliberate(loop, `${GROUNDED}\n\n## Accumulated Patterns\n- ${LESSONS[0]}`)
    await loop.correct({ ...CORRECT, verdict: verdict('PASS') })
    expect(await evidence(loop, ids[0]!)).toMatchObject({ successes: 0, citedRuns: 0 })
  })

  it('reinforces the chosen ones where that is configured, and never counts a PASS twice', async () => {
    const policy = { ...POLICY, correction: { ...POLICY.correction, reinforces: 'chosen' as const } }
    const { loop, ids } = await shown({ policy, lessons: LESSONS.slice(0, 2), files: FILES })
    await deliberate(loop, GROUNDED)
    const done = await loop.correct({ ...CORRECT, verdict: verdict('PASS'), changedFiles: FILES })
    expect(done.actions).toMatchObject([{ kind: 'reinforced' }, { kind: 'reinforced' }])
    await loop.recordOutcome({
      run: 'r1',
      result: 'success',
      observedBy: 'none',
      files: FILES,
      applied: [{ pattern: ids[0]!, file: FILES[0]!, line: 4 }],
    })
    expect(await evidence(loop, ids[0]!)).toMatchObject({ successes: 1, reinforcements: 1 })
  })

  it('on reasoning alone reinforces and ages nothing', async () => {
    const { loop, ids } = await shown()
    await deliberate(loop, `I believe it works. ${LESSONS[0]}.`)
    const done = await loop.correct({ ...CORRECT, verdict: verdict('PASS') })
    expect(done).toMatchObject({ evidenceLevel: 3, actions: [], gate: { open: false } })
    expect((await loop.pattern(ids[6]!)).pattern.agedSteps).toBe(0)
  })

  it('may find its evidence only when the changed files are known', async () => {
    const { loop } = await shown()
    await loop.recordDeliberation({ text: GROUNDED, role: 'judge', run: 'r1' })
    const done = await loop.correct({ ...CORRECT, verdict: verdict('PASS'), changedFiles: FILES })
    expect(done.evidenceLevel).toBe(2)
  })
})

it('a FAIL reinforces and ages nothing', async () => {
  const { loop, ids } = await shown()
  await deliberate(loop, `${GROUNDED} ${LESSONS[0]}.`)
  const done = await loop.correct({ ...CORRECT, verdict: verdict('FAIL') })
  expect(done.gate).toEqual({ open: false, reason: 'FAIL reinforces nothing' })
  expect((await loop.pattern(ids[6]!)).pattern.agedSteps).toBe(0)
})

it('a verdict that cannot be read is recorded as none, says why, and moves nothing', async () => {
  const { loop } = await shown()
  await deliberate(loop, GROUNDED)
  const done = await loop.correct({ ...CORRECT, verdict: 'Looks good to me.' })
  expect(done).toMatchObject({ result: 'none', actions: [], problems: ['no verdict-json block found'] })
})

describe('the same verdict', () => {
  it('twice changes nothing', async () => {
    const { loop } = await shown()
    await deliberate(loop, `${GROUNDED} ${LESSONS[1]}.\n\nJ1: ${LESSONS[0]}.`)
    const request = { ...CORRECT, verdict: verdict('PASS', ['J1']) }
    const first = await loop.correct(request)
    const { position } = await loop.context.journal.head()
    expect(first.actions.length).toBeGreaterThan(0)
    expect(await loop.correct(request)).toEqual({ ...first, duplicate: true })
    expect((await loop.context.journal.head()).position).toBe(position)
  })

  it('by many at once is acted on once', async () => {
    const { loop, of } = await shown()
    await deliberate(loop, `J1: ${LESSONS[0]}.`)
    const request = { ...CORRECT, verdict: verdict('PASS', ['J1']) }
    const all = await Promise.all(Array.from({ length: 6 }, () => loop.correct(request)))
    expect(all.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
    expect((await evidence(loop, of(LESSONS[0]!))).ignoreCount).toBe(1)
  })
})

describe('roles', () => {
  it('are found from one of them where a pair is configured', async () => {
    const { loop } = await shown()
    await deliberate(loop, GROUNDED)
    expect(await loop.correct({ validatorRole: 'Inspector', verdict: verdict('PASS') })).toMatchObject({
      adversarialRole: 'judge',
      run: 'r1',
    })
  })

  it.each([
    [{ validatorRole: 'nobody' }, /leave open who judged whom/],
    [{ adversarialRole: 'judge', validatorRole: 'Judge' }, /cannot validate itself/],
    [{ adversarialRole: 'judge', validatorRole: 'inspector', deliberation: 'd-none' }, /no deliberation 'd-none'/],
  ])('and papers that do not exist are refused: %j', async (roles, message) => {
    await expect(testLoop().correct({ ...roles, verdict: verdict('PASS') })).rejects.toThrow(message)
  })
})

it('leaves documents that a rebuild gives again', async () => {
  const { loop, ids } = await shown()
  await deliberate(loop, `${GROUNDED} ${LESSONS[1]}.\n\nJ1: ${LESSONS[0]}.`)
  await loop.correct({ ...CORRECT, verdict: verdict('PASS', ['J1']) })
  const before = await Promise.all(ids.map((id) => loop.pattern(id)))
  await loop.rebuild()
  expect(await Promise.all(ids.map((id) => loop.pattern(id)))).toEqual(before)
})
