import * as z from 'zod'
import { failurePatterns } from '../../engine/governance/failure-patterns.ts'
import { failureOf } from '../../engine/governance/run-outcome.ts'
import { defineLaw } from './law.ts'
import { outcomeFields, toldOutcome } from './run-outcome.ts'

export const failurePatternsLaw = defineLaw({
  name: 'failure-patterns',
  summary: 'How each adapter keeps failing, how often, how sure that is, and what to try.',
  input: z.strictObject({ outcomes: z.array(toldOutcome(outcomeFields)) }),
  run: ({ outcomes }, now) => {
    const sightings = outcomes.flatMap((outcome) => {
      const failure = failureOf(outcome)
      return failure ? [{ ...failure, runId: outcome.runId, at: outcome.createdAt ?? now }] : []
    })
    const patterns = failurePatterns(sightings)
    return { patterns: patterns.map((p) => ({ ...p, lastSeenAt: new Date(p.lastSeenAt).toISOString() })) }
  },
  example: {
    input: {
      outcomes: [
        {
          runId: 'run-1',
          status: 'failed',
          retryCount: 2,
          qualityScore: 0.2,
          adaptersUsed: ['GitHub'],
          dominantFailureType: 'auth',
          createdAt: '2026-01-01T00:00:00Z',
        },
        {
          runId: 'run-2',
          result: 'failure',
          postExecutionScore: 0.1,
          riskLevel: 'high',
          failureDetails: { adapterId: 'github', dominantFailureType: 'Auth' },
          createdAt: '2026-01-02T00:00:00Z',
        },
      ],
    },
    output: {
      patterns: [
        {
          id: 'github::auth',
          adapterId: 'github',
          failureType: 'auth',
          confidence: 0.6,
          occurrences: 2,
          lastSeenAt: '2026-01-02T00:00:00.000Z',
        },
      ],
    },
  },
})
