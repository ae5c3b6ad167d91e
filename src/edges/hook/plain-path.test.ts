import * as paths from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep, win32 } from './plain-path.ts'

const part = fc
  .tuple(fc.constantFrom('', '/', './', '../'), fc.array(fc.constantFrom('a', 'b.c', '.git', '.', '..', '...', '')))
  .map(([start, steps]) => start + steps.join('/'))

it('says what node:path says of every path', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
      expect(join(...parts)).toBe(paths.join(...parts))
      expect(resolve(...parts)).toBe(paths.resolve(...parts))
      expect(dirname(parts[0]!)).toBe(paths.dirname(parts[0]!))
      expect(basename(parts[0]!)).toBe(paths.basename(parts[0]!))
    }),
    { numRuns: 2_000, examples: [[['', 'a']], [['', 'a', 'b']]] },
  )
})

it('leaves the rest to node:path', () => {
  expect({ isAbsolute, posix, relative, sep, win32 }).toMatchObject({
    isAbsolute: paths.isAbsolute,
    posix: paths.posix,
    relative: paths.relative,
    sep: paths.sep,
    win32: paths.win32,
  })
})
