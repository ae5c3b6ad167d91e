import { describe, expect, it } from 'vitest'
import { UserError } from '../../domain/user-error.ts'
import { BASE_POLICY } from '../../engine/governance/gate.ts'
import { checkBasePolicy } from './approvals.ts'

const told = async (file: unknown) => {
  const error = await checkBasePolicy(JSON.stringify(file), 'policy.json').catch((cause) => cause)
  expect(error).toBeInstanceOf(UserError)
  return (error as UserError).message.split('\n')
}
const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`zzzzzzzzzzzz${n}`, 1]))

describe('a policy file', () => {
  it('is taken as it is where every field is right, also behind a byte order mark', async () => {
    expect(await checkBasePolicy(`\ufeff${JSON.stringify(BASE_POLICY)}`, 'policy.json')).toEqual(BASE_POLICY)
  })

  it('is refused with its name where it is no JSON', async () => {
    await expect(checkBasePolicy('{', 'policy.json')).rejects.toThrow(
      /^policy\.json cannot be used:\n {2}is not JSON: /,
    )
  })

  it('is refused with every field that is wrong, up to ten of them', async () => {
    expect(await told({ ...BASE_POLICY, ...unknown(10) })).toHaveLength(11)
    const lines = await told({ ...BASE_POLICY, ...unknown(13) })
    expect(lines).toHaveLength(12)
    expect(lines.at(-1)).toBe('  and 3 more')
  })

  it('is told the nearest name of a field', async () => {
    const [name] = Object.keys(BASE_POLICY)
    const [, line] = await told({ ...BASE_POLICY, [`${name}x`]: 1 })
    expect(line).toBe(`  ${name}x: is not a field of a policy file. Did you mean '${name}'?`)
  })
})
