import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import { POLICY } from '../../engine/laws/policy.ts'
import { CONFIG_KEYS, CONFIG_NAMES, variableOf } from './keys.ts'
import { loadConfig } from './load.ts'
import { policyOf } from './settings.ts'

function fileWith(content: unknown): string {
  const path = join(temporaryFolder(), 'config.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

describe('the order of sources', () => {
  it('is defaults, user file, project file, environment, flags; the later wins', () => {
    const userFile = fileWith({ inject: { minScore: 1 } })
    const projectFile = fileWith({ inject: { minScore: 2 } })
    const environment = { METTLE_INJECT_MIN_SCORE: '3' }
    const flags = ['inject.minScore=4']
    const steps = [
      {},
      { userFile },
      { userFile, projectFile },
      { userFile, projectFile, environment },
      { userFile, projectFile, environment, flags },
    ].map((inputs) => loadConfig(inputs))
    expect(steps.map(({ values }) => values['inject.minScore'])).toEqual([POLICY.inject.minScore, 1, 2, 3, 4])
    expect(steps.map(({ sources }) => sources['inject.minScore'])).toEqual([
      'default',
      userFile,
      projectFile,
      'METTLE_INJECT_MIN_SCORE',
      '--set',
    ])
  })

  it('lets each source set its own keys', () => {
    const userFile = fileWith({ organisation: 'team' })
    const { values } = loadConfig({ userFile, flags: ['holdout.share=0'] })
    expect([values.organisation, values['holdout.share'], values['store.durable']]).toEqual(['team', 0, true])
  })

  it('lets the last of two flags win', () => {
    expect(loadConfig({ flags: ['organisation=a', 'organisation=b'] }).values.organisation).toBe('b')
  })
})

describe('a configuration', () => {
  it('is frozen to its last value', () => {
    const { values, sources } = loadConfig({ flags: ['score.categoryWeights=rule:2'] })
    for (const thing of [values, sources, ...Object.values(values)]) expect(Object.isFrozen(thing)).toBe(true)
  })

  it('has a value and a source for every key', () => {
    const { values, sources } = loadConfig({})
    expect(Object.keys(values)).toEqual(CONFIG_NAMES)
    expect(new Set(Object.values(sources))).toEqual(new Set(['default']))
  })

  it('is the documented policy when nobody sets anything', () => {
    expect(policyOf(loadConfig({}))).toEqual(POLICY)
  })

  it('keeps the weights that a setting leaves out', () => {
    const policy = policyOf(loadConfig({ flags: ['score.categoryWeights=rule:2'] }))
    expect(policy.score.categoryWeights).toEqual({ ...POLICY.score.categoryWeights, rule: 2 })
  })

  it('has one variable for each key', () => {
    const variables = CONFIG_NAMES.map(variableOf)
    expect(new Set(variables).size).toBe(variables.length)
    expect(variableOf('store.waitMs')).toBe('METTLE_STORE_WAIT_MS')
    expect(variableOf('store.url')).toBe('METTLE_DATABASE_URL')
  })

  it('has defaults that its own limits allow', () => {
    const inFile = Object.fromEntries(CONFIG_NAMES.map((name) => [name, CONFIG_KEYS[name].fallback]))
    expect(loadConfig({ userFile: fileWith(inFile) }).values).toEqual(loadConfig({}).values)
  })
})

describe('a file', () => {
  it('may be missing, and may begin with a byte order mark', () => {
    expect(loadConfig({ userFile: '/nowhere/config.json' }).values.organisation).toBe('local')
    expect(loadConfig({ userFile: fileWith('\ufeff{"organisation":"team"}') }).values.organisation).toBe('team')
  })

  it('may nest its keys or write them with dots', () => {
    for (const content of [{ store: { waitMs: 5 } }, { 'store.waitMs': 5 }])
      expect(loadConfig({ userFile: fileWith(content) }).values['store.waitMs']).toBe(5)
  })

  it.each(['[]', '3', '{', '', '{"a" 1}'])('that holds %j is refused by its path', (text) => {
    const userFile = fileWith(text)
    expect(() => loadConfig({ userFile })).toThrow(`${userFile} is not a JSON object`)
  })

  it('that is broken is refused without quoting it', () => {
    const userFile = fileWith('postgres://someone:password@host')
    expect(errorOf(() => loadConfig({ userFile }))).not.toMatch(/someone|postgres/)
  })

  it('that is a folder is refused', () => {
    expect(() => loadConfig({ userFile: temporaryFolder() })).toThrow(/cannot be read \(EISDIR\)/)
  })
})

describe('an unknown key', () => {
  it.each([
    ['a file', { userFile: { inject: { minScor: 1 } } }, "'inject.minScor' in "],
    ['a flag', { flags: ['inject.minScor=1'] }, "'inject.minScor' in --set"],
  ])('in %s is refused with the nearest name', (_where, { userFile, flags }: Record<string, unknown>, start) => {
    const inputs = userFile === undefined ? { flags: flags as string[] } : { userFile: fileWith(userFile) }
    const message = errorOf(() => loadConfig(inputs))
    expect(message).toContain(start)
    expect(message).toMatch(/is not a setting\. Did you mean 'inject\.minScore'\?$/)
  })

  it('is known by its last word, where only one ends so', () => {
    const messageOf = (flag: string) => errorOf(() => loadConfig({ flags: [flag] }))
    expect(messageOf('profile=classic')).toMatch(/Did you mean 'inject\.profile'\?$/)
    expect(messageOf('decay.enabled=true')).toMatch(/is not a setting\.$/)
  })

  it('in the environment is refused, if it is ours', () => {
    const message = errorOf(() => loadConfig({ environment: { METTLE_HOLDOUT_SHRE: '0' } }))
    expect(message).toBe("METTLE_HOLDOUT_SHRE is not a setting. Did you mean 'METTLE_HOLDOUT_SHARE'?")
    expect(
      loadConfig({ environment: { METTLE_HOME: '/x', METTLE_PAGER: '', METTLE_TEST_URL: 'y', OTHER: 'z' } }),
    ).toBeDefined()
  })

  it('is not found on the prototype of objects', () => {
    expect(() => loadConfig({ flags: ['constructor=1'] })).toThrow(/not a setting/)
    expect(() => loadConfig({ userFile: fileWith({ toString: { a: 1 } }) })).toThrow(/not a setting/)
  })
})

describe('a bad value', () => {
  it.each([
    ['holdout.share=0.9', "holdout.share in --set: '0.9' is not a number from 0 to 0.5."],
    ['holdout.share=', "holdout.share in --set: '' is not a number from 0 to 0.5."],
    ['holdout.share=much', "holdout.share in --set: 'much' is not a number"],
    ['store.durable=perhaps', "store.durable in --set: 'perhaps' is not true or false."],
    ['store.durable=constructor', "store.durable in --set: 'constructor' is not true or false."],
    ['inject.profile=modern', "inject.profile in --set: 'modern' is not one of "],
    ['inject.adversarialRoles=a,,b', 'inject.adversarialRoles in --set: '],
    ['score.categoryWeights=rule', 'score.categoryWeights in --set: '],
  ])('%s is refused with key, source and limit', (flag, message) => {
    expect(errorOf(() => loadConfig({ flags: [flag] }))).toContain(message)
  })

  it('in the environment or a file names the variable or the path', () => {
    expect(errorOf(() => loadConfig({ environment: { METTLE_STORE_WAIT_MS: 'soon' } }))).toMatch(
      /^store\.waitMs in METTLE_STORE_WAIT_MS: /,
    )
    const userFile = fileWith({ store: { waitMs: '5' } })
    expect(errorOf(() => loadConfig({ userFile }))).toContain(`store.waitMs in ${userFile}: '5' is not a number`)
  })

  it('of a secret is not repeated', () => {
    const userFile = fileWith({ store: { url: ['postgres://someone:password@host'] } })
    expect(errorOf(() => loadConfig({ userFile }))).toMatch(/its value is not a text/)
  })

  it('of a flag without an equals sign is a usage error', () => {
    expect(() => loadConfig({ flags: ['holdout.share'] })).toThrow(expect.objectContaining({ code: 'usage' }))
  })
})

describe('words for a switch', () => {
  it.each([
    ['on', true],
    ['YES', true],
    ['1', true],
    ['off', false],
    ['no', false],
    ['0', false],
  ])('%s is %s', (word, value) => {
    expect(loadConfig({ flags: [`store.durable=${word}`] }).values['store.durable']).toBe(value)
  })
})

function errorOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}
