import { canonicalJson } from '../../src/domain/canonical-json.ts'
import type { Provenance } from '../../src/domain/event.ts'
import type { EventType, PayloadOf } from '../../src/domain/events/catalogue.ts'
import type { KnownEvent } from '../../src/domain/read-event.ts'
import { DAY_ZERO } from './any-event.ts'

export interface Place {
  readonly run?: string | undefined
  readonly at?: number
  readonly trust?: Provenance['trust']
}

/** A fact of run r1 on day zero, but for what the test says otherwise. */
export function fact<T extends EventType>(type: T, payload: PayloadOf<T>, place: Place = {}): KnownEvent {
  const { at = DAY_ZERO, trust = 'internal' } = place
  const run = 'run' in place ? place.run : 'r1'
  return {
    organisation: 'local',
    project: 'world',
    position: 1,
    version: 1,
    id: 'e1',
    key: canonicalJson([type, payload, at]),
    type,
    stream: run === undefined ? 'journal' : `run/${run}`,
    occurredAt: at,
    recordedAt: at,
    ...(run === undefined ? {} : { run }),
    origin: { surface: 'library' },
    provenance: { source: 'agent', trust },
    payload,
    payloadDigest: '',
    previousHash: '',
    hash: '',
  } as unknown as KnownEvent
}

interface Seen extends Place {
  readonly pattern?: string
  readonly text?: string
  readonly textHash?: string
  readonly role?: string
  readonly strength?: 'observation' | 'causal' | 'rule'
  readonly appliesTo?: string[]
  readonly labels?: string[]
  readonly files?: string[]
  readonly phase?: string
  readonly repository?: string
  readonly citation?: { file: string; line?: number; linesHash?: string }
}

/** A sighting of pattern p1 by the judge. */
export function sighting(seen: Seen): KnownEvent {
  const { pattern = 'p1', text = 'check the token first', textHash = 'a'.repeat(64), role = 'judge' } = seen
  const { strength = 'rule', appliesTo = [role], labels = [], files = [], phase, repository, citation } = seen
  const context = {
    labels,
    files,
    ...(phase === undefined ? {} : { phase }),
    ...(repository === undefined ? {} : { repository }),
  }
  const kind = { category: 'mistake', strength, polarity: 'do' } as const
  const joined = { method: 'new', similarity: 0 } as const
  const cited = citation === undefined ? {} : { citation }
  const payload = { pattern, text, textHash, role, ...kind, appliesTo, context, ...cited, joined }
  return fact('pattern-sighted', payload, 'run' in seen ? seen : { ...seen, run: 'r1' })
}

/** A receipt that shows patterns, and may withhold others. */
export function receipt(
  patterns: readonly string[],
  place: Place & {
    withheld?: string[]
    agent?: string
    holdout?: PayloadOf<'pattern-injected'>['holdout']
  } = {},
): KnownEvent {
  const item = (pattern: string) => ({
    pattern,
    score: 1,
    tokens: 10,
    propensity: 1 - (place.holdout?.share ?? 0.1),
  })
  const payload: PayloadOf<'pattern-injected'> = {
    receipt: 'receipt',
    surface: 'role-block',
    ...(place.agent === undefined ? {} : { agent: place.agent }),
    request: {},
    profile: 'classic',
    policyHash: '',
    budgetTokens: 500,
    usedTokens: 10,
    path: 'full',
    items: patterns.map((pattern) => ({ ...item(pattern), parts: {} })),
    displaced: [],
    displacedTotal: 0,
    withheld: (place.withheld ?? []).map(item),
    ...(place.holdout === undefined ? {} : { holdout: place.holdout }),
  }
  return fact('pattern-injected', payload, place)
}

export const acknowledged = (pattern: string, place?: Place) =>
  fact('pattern-acknowledged', { pattern, citations: [] }, place)

export const cited = (pattern: string, verified: boolean, place?: Place) =>
  fact('citation-verified', { pattern, citation: { file: 'a.ts' }, verified, reason: 'checked' }, place)

export const outcome = (more: Partial<PayloadOf<'outcome-recorded'>> = {}, place: Place = {}) =>
  fact('outcome-recorded', { run: place.run ?? 'r1', result: 'success', observedBy: 'record', ...more }, place)

export const merged = (place: Place = {}) => fact('run-merged', { run: place.run ?? 'r1' }, place)
export const reverted = (place: Place = {}) => fact('run-reverted', { run: place.run ?? 'r1' }, place)
export const reworked = (place: Place & { commit?: string } = {}) =>
  fact('run-reworked', { run: place.run ?? 'r1', commit: place.commit ?? '3f2a91c' }, place)
export const review = (state: 'changes_requested' | 'dismissed', place: Place & { review?: string } = {}) =>
  fact('review-recorded', { run: place.run ?? 'r1', review: place.review ?? '80', state }, place)

export const verdict = (result: 'PASS' | 'FAIL', evidenceLevel: 1 | 2 | 3, place?: Place) =>
  fact(
    'verdict-recorded',
    {
      verdict: 'v1',
      adversarialRole: 'judge',
      validatorRole: 'inspector',
      result,
      mustFix: [],
      falsePositives: [],
      evidenceLevel,
      actions: [],
    },
    place,
  )
