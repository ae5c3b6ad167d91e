import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import { leadsOut, placeWithin, realPlace } from './paths.ts'

let root = ''
let elsewhere = ''
const at = (...names: string[]) => join(root, ...names)
beforeEach(() => {
  root = realpathSync(temporaryFolder())
  elsewhere = realpathSync(temporaryFolder())
  mkdirSync(at('inside'))
  symlinkSync(elsewhere, at('link'))
})

describe('a place', () => {
  it('is out of a folder by its path or by a link', () => {
    expect(leadsOut(root, at('inside', 'new'))).toBe(false)
    expect(leadsOut(root, at('..shared'))).toBe(false)
    expect(leadsOut(root, root)).toBe(false)
    expect(leadsOut(root, at('..'))).toBe(true)
    expect(leadsOut(root, at('..', 'shared'))).toBe(true)
    expect(leadsOut(root, at('link', 'new'))).toBe(true)
    expect(leadsOut(root, elsewhere)).toBe(true)
  })

  it('is where a link leads, also when nothing is there yet', () => {
    symlinkSync(join(elsewhere, 'new'), at('dangling'))
    symlinkSync('dangling', at('inside', '..', 'twice'))
    expect(realPlace(at('dangling'))).toBe(join(elsewhere, 'new'))
    expect(realPlace(at('twice'))).toBe(join(elsewhere, 'new'))
    expect(realPlace(at('link', 'a', 'b'))).toBe(join(elsewhere, 'a', 'b'))
  })

  it('is bound to the project around the path, and to none where there is no project', () => {
    expect(placeWithin(at('link', 'a.md'))).toBe(join(elsewhere, 'a.md'))
    mkdirSync(at('.git'))
    expect(() => placeWithin(at('link', 'a.md'))).toThrow(
      `${at('link')} is a link that leads out of the project, to ${elsewhere}; nothing was written.`,
    )
    writeFileSync(at('inside', 'a.md'), '')
    symlinkSync(at('inside', 'a.md'), at('b.md'))
    expect(placeWithin(at('b.md'))).toBe(at('inside', 'a.md'))
  })
})
