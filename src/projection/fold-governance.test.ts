import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { fact, merged, outcome, reverted, review, reworked } from '../../test/worlds/facts.ts'
import { type World, worldOf } from '../../test/worlds/fold-world.ts'
import {
  adapterIn,
  anyGraded,
  cycleIn,
  ELASTIC,
  failed,
  failureIn,
  graded,
  loosening,
  person,
  refused,
  thresholdsIn,
} from '../../test/worlds/governed.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { type AdapterRecord, isStale, reliabilityOfRecord } from '../engine/governance/adapter-record.ts'
import { skillStats } from '../engine/governance/agent-profile.ts'
import { failurePatterns } from '../engine/governance/failures.ts'
import { failureOf, resultOf } from '../engine/governance/normalise-outcome.ts'
import { type Overlay, overlayOf } from '../engine/governance/overlay.ts'
import { reliabilityOf } from '../engine/governance/reliability.ts'
import { POLICY, type Policy } from '../engine/laws/policy.ts'
import {
  ADAPTER,
  AGENT,
  type AgentRecord,
  CYCLE,
  FAILURE,
  SKILL,
  type SkillRecord,
  THRESHOLDS,
} from './documents/governance-documents.ts'

const DAY_MS = 86_400_000
const GATED: Overlay = { riskMultiplier: 1.4, suggestedMaxRetries: 1, requireApproval: true }
const FREE: Overlay = { riskMultiplier: 1, suggestedMaxRetries: 2, requireApproval: false }

type Told = PayloadOf<'outcome-recorded'>
const told = (event: KnownEvent) => event.payload as Told

/** The laws over the whole list, from nothing: what the fold must equal after every run. */
function naive(events: readonly KnownEvent[]) {
  const failures = events.flatMap((event) => {
    const { result, adapters = [], failureType, run } = told(event)
    const failure = failureOf({
      result: result as 'failure',
      adaptersUsed: adapters,
      failureDetails: { dominantFailureType: failureType ?? '' },
    })
    return failure === undefined ? [] : [{ ...failure, runId: run, at: event.occurredAt }]
  })
  const runs = events.map((event) => {
    const { result, adapters = [], retryCount = 0, qualityScore = 0 } = told(event)
    return { adapters, retryCount, qualityScore, success: result === 'success' }
  })
  return { patterns: failurePatterns(failures), reliability: reliabilityOf(runs) }
}

const adaptersOf = (world: World) =>
  [...world.documents.values()].filter(({ kind }) => kind === ADAPTER).map(({ body }) => body as AdapterRecord)

