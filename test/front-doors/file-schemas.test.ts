import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { configFileSchema, policyFileSchema } from '../../scripts/docs/file-schemas.ts'
import { CONFIG_KEYS, CONFIG_NAMES } from '../../src/machine/config/keys.ts'
import { newRepository, temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const config = z.fromJSONSchema(JSON.parse(configFileSchema()))
const policy = z.fromJSONSchema(JSON.parse(policyFileSchema()))
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** `store.waitMs` as it stands in a file. */
function nested(name: string, value: unknown): object {
  return name.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), value) as object
}

describe('the schema of settings', () => {
  it.each(CONFIG_NAMES)('takes the default of %s, and nothing of another kind', (name) => {
    expect(accepts(config, nested(name, CONFIG_KEYS[name].fallback))).toBe(true)
    expect(accepts(config, nested(name, null))).toBe(false)
  })

  it('refuses what the program refuses', () => {
    expect(accepts(config, { store: { waitMs: -1 } })).toBe(false)
    expect(accepts(config, { sotre: {} })).toBe(false)
    expect(accepts(config, { store: { wait: 1 } })).toBe(false)
  })
})

describe('the schema of the policy file', () => {
  it('takes the example of its page, and refuses an unknown field', () => {
    const page = readFileSync('docs/reference/policy-file.md', 'utf8')
    const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)![1]!)
    expect(accepts(policy, example)).toBe(true)
    expect(accepts(policy, { ...example, adaptors: {} })).toBe(false)
  })
})

it('both files may name their schema', async () => {
  const cwd = newRepository()
  const environment = { METTLE_HOME: temporaryFolder() }
  const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })
  await mettle('init', '--no-clients')
  writeFileSync(join(cwd, 'mettle.config.json'), '{"$schema": "./config.schema.json", "doctor": {"quietDays": 3}}')
  writeFileSync(join(cwd, 'mettle.policy.json'), '{"$schema": "./policy.schema.json", "version": 1}')
  const shown = await mettle('config', 'doctor.quietDays')
  expect({ code: shown.exitCode, text: shown.stdout }).toMatchObject({
    code: 0,
    text: expect.stringContaining('3'),
  })
  expect((await mettle('policy', 'check')).exitCode).toBe(0)
  writeFileSync(join(cwd, 'mettle.policy.json'), '{"$schema": "./policy.schema.json", "version": 1, "adaptors": {}}')
  const wrong = await mettle('policy', 'check')
  expect(wrong.exitCode).not.toBe(0)
  expect(wrong.stderr).toContain("Did you mean 'adapters'?")
})
