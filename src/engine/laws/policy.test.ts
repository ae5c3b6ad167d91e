import { expect, it } from 'vitest'
import { MATURITY_MULTIPLIERS } from '../standing/maturity.ts'
import { POLICY, policyHash } from './policy.ts'

it('has one hash for one policy, whatever the order of its parts, and another for any other number', () => {
  const hash = policyHash(POLICY)
  expect(hash).toMatch(/^[0-9a-f]{16}$/)
  const turned = Object.fromEntries(Object.entries(POLICY).reverse()) as typeof POLICY
  expect(policyHash(turned)).toBe(hash)
  expect(policyHash({ ...POLICY, inject: { ...POLICY.inject, minScore: 0.11 } })).not.toBe(hash)
})

it('keeps the hash of journals from before half-lives could go by confidence', () => {
  const { halfLife: _, ...before } = POLICY.maturity
  expect(policyHash({ ...POLICY, maturity: before as typeof POLICY.maturity })).toBe(policyHash(POLICY))
  const other = { ...POLICY, maturity: { ...POLICY.maturity, halfLife: 'confidence' as const } }
  expect(policyHash(other)).not.toBe(policyHash(POLICY))
})

it('multiplies by the same numbers in the score and in the grade', () => {
  expect(POLICY.score.maturityMultipliers).toBe(MATURITY_MULTIPLIERS)
})