describe('the fold of outcomes', () => {
  it('keeps exactly the reliability that a rebuild from all outcomes gives', () => {
    fc.assert(
      fc.property(anyGraded, (events) => {
        const world = worldOf(events)
        const kept = adaptersOf(world).flatMap((record) => {
          const reliability = reliabilityOfRecord(record, POLICY)
          return reliability === undefined ? [] : [{ adapterId: record.adapter, ...reliability }]
        })
        const byId = (a: { adapterId: string }, b: { adapterId: string }) => (a.adapterId < b.adapterId ? -1 : 1)
        expect(kept.sort(byId)).toEqual(naive(events).reliability)
      }),
    )
  })

  it('keeps exactly the failure patterns that a rebuild gives', () => {
    fc.assert(
      fc.property(anyGraded, (events) => {
        const world = worldOf(events)
        const { patterns } = naive(events)
        for (const { failureType, adapterId, occurrences, lastSeenAt } of patterns)
          expect(failureIn(world, failureType, adapterId)).toEqual({
            adapterId,
            failureType,
            occurrences,
            total: occurrences,
            lastSeenAt,
          })
        expect([...world.documents.values()].filter(({ kind }) => kind === FAILURE)).toHaveLength(patterns.length)
      }),
    )
  })

  it('has the tightest overlay in force that the law has asked for so far', () => {
    fc.assert(
      fc.property(anyGraded, (events) => {
        const overlays = new Map<string, Overlay>()
        for (const [i] of events.entries()) {
          const { patterns, reliability } = naive(events.slice(0, i + 1))
          for (const { adapterId, score } of reliability) {
            const worst = Math.max(0, ...patterns.filter((p) => p.adapterId === adapterId).map((p) => p.occurrences))
            const previous = overlays.get(adapterId) ?? FREE
            const { riskMultiplier, suggestedMaxRetries, requireApproval } = overlayOf({
              reliabilityScore: score,
              failureOccurrences: worst,
              previous,
            })
            overlays.set(adapterId, { riskMultiplier, suggestedMaxRetries, requireApproval })
          }
        }
        const world = worldOf(events)
        for (const [id, overlay] of overlays) expect(adapterIn(world, id).overlay).toEqual(overlay)
      }),
    )
  })

  it('does not depend on the order of runs, but for what a ratchet holds and what fades', () => {
    const timeless = (world: World) =>
      [...world.documents.values()]
        .filter(({ kind }) => ([ADAPTER, FAILURE, SKILL] as string[]).includes(kind))
        .map(({ kind, id, body }) => {
          const { sums, repeating, occurrences } = body as AdapterRecord & { occurrences?: number }
          return { kind, id, sums, repeating, occurrences }
        })
        .sort((a, b) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1))
    fc.assert(
      fc.property(
        anyGraded.chain((events) =>
          fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
        ),
        ([events, shuffled]) => {
          expect(timeless(worldOf(shuffled))).toEqual(timeless(worldOf(events)))
        },
      ),
    )
  })

  it('counts skills as the law does', () => {
    fc.assert(
      fc.property(anyGraded, (events) => {
        const world = worldOf(events)
        const results = events
          .filter((event) => told(event).skills?.includes('deploy'))
          .map((event) => resultOf(told(event) as never))
        const { known, ...stats } = skillStats(results)
        const { sums } = (world.get(SKILL, 'deploy')?.body as SkillRecord | undefined) ?? {
          sums: { runs: 0, successes: 0, failures: 0 },
        }
        expect({ ...sums, score: world.get(SKILL, 'deploy')?.rank ?? 0 }).toEqual(stats)
      }),
    )
  })

  it('reads one outcome a run, of the whole run, that somebody observed', () => {
    const world = worldOf([
      graded('r1'),
      graded('r1', { result: 'failure' }),
      graded('r2', { task: 't1' }),
      graded('r3', { observedBy: 'none' }),
      graded('r4', { result: 'unknown' }),
    ])
    expect(adapterIn(world).sums).toMatchObject({ runs: 1, successes: 1 })
  })

  it('tells cycles that moved policy from those that did not, and from those without an outcome', () => {
    const world = worldOf([failed('r1'), graded('r2'), reverted({ run: 'r3' })])
    expect(['r1', 'r2', 'r3'].map((run) => world.get(CYCLE, run)?.state)).toEqual(['changed', 'same', 'open'])
  })

  it('makes nothing of an outcome that says nothing about policy', () => {
    expect(cycleIn(worldOf([outcome()]), 'r1')).toBeUndefined()
  })

  it('counts an ungraded run for no adapter, and its failure all the same', () => {
    const world = worldOf([outcome({ result: 'failure', adapters: ['npm'], failureType: 'auth' })])
    expect(adapterIn(world, 'npm').sums.runs).toBe(0)
    expect(failureIn(world, 'auth', 'npm').occurrences).toBe(1)
  })

  it('blames the adapter that the record names, and unknown where there is none', () => {
    const blamed = graded('r1', { result: 'failure', failureType: 'Auth', failureAdapter: 'NPM' })
    const world = worldOf([blamed, graded('r2', { result: 'failure', failureType: 'auth', adapters: [] })])
    expect(failureIn(world, 'auth', 'npm').occurrences).toBe(1)
    expect(adapterIn(world, 'npm').sums.runs).toBe(1)
    expect(failureIn(world, 'auth', 'unknown').occurrences).toBe(1)
    expect(world.subjects[0]).toEqual(['adapter/github', 'adapter/npm'])
  })

  it('takes the record at its word where a partial run counts as a success', () => {
    const world = worldOf([graded('r1', { result: 'partial', success: true }), graded('r2', { result: 'partial' })])
    expect(adapterIn(world).sums).toMatchObject({ runs: 2, successes: 1 })
  })
})

