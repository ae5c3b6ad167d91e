import { describe, expect, it } from 'vitest'
import { pathFromRoot } from './path-from-root.ts'

describe('a path from the root', () => {
  it.each([
    ['a.py', '/work/shop/src', 'src/a.py'],
    ['/work/shop/src/a.py', '/elsewhere', 'src/a.py'],
    ['../a.py', '/work/shop/src', 'a.py'],
    ['/work/till/a.py', '/work/shop', '/work/till/a.py'],
    ['../../till/a.py', '/work/shop/src', '../../till/a.py'],
    ['..hidden/a.py', '/work/shop', '..hidden/a.py'],
    ['.', '/work/shop', '.'],
  ])('%s in %s is %s', (path, cwd, expected) => {
    expect(pathFromRoot(path, cwd, '/work/shop')).toBe(expected)
  })
})
