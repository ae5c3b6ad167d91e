import { describe, expect, it } from 'vitest'
import { basePolicyWarnings } from './base-policy.ts'
import { BASE_POLICY } from './gate.ts'

describe('warnings about a policy file', () => {
  it('has none about the defaults', () => {
    expect(basePolicyWarnings(BASE_POLICY)).toEqual([])
  })

  it('names rules that contradict or hide each other', () => {
    const adapters = {
      npm: { deny: true, requireApproval: true },
      NPM: {},
      aws: { denyFromRisk: 0.5 },
    }
    const tools = [
      { program: 'make', adapter: 'deploy', only: ['deploy'] },
      { program: 'make', adapter: '' },
      { program: 'make', adapter: 'build', only: ['build'] },
    ]
    expect(basePolicyWarnings({ ...BASE_POLICY, denyFromRisk: 0.9, adapters, tools })).toEqual([
      'adapters.npm: is denied, so nobody is ever asked',
      'adapters.NPM: is the same adapter as npm, whose rule holds',
      'adapters.aws.denyFromRisk: 0.5 is not above askFromRisk 0.8, so nobody is asked about risk',
      "tools[2]: is never reached, for tools[1] takes every 'make'",
    ])
  })
})