describe('a refused approval', () => {
  it('makes a run that did not succeed count for nobody, whenever it is told', () => {
    const judged = {
      riskLevel: 'high',
      skills: ['deploy'],
      agentDecisions: [{ agent: 'planner', decision: 'approve', confidence: 1 }],
    } as const
    const run = graded('r1', {
      result: 'failure',
      failureType: 'auth',
      ...judged,
      skills: ['deploy'],
      agentDecisions: [...judged.agentDecisions],
    })
    const first = worldOf([refused('r1'), run])
    expect(adapterIn(first)).toBeUndefined()
    expect(first.get(AGENT, 'planner')).toBeUndefined()
    expect(thresholdsIn(first)).toBeUndefined()
    const later = worldOf([run, refused('r1')])
    expect(adapterIn(later).sums).toEqual({ runs: 0, successes: 0, retries: 0, qualityBillionths: 0 })
    expect(failureIn(later)).toMatchObject({ occurrences: 0, total: 0 })
    expect(later.get(SKILL, 'deploy')?.body).toMatchObject({ sums: { runs: 0, successes: 0, failures: 0 } })
    expect(cycleIn(later, 'r1').suggestions).toEqual([])
  })

  it('that is taken back while the run goes on never was one', () => {
    const answer = (approval: string, answer: 'allow' | 'deny') =>
      fact('approval-answered', { approval, answer, by: 'ann' }, { run: 'r1' })
    const runs = (...events: KnownEvent[]) => adapterIn(worldOf(events))?.sums.runs ?? 0
    const [no, yes] = [answer('a-1', 'deny'), answer('a-1', 'allow')]
    expect(runs(no, yes, failed('r1'))).toBe(1)
    expect(runs(no, answer('a-2', 'deny'), yes, failed('r1'))).toBe(0)
    expect(runs(no, failed('r1'), yes)).toBe(0)
    expect(runs(yes, failed('r1'))).toBe(1)
  })

  it('takes the run out of what the elastic ratchet believes', () => {
    const world = worldOf([failed('r1'), graded('r2'), refused('r1')], ELASTIC)
    expect(adapterIn(world).belief).toMatchObject({ successes: 1, failures: 0 })
  })

  it('does not hide a success', () => {
    expect(adapterIn(worldOf([refused('r1'), graded('r1')])).sums.successes).toBe(1)
  })

  it('never makes a difference to the sums of other runs', () => {
    fc.assert(
      fc.property(anyGraded, fc.nat(), (events, pick) => {
        if (events.length === 0) return
        const [gone] = events.splice(pick % events.length, 1)
        const sums = (world: World) =>
          adaptersOf(world)
            .filter(({ sums }) => sums.runs > 0)
            .map(({ adapter, sums }) => [adapter, sums])
            .sort()
        if (told(gone!).result === 'success') return
        expect(sums(worldOf([...events, gone!, refused(told(gone!).run)]))).toEqual(sums(worldOf(events)))
      }),
    )
  })
})

