import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBasePolicy } from '../../loop/governance/approvals.ts'
import { looserThan, readBasePolicy } from './base-policy.ts'
import { BASE_POLICY } from './gate.ts'

const name = fc.oneof(fc.constantFrom('git', 'gh', '', ' ', 'x'.repeat(201)), fc.string({ maxLength: 5 }))
const risk = fc.oneof(fc.double({ min: -1, max: 11 }), fc.constantFrom(0, 10, 0.8, '1', null))
const retries = fc.oneof(fc.integer({ min: -1, max: 101 }), fc.constantFrom(1.5, '2'))
const names = fc.oneof(fc.array(name, { maxLength: 3 }), fc.constant('git'))
const flag = fc.oneof(fc.boolean(), fc.constant('yes'))
const some = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<unknown>
const rule = some({
  deny: flag,
  requireApproval: flag,
  maxRetries: retries,
  askFromRisk: risk,
  denyFromRisk: risk,
  approvers: names,
  note: fc.string({ maxLength: 4 }),
  other: flag,
})
const tool = some({ program: name, adapter: name, only: names, except: names, valued: names })
const file = some({
  version: fc.constantFrom(1, 1, 1, 2),
  maxRetries: retries,
  askFromRisk: risk,
  denyFromRisk: risk,
  unclear: fc.constantFrom('ask', 'allow', 'deny'),
  approvers: names,
  adapters: fc.dictionary(name, rule, { maxKeys: 2 }),
  safety: fc.dictionary(name, fc.constantFrom('ask', 'deny', 'off'), { maxKeys: 2 }),
  tools: fc.array(tool, { maxLength: 2 }),
})

describe('the policy as a hook reads it', () => {
  it('is taken where the command line takes it, and only there', async () => {
    await fc.assert(
      fc.asyncProperty(file, async (value) => {
        const text = JSON.stringify(value)
        const isTaken = await checkBasePolicy(text, 'f').then(
          () => true,
          () => false,
        )
        expect(readBasePolicy(text) !== undefined).toBe(isTaken)
      }),
      { numRuns: 2_000 },
    )
  })

  it('has the defaults where the file says nothing', () => {
    expect(readBasePolicy('\ufeff{"version":1}')).toEqual(BASE_POLICY)
    for (const text of ['', '{', '[]', 'null', '{}']) expect(readBasePolicy(text)).toBeUndefined()
  })
})

describe('a policy that asks for less', () => {
  const strict = {
    ...BASE_POLICY,
    denyFromRisk: 1,
    unclear: 'ask' as const,
    adapters: { git: { deny: true }, Npm: { requireApproval: true, maxRetries: 0 } },
  }

  it('is named field by field', () => {
    expect(looserThan(BASE_POLICY, strict)).toEqual([
      'denyFromRisk',
      'unclear',
      'adapters.git.deny',
      'adapters.Npm.requireApproval',
      'adapters.Npm.maxRetries',
    ])
    expect(looserThan({ ...BASE_POLICY, askFromRisk: 2 }, BASE_POLICY)).toEqual(['askFromRisk'])
    const tools = [{ program: 'gh', adapter: '' }]
    expect(looserThan({ ...BASE_POLICY, tools }, BASE_POLICY)).toEqual(['tools'])
  })

  it('is not one that adds rules, or refuses what was asked about', () => {
    expect(looserThan(strict, BASE_POLICY)).toEqual([])
    const denied = { ...strict, adapters: { ...strict.adapters, npm: { deny: true, maxRetries: 0 } } }
    expect(looserThan(denied, strict)).toEqual([])
  })
})
