import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/repositories/repository.ts'
import { DAY_ZERO } from '../../../../test/worlds/any-event.ts'
import { openTokenFile } from '../../../machine/gate/token-file.ts'
import { Access } from './access.ts'
import { makeToken, revokeToken, type TokenRequest } from './make-token.ts'

const ANN: TokenRequest = { organisation: 'local', name: 'ann', role: 'write', projects: ['world'] }

function world() {
  const path = join(temporaryFolder(), 'tokens.json')
  const keeper = openTokenFile(path, 'local', Date.now)
  let now = DAY_ZERO
  const own = { secret: 'own', grant: { name: 'owner', role: 'approve', projects: ['*'] } } as const
  const access = new Access({ own, tokens: keeper, now: () => now })
  return { path, keeper, access, pass: (days: number) => (now += days * 86_400_000) }
}

describe('a token', () => {
  it('lets in who has it, as whom it names', async () => {
    const { keeper, access } = world()
    const { secret, record } = await makeToken(keeper, ANN, DAY_ZERO)
    expect(secret).toMatch(/^mettle_[\w-]{43}$/)
    expect(await access.byToken(secret)).toEqual({
      token: record.id,
      name: 'ann',
      role: 'write',
      projects: ['world'],
    })
    expect(await access.byToken(record.hash)).toBeUndefined()
    expect(await access.byToken(record.id)).toBeUndefined()
  })

  it('is kept as a hash, in a file that its owner alone can read', async () => {
    const { path, keeper } = world()
    const { secret } = await makeToken(keeper, ANN, DAY_ZERO)
    expect(JSON.stringify(await keeper.list())).not.toContain(secret.slice(8))
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('holds no longer than it was made for', async () => {
    const { keeper, access, pass } = world()
    const { secret } = await makeToken(keeper, { ...ANN, days: 30 }, DAY_ZERO)
    pass(29)
    expect(await access.byToken(secret)).toBeDefined()
    pass(1)
    expect(await access.byToken(secret)).toBeUndefined()
  })

  it('is gone at once when it is revoked', async () => {
    const { keeper, access } = world()
    const { secret } = await makeToken(keeper, ANN, DAY_ZERO)
    await revokeToken(keeper, 'ann')
    expect(await access.byToken(secret)).toBeUndefined()
    await expect(revokeToken(keeper, 'ann')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('shares its name with no other that holds', async () => {
    const { keeper } = world()
    await makeToken(keeper, { ...ANN, days: 1 }, DAY_ZERO)
    await expect(makeToken(keeper, ANN, DAY_ZERO)).rejects.toMatchObject({ code: 'taken' })
    await makeToken(keeper, ANN, DAY_ZERO + 2 * 86_400_000)
    expect(await keeper.list()).toHaveLength(1)
  })

  it.each([
    [{ name: '' }],
    [{ name: 'ann\nboss' }],
    [{ name: 'x'.repeat(101) }],
    [{ projects: ['organisation'] }],
    [{ projects: ['../other'] }],
  ])('is refused for %j', async (wrong) => {
    await expect(makeToken(world().keeper, { ...ANN, ...wrong }, DAY_ZERO)).rejects.toMatchObject({
      code: 'input',
    })
  })

  it('of another organisation is neither seen nor removed', async () => {
    const { path, keeper } = world()
    const { record } = await makeToken(keeper, ANN, DAY_ZERO)
    const theirs = openTokenFile(path, 'theirs', Date.now)
    expect(await theirs.list()).toEqual([])
    expect(await theirs.remove(record.id)).toBe(false)
    expect(await keeper.list()).toHaveLength(1)
  })

  it('lets nobody in from a file that is damaged', async () => {
    const { path, access } = world()
    writeFileSync(path, '{"tokens": [{"hash": 7}]}')
    await expect(access.byToken('anything')).rejects.toMatchObject({ code: 'tokens' })
  })
})