describe('the strict ratchet', () => {
  const isNoLooser = (now: Overlay, before: Overlay) =>
    now.riskMultiplier >= before.riskMultiplier &&
    now.suggestedMaxRetries <= before.suggestedMaxRetries &&
    Number(now.requireApproval) >= Number(before.requireApproval)

  it('never loosens an overlay or a threshold by itself', () => {
    fc.assert(
      fc.property(anyGraded, (events) => {
        const world = worldOf([])
        const before = new Map<string, Overlay>()
        let thresholds: Record<string, number> = {}
        for (const [i, event] of events.entries()) {
          world.fold({ ...event, position: i + 1 } as never)
          for (const { adapter, overlay } of adaptersOf(world)) {
            expect(isNoLooser(overlay, before.get(adapter) ?? FREE)).toBe(true)
            before.set(adapter, overlay)
          }
          const now = thresholdsIn(world)?.inForce ?? {}
          for (const [key, value] of Object.entries(thresholds))
            expect((now as Record<string, number>)[key]).toBeGreaterThanOrEqual(value)
          thresholds = now
        }
      }),
    )
  })

  it('shows what the evidence alone would ask for', () => {
    const runs = Array.from({ length: 30 }, (_, i) => graded(`s${i}`))
    const { overlay, wanted, reason } = adapterIn(worldOf([failed('r1'), ...runs]))
    expect(overlay).toEqual(GATED)
    expect(wanted).toEqual({ riskMultiplier: 0.9, suggestedMaxRetries: 2, requireApproval: false })
    expect(reason).toContain('strict ratchet keeps')
  })

  it('asks for approval from the third occurrence of one failure, however reliable the adapter', () => {
    const good = Array.from({ length: 60 }, (_, i) => graded(`s${i}`))
    const two = [...good, failed('r1'), failed('r2', 'AUTH')]
    expect(adapterIn(worldOf(two)).overlay).toEqual(FREE)
    expect(adapterIn(worldOf([...two, failed('r3', 'timeout')])).overlay).toEqual(FREE)
    expect(adapterIn(worldOf([...two, failed('r3')])).overlay).toEqual({ ...FREE, requireApproval: true })
  })

  it('raises a threshold at once, and keeps a lower one as a suggestion', () => {
    const clean = (run: string) => graded(run, { riskLevel: 'medium' })
    const world = worldOf([graded('r1', { riskLevel: 'medium', result: 'failure' }), clean('r2'), clean('r3')])
    expect(thresholdsIn(world).inForce.mediumRiskApprovalThreshold).toBe(0.683)
    expect(thresholdsIn(world).suggested.mediumRiskApprovalThreshold).toBe(0.65)
    expect(cycleIn(world, 'r1').policyDiff).toMatchObject({
      mediumRiskApprovalThreshold: { before: 0.65, after: 0.683 },
    })
    expect(cycleIn(world, 'r3')).toMatchObject({
      policyDiff: {},
      looser: { mediumRiskApprovalThreshold: { before: 0.683, after: 0.65 } },
    })
  })
})

