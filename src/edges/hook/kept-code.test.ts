import { chmodSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import { cacheFolder } from '../../machine/files/user-folders.ts'
import { keepCode } from './keep-code.ts'
import { keptCode, partsIn } from './kept-code.ts'

it.each([
  [{ HOME: '/nobody/home' }],
  [{ HOME: '/nobody/./home' }],
  [{ HOME: '/nobody/home', XDG_CACHE_HOME: '/nobody/cache' }],
  [{ HOME: '/nobody/home', METTLE_HOME: '/nobody/mettle' }],
])('lies where everything lies that can be made again: %j', (environment) => {
  expect(keptCode(environment)?.folder).toBe(`${cacheFolder(environment)}/hook`)
})

it('lies nowhere where the home folder has no place of its own, or is where one works', () => {
  expect(keptCode({ HOME: 'relative' })).toBeUndefined()
  expect(keptCode({ HOME: process.cwd() })).toBeUndefined()
})

/** A program of two parts that need each other, and what one process makes of it. */
function program(renewMs?: number) {
  const [folder, cache] = [temporaryFolder(), join(temporaryFolder(), 'cache')]
  const write = (name: string, text: string) =>
    writeFileSync(join(folder, name), `//0123456789abcdef\n(function(require,module,exports,folder,file){${text}})`)
  write(
    'one.cjs',
    `exports.place = [folder, file]; exports.two = require('./two.cjs'); exports.apart = require('apart')`,
  )
  write('two.cjs', `const one = require('./one.cjs'); exports.ofOne = () => one.apart`)
  const kept = { folder: cache, host: 'host', ...(renewMs !== undefined && { renewMs }) }
  const run = () => {
    const { load, compiled } = partsIn(folder, kept, (name) => `${name} from outside`)
    const one = load('one.cjs') as { place: string[]; two: { ofOne(): string } }
    keepCode(compiled.map(({ path, script }) => ({ path, code: script.createCachedData() })))
    return { one, compiled: compiled.length }
  }
  return { folder, cache, run }
}

it('loads parts that need each other once, and asks outside for what is no part', () => {
  const { folder, run } = program()
  const { one } = run()
  expect(one.place).toEqual([folder, `${folder}/one.cjs`])
  expect(one.two.ofOne()).toBe('apart from outside')
})

it('is compiled by the first process alone, and again by all that cannot read what it left', () => {
  const { cache, run } = program()
  expect([run(), run()].map(({ compiled }) => compiled)).toEqual([2, 0])
  for (const name of readdirSync(cache)) chmodSync(join(cache, name), 0o622)
  expect(run().compiled).toBe(2)
})

it('is kept again when it is old, with what was compiled since', () => {
  const { cache, run } = program(60_000)
  run()
  for (const name of readdirSync(cache)) utimesSync(join(cache, name), 0, Date.now() / 1_000 - 61)
  expect([run(), run()].map(({ compiled }) => compiled)).toEqual([2, 0])
})

it('is not needed where nothing can be kept', () => {
  const { cache, run } = program()
  writeFileSync(cache, 'a file in place of the folder')
  expect([run(), run()].map(({ compiled }) => compiled)).toEqual([2, 2])
})
