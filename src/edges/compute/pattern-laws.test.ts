import { describe, expect, it } from 'vitest'
import type { Law } from './law.ts'
import {
  dedupLaw,
  injectLaw,
  lifecycleLaw,
  matchLaw,
  patternScoreLaw,
  penaltyLaw,
  relevanceLaw,
  successRateLaw,
} from './pattern-laws.ts'
import { goalLaw } from './task-laws.ts'
import { evidenceLevelLaw, verdictLaw } from './text-laws.ts'

const SIGHTING = { context: 'run-1', at: '2026-01-01T00:00:00Z' }
const PATTERN = { id: 'p', text: 'x', score: 1, successes: 0, ignoreCount: 0 }

const REFUSED: [Law, object, string][] = [
  [patternScoreLaw, { successes: -1 }, 'successes'],
  [patternScoreLaw, { successes: 1.5 }, 'successes'],
  [patternScoreLaw, { ignoreWeight: Number.NaN }, 'ignoreWeight'],
  [patternScoreLaw, { ignoreCount: -1 }, 'ignoreCount'],
  [patternScoreLaw, { daysSinceUse: -1 }, 'daysSinceUse'],
  [patternScoreLaw, { daysSinceUse: Number.POSITIVE_INFINITY }, 'daysSinceUse'],
  [patternScoreLaw, { reinforcements: '3' }, 'reinforcements'],
  [patternScoreLaw, { category: 'law' }, 'category'],
  [patternScoreLaw, { similarity: 1.1 }, 'similarity'],
  [patternScoreLaw, { maturity: 'old' }, 'maturity'],
  [patternScoreLaw, { contextOverlap: { label: true } }, 'contextOverlap'],
  [lifecycleLaw, { sightings: [{ ...SIGHTING, at: 'yesterday' }] }, 'sightings.0.at'],
  [lifecycleLaw, { sightings: [{ at: 0 }] }, 'sightings.0.context'],
  [lifecycleLaw, { lastUsedAt: Number.NaN }, 'lastUsedAt'],
  [lifecycleLaw, { agedSteps: -1 }, 'agedSteps'],
  [lifecycleLaw, { decision: { kind: 'retire', at: 0, by: 'ada' } }, 'decision.kind'],
  [lifecycleLaw, { decision: { kind: 'promote', at: 0, by: '' } }, 'decision.by'],
  [evidenceLevelLaw, { text: 3 }, 'text'],
  [evidenceLevelLaw, { changedFiles: 'a.ts' }, 'changedFiles'],
  [verdictLaw, { text: null }, 'text'],
  [penaltyLaw, { role: '' }, 'role'],
  [penaltyLaw, { wasValidated: 'yes' }, 'wasValidated'],
  [injectLaw, { patterns: [{ ...PATTERN, score: Number.NaN }] }, 'patterns.0.score'],
  [injectLaw, { patterns: [{ ...PATTERN, successes: -1 }] }, 'patterns.0.successes'],
  [injectLaw, { budgetTokens: -1 }, 'budgetTokens'],
  [injectLaw, { remainingTokens: -1 }, 'remainingTokens'],
  [successRateLaw, { applications: [{ status: 'used' }] }, 'applications.0.status'],
  [successRateLaw, { applications: [{ status: 'applied', relevance: 2 }] }, 'applications.0.relevance'],
  [successRateLaw, { applications: [{ status: 'applied', goalSuccess: 2 }] }, 'applications.0.goalSuccess'],
  [successRateLaw, { latestIteration: -1 }, 'latestIteration'],
  [relevanceLaw, { changedFiles: undefined }, 'changedFiles'],
  [relevanceLaw, { context: 'auth' }, 'context'],
  [matchLaw, { patterns: [{ id: 'p' }] }, 'patterns.0.summary'],
  [goalLaw, { goal: 'win' }, 'goal'],
  [goalLaw, { target: 0 }, 'target'],
  [goalLaw, { iterations: -1 }, 'iterations'],
  [goalLaw, { exitCode: 0.5 }, 'exitCode'],
  [dedupLaw, { existing: [{ summary: 'x' }] }, 'existing.0.id'],
]

describe('laws of patterns refuse what they cannot count', () => {
  it.each(REFUSED.map(([law, change, field]) => [law.name, field, change, law] as const))(
    '%s names %s',
    (_name, field, change, law) => {
      const parsed = law.input.safeParse({ ...law.example.input, ...change })
      expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toEqual([field])
    },
  )

  it.each([...new Set(REFUSED.map(([law]) => law))].map((law) => [law.name, law] as const))(
    '%s refuses a field it does not know',
    (_name, law) => {
      expect(law.input.safeParse({ ...law.example.input, sucesses: 1 }).success).toBe(false)
    },
  )
})

describe('laws of patterns accept', () => {
  it('records that carry more than is asked', () => {
    const input = { ...injectLaw.example.input, patterns: [{ ...PATTERN, note: 'x' }] }
    expect(injectLaw.input.safeParse(input).success).toBe(true)
  })

  it('a goal result as the 1 or 0 of a log', () => {
    const input = successRateLaw.input.parse({ applications: [{ status: 'applied', goalSuccess: 0 }] })
    expect(successRateLaw.run(input as never, 0)).toMatchObject({ rate: 0.25 })
  })

  it('a lifecycle beside the maturity, where deprecated scores 0', () => {
    const input = patternScoreLaw.input.parse({ ...patternScoreLaw.example.input, lifecycle: 'deprecated' })
    expect(patternScoreLaw.run(input as never, 0)).toMatchObject({ score: 0, excluded: true })
  })
})
