import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadHookSettings, precomputedSettings } from './hook-settings.ts'
import { type PrecomputedSettings, readPrecomputedSettings } from './precomputed-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'mettle-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = join(folder, 'settings.json')
const inputs = {
  userFile: join(folder, 'config.json'),
  projectFile: join(folder, 'mettle.config.json'),
  trust: { file: join(folder, 'trust.json'), folder },
}
const paths = [inputs.userFile, inputs.projectFile, inputs.trust.file]

function written(change: Partial<PrecomputedSettings> = {}, environment: Record<string, string> = {}) {
  writeFileSync(file, JSON.stringify({ ...precomputedSettings(inputs), ...change }))
  return readPrecomputedSettings(file, { paths, environment })
}

it('gives what reading the files gives', () => {
  writeFileSync(inputs.projectFile, JSON.stringify({ hook: { deadlineMs: 500 }, inject: { promptMost: 3 } }))
  const settings = written()
  expect(settings).toEqual(loadHookSettings(inputs))
  expect(settings?.values['hook.deadlineMs']).toBe(500)
  expect(settings?.policy.inject.promptMost).toBe(3)
})

it('is not believed once a file was changed, made or looked for elsewhere', () => {
  expect(written()).toBeDefined()
  writeFileSync(inputs.projectFile, JSON.stringify({ hook: { deadlineMs: 60 } }))
  expect(readPrecomputedSettings(file, { paths, environment: {} })).toBeUndefined()
  expect(written()).toBeDefined()
  writeFileSync(inputs.userFile, '{}')
  expect(readPrecomputedSettings(file, { paths, environment: {} })).toBeUndefined()
  const elsewhere = [join(folder, 'other.json'), inputs.projectFile]
  expect(readPrecomputedSettings(file, { paths: elsewhere, environment: {} })).toBeUndefined()
})

it('is not believed where the environment sets something, or in another form', () => {
  expect(written({}, { METTLE_HOME: folder })).toBeDefined()
  expect(written({}, { METTLE_HOOK_PROMPT: 'false' })).toBeUndefined()
  expect(written({ v: 0 })).toBeUndefined()
})

it('does not turn the gate off: it lies in the project', () => {
  const { values } = precomputedSettings(inputs)
  expect(written({ values: { ...values, 'hook.gate': false } })).toBeUndefined()
  expect(written({ values: { ...values, 'safety.off': ['ssh-keys'] } })).toBeUndefined()
})