describe('the elastic ratchet', () => {
  const successes = (count: number) => Array.from({ length: count }, (_, i) => graded(`s${i}`))
  const failures = (count: number) => Array.from({ length: count }, (_, i) => failed(`f${i}`, `kind-${i}`))
  const approval = (events: readonly KnownEvent[], policy: Policy = ELASTIC) =>
    adapterIn(worldOf(events, policy)).overlay.requireApproval

  it('gates when failure is likely, releases when it is not, and stays as it was in between', () => {
    expect(approval(failures(2))).toBe(false)
    expect(approval(failures(3))).toBe(true)
    expect(approval([...failures(3), ...successes(4)])).toBe(true)
    expect(approval([...failures(3), ...successes(20)])).toBe(false)
    expect(approval([...failures(3), ...successes(20)], POLICY)).toBe(true)
  })

  it('is moved by what somebody saw, and by no word of an agent on its own runs', () => {
    const claims = (count: number) => Array.from({ length: count }, (_, i) => graded(`c${i}`, { observedBy: 'agent' }))
    const claimed = [...failures(3), ...claims(100)]
    expect(adapterIn(worldOf(claimed, ELASTIC)).overlay).toEqual(GATED)
    expect(adapterIn(worldOf(claimed, ELASTIC)).belief).toEqual(adapterIn(worldOf(failures(3), ELASTIC)).belief)
    expect(approval([...failures(3), ...claims(20), ...successes(20)])).toBe(false)
    const undone = claims(3).map((_, i) => reverted({ run: `c${i}` }))
    expect(adapterIn(worldOf([...claimed, ...undone], ELASTIC)).overlay).toEqual(GATED)
  })

  it('counts a run by what was seen of it, also where the agent told of it first', () => {
    const seen = graded('r1', { result: 'failure' })
    const both = adapterIn(worldOf([graded('r1', { observedBy: 'agent' }), seen], ELASTIC))
    expect(both.sums).toEqual(adapterIn(worldOf([seen], ELASTIC)).sums)
    expect(both.belief.failures).toBe(1)
    const after = adapterIn(worldOf([seen, graded('r1', { observedBy: 'agent' })], ELASTIC))
    expect(after).toEqual(adapterIn(worldOf([seen], ELASTIC)))
  })

  it('lowers a threshold by itself, but not below what a person asked for', () => {
    const raised = fact('threshold-set', { risk: 'medium', threshold: 0.8, ...person })
    const clean = graded('r1', { riskLevel: 'medium' })
    expect(thresholdsIn(worldOf([clean], ELASTIC)).inForce.mediumRiskApprovalThreshold).toBe(0.6335)
    expect(thresholdsIn(worldOf([raised, clean], ELASTIC)).inForce.mediumRiskApprovalThreshold).toBe(0.8)
  })

  it('fades what it saw by every run and by every day', () => {
    const { belief } = adapterIn(worldOf([failed('r1'), graded('r2', {}, 90)], ELASTIC))
    expect(belief.failures).toBeCloseTo(0.98 / 2, 12)
    expect(belief.successes).toBe(1)
  })

  it('does not take approval for a repeated failure for its own gate', () => {
    const fixed = fact('failure-acknowledged', { adapter: 'github', failureType: 'auth', ...person })
    const often = ['a', 'b', 'c'].flatMap((run) => [...successes(4).map((_, i) => graded(`${run}${i}`)), failed(run)])
    expect(approval(often)).toBe(true)
    expect(approval([...often, fixed])).toBe(false)
    expect(approval([...often, fixed], POLICY)).toBe(true)
  })

  it('holds a person to the fields that they named, and to no others', () => {
    const set = fact('overlay-set', { adapter: 'github', riskMultiplier: 2, ...person })
    const tight = [...failures(3), set, ...successes(40)]
    expect(adapterIn(worldOf(tight, ELASTIC)).overlay).toMatchObject({
      riskMultiplier: 2,
      requireApproval: false,
    })
    const both = fact('overlay-set', {
      adapter: 'github',
      riskMultiplier: 2,
      requireApproval: true,
      ...person,
    })
    const part = fact('overlay-loosened', { adapter: 'github', riskMultiplier: 1, ...person })
    expect(adapterIn(worldOf([both, part, ...successes(9)], ELASTIC)).overlay).toMatchObject({
      riskMultiplier: 0.9,
      requireApproval: true,
    })
  })

  it('keeps what a person asked for at least', () => {
    const set = fact('overlay-set', { adapter: 'github', requireApproval: true, ...person })
    expect(approval([set, ...successes(20)])).toBe(true)
  })
})

