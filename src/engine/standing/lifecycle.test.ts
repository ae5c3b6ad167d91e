import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LifecycleEvidence, lifecycle } from './lifecycle.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-06-01T00:00:00Z')
const seen = (...contexts: string[]) => contexts.map((context) => ({ context, at: NOW - DAY }))
const stateOf = (evidence: LifecycleEvidence, now = NOW) => lifecycle(evidence, now).state

describe('lifecycle', () => {
  it.each([
    [[], 'observed'],
    [['a'], 'observed'],
    [['a', 'a'], 'candidate'],
    [['a', 'b'], 'candidate'],
    [['a', 'a', 'a', 'a'], 'candidate'],
    [['a', 'a', 'b'], 'verified'],
    [['a', 'b', 'c', 'd', 'e', 'f'], 'verified'],
  ])('seen in %j is %s', (contexts, state) => {
    expect(stateOf({ sightings: seen(...contexts) })).toBe(state)
  })

  it('says why', () => {
    expect(lifecycle({ sightings: seen('a', 'a', 'b') }, NOW)).toEqual({
      state: 'verified',
      reason: '3 sightings in 2 contexts',
      sightings: 3,
      contexts: 2,
      idleDays: 1,
    })
    expect(lifecycle({ sightings: seen('a') }, NOW).reason).toBe('1 sighting in 1 context')
    expect(lifecycle({ sightings: [] }, NOW)).not.toHaveProperty('idleDays')
  })

  it.each([
    [59.99, 'observed'],
    [60, 'deprecated'],
    [400, 'deprecated'],
    [-5, 'observed'],
  ])('%d days without use: %s', (days, state) => {
    expect(stateOf({ sightings: [{ context: 'a', at: NOW - days * DAY }] })).toBe(state)
  })

  it.each([
    [9, 'verified'],
    [10, 'deprecated'],
    [11, 'deprecated'],
  ])('passed over %d times in a row: %s', (agedSteps, state) => {
    expect(stateOf({ sightings: seen('a', 'b', 'c'), agedSteps })).toBe(state)
  })

  it('counts a credited application as use, and names the age otherwise', () => {
    const sightings = [{ context: 'a', at: NOW - 90 * DAY }]
    expect(stateOf({ sightings, lastUsedAt: NOW - 10 * DAY })).toBe('observed')
    expect(lifecycle({ sightings, lastUsedAt: NOW - 70.5 * DAY }, NOW).reason).toBe('not used for 70 days (limit 60)')
    expect(lifecycle({ sightings: seen('a'), agedSteps: 12 }, NOW).reason).toBe(
      'passed over 12 times in a row (limit 10)',
    )
  })

  it('returns an aged-out pattern to its former state when sighted again', () => {
    const old = ['a', 'a', 'b'].map((context) => ({ context, at: NOW - 100 * DAY }))
    expect(stateOf({ sightings: old })).toBe('deprecated')
    expect(stateOf({ sightings: [...old, { context: 'c', at: NOW }] })).toBe('verified')
  })

  it('makes active by a person only, and holds a decision until it is reset', () => {
    const decision = { at: NOW - 300 * DAY, by: 'ada' }
    const old = [{ context: 'a', at: NOW - 300 * DAY }]
    expect(lifecycle({ sightings: old, decision: { kind: 'promote', ...decision } }, NOW)).toMatchObject({
      state: 'active',
      reason: 'promoted by ada',
    })
    const verified = { sightings: seen('a', 'b', 'c') }
    expect(lifecycle({ ...verified, decision: { kind: 'deprecate', ...decision } }, NOW)).toMatchObject({
      state: 'deprecated',
      reason: 'deprecated by ada',
    })
    expect(stateOf({ ...verified, decision: { kind: 'reset', ...decision } })).toBe('verified')
  })
})

const sightings = fc.array(
  fc.record({ context: fc.constantFrom('a', 'b', 'c'), at: fc.integer({ min: NOW - 90 * DAY, max: NOW }) }),
)

describe('laws of the lifecycle', () => {
  it('does not depend on the order of sightings, and never reaches active without a person', () => {
    fc.assert(
      fc.property(sightings, fc.nat(12), (list, agedSteps) => {
        const verdict = lifecycle({ sightings: list, agedSteps }, NOW)
        expect(lifecycle({ sightings: list.toReversed(), agedSteps }, NOW)).toEqual(verdict)
        expect(verdict.state).not.toBe('active')
      }),
    )
  })

  it('never falls back because of one more sighting', () => {
    const rank = ['deprecated', 'observed', 'candidate', 'verified']
    fc.assert(
      fc.property(sightings, (list) => {
        const more = [...list, { context: 'd', at: NOW }]
        expect(rank.indexOf(stateOf({ sightings: more }))).toBeGreaterThanOrEqual(
          rank.indexOf(stateOf({ sightings: list })),
        )
      }),
    )
  })
})
