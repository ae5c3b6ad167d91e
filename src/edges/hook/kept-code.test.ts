import { expect, it } from 'vitest'
import { cacheFolder } from '../../machine/files/user-folders.ts'
import { keptCode } from './kept-code.ts'

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
