import { describe, expect, it } from 'vitest'
import { isColoured, paletteFor } from './display-width.ts'

describe('isColoured', () => {
  it.each([
    [true, {}, false, true],
    [false, {}, false, false],
    [true, {}, true, false],
    [true, { NO_COLOR: '1' }, false, false],
    [true, { NO_COLOR: '' }, false, true],
    [false, { FORCE_COLOR: '' }, false, true],
    [false, { FORCE_COLOR: '3' }, false, true],
    [true, { FORCE_COLOR: '0' }, false, false],
    [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, false, false],
    [false, { FORCE_COLOR: '1' }, true, false],
    [true, { TERM: 'dumb' }, false, false],
  ])('terminal %s with %j, refused %s: %s', (isTerminal, environment, refused, expected) => {
    expect(isColoured(isTerminal, environment, refused)).toBe(expected)
  })
})

it('dresses a text, or leaves it alone', () => {
  expect(paletteFor(true).red('x')).toBe('\u001b[31mx\u001b[39m')
  expect(paletteFor(false).red('x')).toBe('x')
})