describe('a person', () => {
  it('loosens what the ratchet kept, and no reason goes on to say that it is kept', () => {
    const kept = [failed('r1'), failed('r2'), ...Array.from({ length: 8 }, (_, n) => graded(`s${n}`))]
    expect(adapterIn(worldOf(kept)).reason).toContain('the strict ratchet keeps riskMultiplier')
    const { overlay, reason } = adapterIn(worldOf([...kept, loosening()]))
    expect(overlay).toEqual(FREE)
    expect(reason).toMatch(/^reliability \S+ asks for risk x\S+$/)
  })

  it('loosens an overlay; it tightens again when the runs since then ask for it too', () => {
    const loose = [failed('r1'), failed('r2'), loosening()]
    const overlay = (...more: KnownEvent[]) => adapterIn(worldOf([...loose, ...more])).overlay
    expect(adapterIn(worldOf(loose))).toMatchObject({
      overlay: FREE,
      decision: { kind: 'loosened', by: 'ann' },
    })
    const good = [graded('s1'), graded('s2'), graded('s3')]
    expect(overlay(graded('s1'))).toEqual(FREE)
    expect(overlay(...good, failed('r3', 'timeout'))).toEqual(FREE)
    expect(overlay(...good, failed('r3', 'timeout'), failed('r4', 'net'), failed('r5', 'disk'))).toEqual(GATED)
    expect(overlay(failed('r3', 'timeout'))).toEqual(GATED)
  })

  it('takes a suggestion, and one failure does not undo it where the whole record is good', () => {
    const good = Array.from({ length: 60 }, (_, i) => graded(`s${i}`))
    const taken = [failed('r1'), ...good, loosening()]
    expect(adapterIn(worldOf([...taken, failed('r2', 'timeout')])).overlay).toEqual(FREE)
  })

  it('is overruled by a repeated failure that occurs once more, and by no other', () => {
    const good = (name: string) => Array.from({ length: 30 }, (_, i) => graded(`${name}${i}`, {}, 2))
    const three = [failed('r1'), failed('r2'), failed('r3')]
    const loose = [...good('a'), ...three, loosening({}, 1), ...good('b')]
    const approval = (...more: KnownEvent[]) => adapterIn(worldOf([...loose, ...more])).overlay.requireApproval
    expect(approval()).toBe(false)
    expect(approval(failed('r4', 'timeout', 3))).toBe(false)
    expect(approval(failed('r4', 'auth', 3))).toBe(true)
    const fixed = fact(
      'failure-acknowledged',
      { adapter: 'github', failureType: 'auth', ...person },
      { at: DAY_ZERO + 2 * DAY_MS },
    )
    const again = ['r4', 'r5', 'r6'].map((run) => failed(run, 'auth', 3))
    expect(approval(fixed, ...again.slice(1))).toBe(false)
    expect(approval(fixed, ...again)).toBe(true)
  })

  it('is not charged for a run that a refusal takes back after the loosening', () => {
    const world = worldOf([failed('r1'), failed('r2'), loosening({}, 1), refused('r1'), graded('r3', {}, 2)])
    expect(adapterIn(world)).toMatchObject({
      sums: { runs: 2 },
      accepted: { sums: { runs: 1, successes: 0 } },
    })
  })

  it('loosens only what is named, and never tightens by loosening', () => {
    const part = fact('overlay-loosened', {
      adapter: 'GitHub',
      requireApproval: false,
      riskMultiplier: 9,
      ...person,
    })
    expect(adapterIn(worldOf([failed('r1'), part])).overlay).toEqual({ ...GATED, requireApproval: false })
  })

  it('takes it back by tightening', () => {
    const set = fact('overlay-set', {
      adapter: 'github',
      riskMultiplier: 2,
      requireApproval: true,
      ...person,
    })
    const world = worldOf([failed('r1'), loosening(), set, graded('r2')])
    expect(adapterIn(world).overlay).toEqual({
      riskMultiplier: 2,
      suggestedMaxRetries: 1,
      requireApproval: true,
    })
  })

  it('calls a failure fixed, and it counts from zero again', () => {
    const fixed = fact(
      'failure-acknowledged',
      { adapter: 'github', failureType: 'AUTH', ...person },
      { at: DAY_ZERO + DAY_MS },
    )
    const before = [failed('r1'), failed('r2'), failed('r3')]
    const world = worldOf([...before, fixed, failed('late', 'auth', 1), failed('r4', 'auth', 2)])
    expect(failureIn(world)).toMatchObject({ occurrences: 1, total: 5, acknowledged: { by: 'ann' } })
    expect(adapterIn(world).repeating).toEqual({})
    expect(adapterIn(worldOf([...before, fixed])).overlay.requireApproval).toBe(true)
  })

  it('sets a threshold, and lowers it again', () => {
    const set = (threshold: number) => fact('threshold-set', { risk: 'high', threshold, ...person })
    const world = worldOf([set(0.9), set(0.7)])
    expect(thresholdsIn(world)).toMatchObject({
      inForce: { highRiskApprovalThreshold: 0.7 },
      suggested: { highRiskApprovalThreshold: 0.7 },
      floor: {},
      decision: { risk: 'high', by: 'ann' },
    })
  })

  it('leaves notes, of which the latest twenty stay', () => {
    const note = (n: number) => fact('adapter-annotated', { adapter: 'github', text: `note ${n}`, by: 'ann' })
    const { annotations } = adapterIn(worldOf(Array.from({ length: 25 }, (_, n) => note(n))))
    expect(annotations.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, n) => `note ${24 - n}`))
  })
})

