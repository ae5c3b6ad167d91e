import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import type { UserError } from '../../domain/user-error.ts'
import { BASE_POLICY } from '../../engine/governance/gate.ts'
import { inspectBasePolicy, readBasePolicy as readIn } from './policy-file.ts'

const readBasePolicy = (path: string) => readIn({ root: dirname(path), home: '', hooks: '' })

function file(content: unknown): string {
  const path = join(temporaryFolder(), 'mettle.policy.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const problems = async (content: unknown) =>
  ((await readBasePolicy(file(content)).catch((error: UserError) => error)) as UserError).message.split('\n').slice(1)

describe('the policy file', () => {
  it('has the defaults where it says nothing, and where there is none', async () => {
    expect(await readBasePolicy(file({ version: 1 }))).toEqual(BASE_POLICY)
    expect(await inspectBasePolicy(join(temporaryFolder(), 'none.json'))).toEqual({
      there: false,
      policy: BASE_POLICY,
      warnings: [],
    })
  })

  it('is read as it is at that moment', async () => {
    const path = file({ version: 1, adapters: { npm: { deny: true, note: 'by CI alone' } } })
    expect((await readBasePolicy(path)).adapters).toEqual({ npm: { deny: true, note: 'by CI alone' } })
    writeFileSync(path, '\ufeff{"version":1,"maxRetries":0}')
    expect((await readBasePolicy(path)).maxRetries).toBe(0)
  })

  it('names every field that is wrong, the value and what it may hold', async () => {
    expect(
      await problems({
        adapter: {},
        maxRetries: -1,
        adapters: { npm: { deny: 'yes', ask: true } },
        approvers: [],
      }),
    ).toEqual([
      '  version: is missing',
      '  maxRetries: must be at least 0',
      '  approvers: must not be empty',
      "  adapters.npm.deny: must be true or false, not 'yes'",
      '  adapters.npm.ask: is not a field there',
      "  adapter: is not a field of a policy file. Did you mean 'adapters'?",
    ])
    expect(await problems({ version: 2 })).toEqual(['  version: must be 1, not 2'])
    expect(await problems({ version: 1, tools: [{ program: 'x', adapter: '', only: ['a'], except: ['b'] }] })).toEqual([
      '  tools[0]: has both only and except; use one of them',
    ])
    expect(await problems([])).toEqual(['  the file: must be an object, not a list'])
    expect((await problems('{"version": 1,'))[0]).toMatch(/^ {2}is not JSON: /)
  })

  it('is an error, not an open gate, when it cannot be read', async () => {
    const folder = join(temporaryFolder(), 'mettle.policy.json')
    mkdirSync(folder)
    await expect(readBasePolicy(folder)).rejects.toMatchObject({ code: 'policy' })
  })
})
