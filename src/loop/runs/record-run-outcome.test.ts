import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testLoop } from '../../../test/worlds/test-loop.ts'
import { ADAPTER } from '../../projection/documents/governance-documents.ts'

const graded = {
  runId: 'run-1',
  status: 'failed',
  success: false,
  retryCount: 0,
  timeTakenMs: 1_200,
  qualityScore: 0.2,
  adaptersUsed: ['GitHub'],
  dominantFailureType: 'auth',
  createdAt: '2026-01-02T00:00:00Z',
}
const reviewed = {
  runId: 'run-2',
  result: 'failure',
  issues: ['unsafe command in the script'],
  humanOverride: true,
  rollbackOccurred: true,
  postExecutionScore: 0.3,
  riskLevel: 'medium',
  selectedSkills: ['deploy'],
  agentDecisions: [{ agent: 'planner', decision: 'approve', confidence: 1 }],
  adaptersUsed: ['github'],
  failureDetails: { dominantFailureType: 'auth' },
}

const problemsOf = async (record: unknown) => {
  const loop = testLoop()
  const error = await loop.recordRunOutcome(record).catch((cause: unknown) => cause)
  return (error as { problems?: string[] }).problems
}

describe('a finished run', () => {
  it('is taken in either shape, and tells what it led to in five sentences', async () => {
    const loop = testLoop()
    loop.pass(7)
    const first = await loop.recordRunOutcome(graded)
    expect(first).toMatchObject({ run: 'run-1', duplicate: false, assumed: [], notKept: [] })
    expect(first.summary).toBe(
      'Processed outcome for run-1. Updated 0 agent profiles. Updated 0 skills. Policy changes: 3 (github requireApproval false -> true; github riskMultiplier 1 -> 1.4; github suggestedMaxRetries 2 -> 1). Constraint suggestions: 0.',
    )
    const second = await loop.recordRunOutcome(reviewed)
    expect(second.assumed).toEqual(['retryCount'])
    expect(second.cycle).toMatchObject({
      policyDiff: { mediumRiskApprovalThreshold: { before: 0.65, after: 0.683 } },
      agents: { planner: { before: 0.82, after: 0.77 } },
      skills: { deploy: { before: 0, after: -0.75 } },
      suggestions: [
        { constraint: 'mutation-scope' },
        { constraint: 'approval-pauses' },
        { constraint: 'shell-pattern-blocklist' },
      ],
    })
    const [github] = await loop.context.journal.documents([{ kind: ADAPTER, id: 'github' }])
    expect(github?.body).toMatchObject({ sums: { runs: 2, successes: 0 } })
    const [event] = await loop.events('outcome-recorded')
    expect(event?.occurredAt).toBe(Date.parse('2026-01-02T00:00:00Z'))
  })

  it('is one outcome, whichever shape tells it and however often', async () => {
    const loop = testLoop()
    const { status: _, dominantFailureType, qualityScore, ...rest } = graded
    const other = {
      ...rest,
      result: 'failure',
      postExecutionScore: qualityScore,
      failureDetails: { dominantFailureType },
    }
    await loop.recordRunOutcome(graded)
    expect(await loop.recordRunOutcome(other)).toMatchObject({ duplicate: true })
    expect(await loop.recordRunOutcome({ ...graded, createdAt: 1 })).toMatchObject({ duplicate: true })
  })

  it('with another body is a conflict that shows both', async () => {
    const loop = testLoop()
    await loop.recordRunOutcome(graded)
    await expect(loop.recordRunOutcome({ ...graded, status: 'success', success: true })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/"result":"failure".*"result":"success"/s),
    })
  })

  it('says which fields it did not keep', async () => {
    expect(await testLoop().recordRunOutcome({ ...graded, traceparent: 'x' })).toMatchObject({
      notKept: ['traceparent'],
    })
  })

  it('keeps what else is known of the failure', async () => {
    const loop = testLoop()
    await loop.recordRunOutcome({ ...reviewed, failureDetails: { dominantFailureType: 'auth', exitCode: 3 } })
    const [event] = await loop.events('outcome-recorded')
    expect(event?.payload).toMatchObject({
      failureType: 'auth',
      failureAdapter: 'github',
      failureDetails: '{"exitCode":3}',
    })
  })
})

