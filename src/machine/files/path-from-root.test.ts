import { describe, expect, it } from 'vitest'
import { pathFromRoot } from './paths.ts'

describe('a path from the root', () => {
  it.each([
    ['a.py', '/repos/shop/src', 'src/a.py'],
    ['/repos/shop/src/a.py', '/elsewhere', 'src/a.py'],
    ['../a.py', '/repos/shop/src', 'a.py'],
    ['/repos/till/a.py', '/repos/shop', '/repos/till/a.py'],
    ['../../till/a.py', '/repos/shop/src', '../../till/a.py'],
    ['..hidden/a.py', '/repos/shop', '..hidden/a.py'],
    ['/repos/shop/..hidden/a.py', '/elsewhere', '..hidden/a.py'],
    ['..', '/repos/shop', '..'],
    ['.', '/repos/shop', '.'],
  ])('%s in %s is %s', (path, cwd, expected) => {
    expect(pathFromRoot(path, cwd, '/repos/shop')).toBe(expected)
  })
})
