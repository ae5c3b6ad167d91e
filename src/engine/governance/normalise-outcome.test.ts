import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOf, normaliseOutcome, type RunOutcomeRecord, resultOf } from './normalise-outcome.ts'

const graded: RunOutcomeRecord = {
  runId: 'run-1',
  status: 'failed',
  success: false,
  retryCount: 2,
  timeTakenMs: 900,
  qualityScore: 0.2,
  adaptersUsed: ['GitHub', 'github', 'Terminal'],
  dominantFailureType: 'Auth',
  userRating: 2,
  createdAt: 5,
}

const reviewed: RunOutcomeRecord = {
  runId: 'run-2',
  result: 'failure',
  postExecutionScore: 0.4,
  riskLevel: 'high',
  rollbackOccurred: true,
  humanOverride: false,
  issues: ['token expired'],
  selectedSkills: ['deploy'],
  agentDecisions: [{ agent: 'planner', decision: 'approve', confidence: 0.9 }],
  adaptersUsed: ['terminal'],
  failureDetails: { adapterId: 'GitHub', dominantFailureType: 'Auth' },
}

describe('a normalised outcome', () => {
  it('takes a run graded by status and quality', () => {
    expect(normaliseOutcome(graded)).toStrictEqual({
      runId: 'run-1',
      result: 'failure',
      success: false,
      retryCount: 2,
      timeTakenMs: 900,
      qualityScore: 0.2,
      adaptersUsed: ['github', 'terminal'],
      failureDetails: { adapterId: 'github', dominantFailureType: 'auth' },
      userRating: 2,
      createdAt: 5,
      rollbackOccurred: false,
      humanOverride: false,
      issues: [],
      selectedSkills: [],
      agentDecisions: [],
      assumed: [],
    })
  })

  it('takes a run reviewed with a score, and notes that its retries are assumed', () => {
    expect(normaliseOutcome(reviewed)).toStrictEqual({
      runId: 'run-2',
      result: 'failure',
      success: false,
      retryCount: 0,
      qualityScore: 0.4,
      riskLevel: 'high',
      rollbackOccurred: true,
      humanOverride: false,
      issues: ['token expired'],
      selectedSkills: ['deploy'],
      agentDecisions: [{ agent: 'planner', decision: 'approve', confidence: 0.9 }],
      adaptersUsed: ['terminal'],
      failureDetails: { adapterId: 'github', dominantFailureType: 'auth' },
      assumed: ['retryCount'],
    })
  })

  it('keeps fields it does not know, and leaves out details that nobody gave', () => {
    const outcome = normaliseOutcome({
      runId: 'r',
      result: 'success',
      qualityScore: 1,
      branch: 'main',
    } as never)
    expect(outcome).toMatchObject({ branch: 'main', success: true })
    expect(outcome).not.toHaveProperty('failureDetails')
  })

  it("believes a partial run's own flag", () => {
    expect(normaliseOutcome({ runId: 'r', status: 'partial', qualityScore: 1 }).success).toBe(false)
    expect(normaliseOutcome({ runId: 'r', status: 'partial', success: true, qualityScore: 1 }).success).toBe(true)
  })

  it('is itself a record that normalises to the same', () => {
    const results = fc.constantFrom('success', 'partial', 'failure') as fc.Arbitrary<'failure'>
    const ids = fc.constantFrom('GitHub', ' github', 'Terminal', '')
    const record = fc.record(
      {
        runId: fc.string(),
        result: results,
        postExecutionScore: fc.constant(0.5),
        adaptersUsed: fc.array(ids),
        retryCount: fc.nat(),
        dominantFailureType: ids,
        failureDetails: fc.record({ adapterId: ids, dominantFailureType: ids }, { requiredKeys: [] }),
      },
      { requiredKeys: ['runId', 'result', 'postExecutionScore'] },
    )
    fc.assert(
      fc.property(record, (given) => {
        const once = normaliseOutcome(given as RunOutcomeRecord)
        expect(normaliseOutcome(once)).toStrictEqual(once)
        expect(failureOf(once)).toEqual(failureOf(given as RunOutcomeRecord))
      }),
    )
  })
})

describe('a failure', () => {
  it('belongs to the adapter its details name', () => {
    expect(failureOf(reviewed)).toEqual({ adapterId: 'github', failureType: 'auth' })
  })

  it('belongs to the first adapter used where the details name none', () => {
    expect(failureOf({ ...reviewed, failureDetails: { dominantFailureType: 'auth' } })?.adapterId).toBe('terminal')
  })

  it.each([[[]], [undefined], [[' ']]])('belongs to unknown where adapters are %j', (adaptersUsed) => {
    expect(failureOf({ status: 'failed', dominantFailureType: 'x', adaptersUsed })?.adapterId).toBe('unknown')
  })

  it('needs a type', () => {
    expect(failureOf({ result: 'failure', adaptersUsed: ['github'] })).toBeUndefined()
    expect(failureOf({ result: 'failure', dominantFailureType: ' ' })).toBeUndefined()
  })

  it.each(['success', 'partial'] as const)('is not read from a run that ended as %s', (result) => {
    expect(failureOf({ result, dominantFailureType: 'auth' })).toBeUndefined()
  })
})

it.each([
  [{ result: 'partial' }, 'partial'],
  [{ status: 'failed' }, 'failure'],
  [{ status: 'partial' }, 'partial'],
  [{ status: 'success' }, 'success'],
  [{ success: true }, 'success'],
  [{ success: false }, 'failure'],
] as const)('reads %j as %s', (record, expected) => {
  expect(resultOf(record)).toBe(expected)
})