describe('a record is refused', () => {
  it.each([
    ['retryCount', ['retryCount: is missing']],
    ['qualityScore', ['qualityScore: is missing (or postExecutionScore)']],
    ['adaptersUsed', ['adaptersUsed: is missing']],
    ['runId', ['runId: is missing']],
  ])('in the first shape without %s', async (field, problems) => {
    expect(await problemsOf({ ...graded, [field]: undefined })).toEqual(problems)
  })

  it.each([
    ['riskLevel', { riskLevel: undefined, adaptersUsed: undefined }, ['riskLevel: is missing']],
    ['postExecutionScore', { postExecutionScore: undefined }, ['postExecutionScore: is missing (or qualityScore)']],
    ['result', { result: undefined }, ['result: is missing (or status, or success)']],
  ])('in the second shape without %s', async (_field, change, problems) => {
    expect(await problemsOf({ ...reviewed, ...change })).toEqual(problems)
  })

  it.each([
    [{ retryCount: -1 }, 'retryCount: must be at least 0'],
    [{ qualityScore: 1.5 }, 'qualityScore: must be at most 1'],
    [{ status: 'ok' }, "status: must be one of success, partial, failed, not 'ok'"],
    [{ success: true }, "success: true contradicts a run that ended as 'failure'"],
    [{ result: 'success' }, "status: 'failed' contradicts result 'success'"],
    [{ postExecutionScore: 0.9 }, 'postExecutionScore: 0.9 contradicts qualityScore 0.2'],
    [
      { failureDetails: { dominantFailureType: 'net' } },
      "failureDetails.dominantFailureType: 'net' contradicts dominantFailureType 'auth'",
    ],
    [
      { agentDecisions: [0, 1].map(() => ({ agent: 'a', decision: 'approve', confidence: 1 })) },
      "agentDecisions: 'a' decides twice",
    ],
    [{ userRating: 6 }, 'userRating: must be at most 5'],
    [
      { createdAt: 'yesterday' },
      "createdAt: 'yesterday' is not a time; give ISO 8601 with a zone, or epoch milliseconds",
    ],
    [{ rollbackOcurred: true }, "rollbackOcurred: is not a field of an outcome. Did you mean 'rollbackOccurred'?"],
  ])('for %j', async (change, problem) => {
    expect(await problemsOf({ ...graded, ...change })).toContain(problem)
  })

  it.each([null, [], 3, 'text'])('that is %j', async (record) => {
    expect(await problemsOf(record)).toEqual(['the record must be a JSON object'])
  })

  it('counts for nothing, and is kept aside once, redacted and cut', async () => {
    const loop = testLoop()
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const bad = { ...graded, retryCount: -1, notes: `${secret} ${'x'.repeat(20_000)}` }
    await expect(loop.recordRunOutcome(bad)).rejects.toMatchObject({ code: 'input' })
    await expect(loop.recordRunOutcome(bad)).rejects.toMatchObject({ code: 'input' })
    const refused = await loop.refusedOutcomes()
    expect(refused).toMatchObject([{ problems: ['retryCount: must be at least 0'] }])
    expect(refused[0]!.record).toHaveLength(16_000)
    expect(refused[0]!.record).not.toContain(secret)
    expect(await loop.outcomes()).toEqual([])
  })

  it('never makes the door fall over, whatever comes', async () => {
    const loop = testLoop()
    const anyField = fc.constantFrom(...Object.keys({ ...graded, ...reviewed }))
    await fc.assert(
      fc.asyncProperty(fc.dictionary(anyField, fc.jsonValue()), async (record) => {
        const told = await loop.recordRunOutcome(record).catch((error: { code?: string }) => error.code)
        expect(told === 'input' || told === 'conflict' || typeof told === 'object').toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a log of outcomes', () => {
  const log = [
    JSON.stringify(graded),
    '',
    '{"runId": ',
    JSON.stringify(reviewed),
    JSON.stringify({ ...graded, retryCount: 7 }),
    JSON.stringify({ runId: 'run-3', status: 'success' }),
  ]

  it('is recorded line by line; what is refused is kept aside with its line', async () => {
    const loop = testLoop()
    const progress: number[] = []
    const imported = await loop.importOutcomes(log, {
      source: 'outcomes.jsonl',
      onProgress: (n) => progress.push(n),
    })
    expect(imported).toMatchObject({ lines: 6, recorded: 2, duplicates: 0, refused: 3 })
    expect(imported.problems.map(({ line, problem }) => [line, problem.split('\n')[0]])).toEqual([
      [3, 'the line is not JSON'],
      [6, 'retryCount: is missing; qualityScore: is missing (or postExecutionScore); adaptersUsed: is missing'],
      [5, "'outcome/run-1' was recorded before with other content."],
    ])
    expect((await loop.refusedOutcomes()).every(({ source }) => source === 'outcomes.jsonl')).toBe(true)
    expect(progress.at(-1)).toBe(6)
  })

  it('changes nothing when it is imported again', async () => {
    const loop = testLoop()
    await loop.importOutcomes(log)
    const { events } = await loop.status()
    expect(await loop.importOutcomes(log)).toMatchObject({ recorded: 0, duplicates: 2, refused: 3 })
    expect((await loop.status()).events).toBe(events)
  })

  it('comes out as it went in, and means the same elsewhere', async () => {
    const loop = testLoop()
    await loop.importOutcomes(log)
    const lines: string[] = []
    for await (const record of loop.exportOutcomes()) lines.push(JSON.stringify(record))
    expect(await loop.importOutcomes(lines)).toMatchObject({ recorded: 0, duplicates: 2, refused: 0 })
    const other = testLoop()
    expect(await other.importOutcomes(lines)).toMatchObject({ recorded: 2 })
    const adapters = async ({ context }: typeof loop) =>
      (await context.journal.list(ADAPTER, { limit: 9 })).map(({ body }) => body)
    expect(await adapters(other)).toEqual(await adapters(loop))
  })

  it('is listed newest first, by run, by adapter and by result, past a page', async () => {
    const loop = testLoop()
    const many = Array.from({ length: 1_100 }, (_, i) =>
      JSON.stringify({ ...graded, runId: `r${i}`, adaptersUsed: [i % 2 === 0 ? 'npm' : 'github'] }),
    )
    await loop.importOutcomes(many)
    expect((await loop.outcomes({ limit: 2 })).map(({ run }) => run)).toEqual(['r1099', 'r1098'])
    expect(await loop.outcomes({ adapter: 'NPM', limit: 5_000 })).toHaveLength(550)
    expect(await loop.outcomes({ run: 'r7' })).toMatchObject([{ run: 'r7', result: 'failure' }])
    expect(await loop.outcomes({ result: 'success' })).toEqual([])
  })
})
