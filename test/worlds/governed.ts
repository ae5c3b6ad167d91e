import fc from 'fast-check'
import type { PayloadOf } from '../../src/domain/events/catalogue.ts'
import type { KnownEvent } from '../../src/domain/read-event.ts'
import type { AdapterRecord } from '../../src/engine/governance/adapter-record.ts'
import type { ThresholdRecord } from '../../src/engine/governance/thresholds.ts'
import { POLICY } from '../../src/engine/laws/policy.ts'
import {
  ADAPTER,
  CYCLE,
  type CycleRecord,
  FAILURE,
  type FailureRecord,
  failureId,
  THRESHOLDS,
} from '../../src/projection/documents/governance-documents.ts'
import { DAY_ZERO } from './any-event.ts'
import { fact, outcome } from './facts.ts'
import type { World } from './fold-world.ts'

type Outcome = PayloadOf<'outcome-recorded'>

const DAY_MS = 86_400_000

export const ELASTIC = { ...POLICY, policy: { ...POLICY.policy, ratchet: 'elastic' as const } }

/** A graded run of the github adapter, but for what the test says otherwise. */
export function graded(run: string, more: Partial<Outcome> = {}, day = 0): KnownEvent {
  const result = more.result ?? 'success'
  const quality = { retryCount: 0, qualityScore: result === 'failure' ? 0.2 : 0.9 }
  return outcome({ adapters: ['github'], ...quality, ...more }, { run, at: DAY_ZERO + day * DAY_MS })
}

export const failed = (run: string, failureType = 'auth', day = 0): KnownEvent =>
  graded(run, { result: 'failure', failureType }, day)

export const refused = (run: string): KnownEvent =>
  fact('approval-answered', { approval: `a-${run}`, answer: 'deny', by: 'ann' }, { run })

export const person = { by: 'ann', reason: 'the token was renewed' }

export function loosening(more: Partial<PayloadOf<'overlay-loosened'>> = {}, day = 0): KnownEvent {
  const free = { riskMultiplier: 1, suggestedMaxRetries: 2, requireApproval: false }
  const payload = { adapter: 'github', ...free, ...person, ...more }
  return fact('overlay-loosened', payload, { run: undefined, at: DAY_ZERO + day * DAY_MS })
}

export const adapterIn = (world: World, id = 'github'): AdapterRecord => world.get(ADAPTER, id)?.body as AdapterRecord
export const failureIn = (world: World, failureType = 'auth', adapterId = 'github'): FailureRecord =>
  world.get(FAILURE, failureId({ adapterId, failureType }))?.body as FailureRecord
export const thresholdsIn = (world: World): ThresholdRecord =>
  world.get(THRESHOLDS, THRESHOLDS)?.body as ThresholdRecord
export const cycleIn = (world: World, run: string): CycleRecord => world.get(CYCLE, run)?.body as CycleRecord

/** Outcomes of distinct runs over few adapters, agents and skills, so that they meet. */
export const anyGraded: fc.Arbitrary<KnownEvent[]> = fc
  .array(
    fc.record({
      result: fc.constantFrom('success', 'success', 'partial', 'failure'),
      adapters: fc.subarray(['github', 'GitHub ', 'npm', 'terminal', 'constructor']),
      retryCount: fc.nat(5),
      qualityScore: fc.double({ min: 0, max: 1, noNaN: true }),
      failureType: fc.constantFrom('auth', 'Auth', 'timeout', '__proto__'),
      riskLevel: fc.constantFrom('low', 'medium', 'high'),
      skills: fc.subarray(['deploy', 'review']),
      humanOverride: fc.boolean(),
      rollback: fc.boolean(),
      day: fc.nat(400),
    }),
    { maxLength: 25 },
  )
  .map((runs) => runs.map(({ day, ...run }, i) => graded(`r${i}`, run as Partial<Outcome>, day)))