describe('truth that comes late', () => {
  it('spans the cycle of its run, from before the outcome to after the rollback', () => {
    const agentDecisions = [{ agent: 'planner', decision: 'approve' as const, confidence: 1 }]
    const clean = graded('r1', { riskLevel: 'medium', agentDecisions })
    const cycle = cycleIn(worldOf([clean, graded('r2', { agentDecisions }), reverted({ run: 'r1' })]), 'r1')
    expect(cycle.agents).toEqual({ planner: { before: 0.82, after: 0.84 } })
    expect(cycle.looser).toMatchObject({ mediumRiskApprovalThreshold: {} })
  })

  const votes = {
    agentDecisions: [{ agent: 'Planner', decision: 'approve' as const, confidence: 1 }],
    riskLevel: 'high' as const,
  }
  const agentIn = (world: World) => world.get(AGENT, 'planner')?.body as AgentRecord

  it('charges a rollback once, with the outcome or after it', () => {
    const known = worldOf([graded('r1', { ...votes, rollback: true }), reverted({ run: 'r1' })])
    expect(agentIn(known)).toMatchObject({ reliability: 0.82, runs: 1 })
    const later = worldOf([graded('r1', votes), reverted({ run: 'r1' }), reverted({ run: 'r1' })])
    expect(agentIn(later)).toMatchObject({ reliability: 0.82, runs: 1, successes: 1 })
    expect(thresholdsIn(later).inForce.highRiskApprovalThreshold).toBe(0.8)
    expect(cycleIn(later, 'r1').suggestions.map(({ constraint }) => constraint)).toEqual(['mutation-scope'])
    const before = worldOf([reverted({ run: 'r1' }), graded('r1', votes)])
    expect(agentIn(before).reliability).toBe(0.82)
  })

  it('charges nobody for work that had to be fixed: it is the course of a review', () => {
    const known = [failed('r2'), graded('r1', votes), merged({ run: 'r1' })]
    const late = [reworked({ run: 'r1' }), review('changes_requested', { run: 'r1' })]
    const governed = (world: World) =>
      [ADAPTER, AGENT, CYCLE, THRESHOLDS].map((kind) =>
        [...world.documents].filter(([key]) => key.startsWith(`${kind} `)),
      )
    expect(governed(worldOf([...known, ...late]))).toEqual(governed(worldOf(known)))
  })

  it('does not raise the threshold twice for a failure that was also rolled back', () => {
    const world = worldOf([graded('r1', { ...votes, result: 'failure' }), reverted({ run: 'r1' })])
    expect(thresholdsIn(world).inForce.highRiskApprovalThreshold).toBe(0.8)
  })

  it('tells the steps of an agent, newest first', () => {
    const world = worldOf([graded('r1', votes), graded('r2', { ...votes, result: 'failure' })])
    expect(agentIn(world).steps).toMatchObject([
      { run: 'r2', result: 'failure', before: 0.84, after: 0.79 },
      { run: 'r1', result: 'success', before: 0.82, after: 0.84 },
    ])
    expect(cycleIn(world, 'r2').agents).toEqual({ planner: { before: 0.84, after: 0.79 } })
  })
})

describe('an overlay without news', () => {
  it('is stale after thirty days, unless it asks for nothing or a person spoke', () => {
    const at = (days: number) => DAY_ZERO + days * DAY_MS
    const tight = adapterIn(worldOf([failed('r1')]))
    expect(isStale(tight, at(30), POLICY)).toBe(false)
    expect(isStale(tight, at(30) + 1, POLICY)).toBe(true)
    expect(isStale(adapterIn(worldOf([failed('r1'), graded('r2', {}, 10)])), at(31), POLICY)).toBe(false)
    expect(isStale(adapterIn(worldOf([failed('r1'), loosening()])), at(99), POLICY)).toBe(false)
    expect(isStale(adapterIn(worldOf([failed('r1'), loosening({ riskMultiplier: 1.4 }, 20)])), at(40), POLICY)).toBe(
      false,
    )
  })
})
