import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { bundleHook } from '../../scripts/bundle-hook.mjs'

const folder = mkdtempSync(join(tmpdir(), 'mettle-kept-code-'))
const [bundle, project, home] = ['bundle', 'project', 'home'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
const KEPT = join(home, '.cache', 'mettle', 'hook')
const BRIEF = 'Mettle follows this repository: nothing has been learned yet.'

beforeAll(async () => {
  mkdirSync(bundle)
  await bundleHook(bundle)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  for (const one of [project, home]) rmSync(one, { recursive: true, force: true })
  mkdirSync(join(project, '.mettle'), { recursive: true })
  writeFileSync(join(project, '.mettle', 'project.json'), '{"project":"p"}')
})

/** What a hook prints at the start of a session. */
function begin(environment: Record<string, string> = {}): string {
  const payload = { session_id: 's1', cwd: project, hook_event_name: 'SessionStart' }
  const { stdout, status } = spawnSync(process.execPath, [join(bundle, 'hook.cjs')], {
    input: JSON.stringify(payload),
    encoding: 'utf8',
    cwd: project,
    env: { PATH: process.env.PATH, HOME: home, METTLE_HOOK_DEADLINE_MS: '60000', ...environment },
  })
  expect(status).toBe(0)
  return stdout
}

/** The main part, as it is kept. */
function mainPart(): string {
  const name = readdirSync(KEPT).find((one) => one.startsWith('hook-main'))
  return join(KEPT, name ?? 'none')
}

it('is left by the first hook for the next, readable for nobody else', () => {
  const said = begin()
  expect(said).toContain(BRIEF)
  const before = statSync(mainPart()).mtimeMs
  expect(statSync(mainPart()).mode & 0o777).toBe(0o600)
  expect(begin()).toBe(said)
  expect(statSync(mainPart()).mtimeMs).toBe(before)
})

it('is compiled again where it is not what V8 wrote', () => {
  begin()
  writeFileSync(mainPart(), 'not compiled code')
  expect(begin()).toContain(BRIEF)
  expect(statSync(mainPart()).size).toBeGreaterThan(10_000)
})

it('is not taken where others may write to it', () => {
  begin()
  chmodSync(mainPart(), 0o666)
  expect(begin()).toContain(BRIEF)
  expect(statSync(mainPart()).mode & 0o777).toBe(0o600)
})

it('is not taken from where a link leads', () => {
  begin()
  const elsewhere = join(folder, 'elsewhere')
  rmSync(elsewhere, { recursive: true, force: true })
  renameSync(KEPT, elsewhere)
  symlinkSync(elsewhere, KEPT)
  const before = readdirSync(elsewhere).map((name) => statSync(join(elsewhere, name)).mtimeMs)
  expect(begin()).toContain(BRIEF)
  expect(readdirSync(elsewhere).map((name) => statSync(join(elsewhere, name)).mtimeMs)).toEqual(before)
})

it.each([
  ['METTLE_HOME', ['cache', 'hook']],
  ['XDG_CACHE_HOME', ['mettle', 'hook']],
])('is neither kept in a project nor taken from one, whatever %s says', (name, below) => {
  const inside = join(project, 'sub', 'folder')
  expect(begin({ [name]: inside })).toContain(BRIEF)
  expect(existsSync(join(inside, ...below))).toBe(false)
  expect(begin({ [name]: 'relative' })).toContain(BRIEF)
  expect(existsSync(join(project, 'relative'))).toBe(false)
})

it('is not waited for where nothing can be kept', () => {
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, '.cache'), 'a file in place of the folder')
  expect(begin()).toContain(BRIEF)
})
