import { describe, expect, it } from 'vitest'
import { displayWidth, paletteFor, truncate } from './display-width.ts'
import { table } from './table.ts'

describe('displayWidth', () => {
  it.each([
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['日本', 4],
    ['👍', 2],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['한글', 4],
    ['\u200b', 0],
    [paletteFor(true).red('abc'), 3],
    ['', 0],
  ])('%j takes %i columns', (text, width) => expect(displayWidth(text)).toBe(width))
})

describe('truncate', () => {
  it('cuts between letters and says so', () => {
    expect(truncate('abcdef', 6)).toBe('abcdef')
    expect(truncate('abcdef', 4)).toBe('abc…')
    expect(truncate('日本語', 5)).toBe('日本…')
    expect(truncate('日本語', 4)).toBe('日…')
    expect(truncate('abc', 0)).toBe('')
  })
})

describe('table', () => {
  it('aligns columns by what they show', () => {
    const rows = [
      ['日本', '1', 'x'],
      ['a', '200', 'y'],
    ]
    expect(table(rows, { head: ['name', 'count', ''], right: [1] })).toBe(
      'name  count\n日本      1  x\na       200  y\n',
    )
  })

  it('cuts the widest column on a terminal, and nothing in a pipe', () => {
    const row = ['p1', 'a long sentence that does not fit']
    expect(table([row], { width: 20 })).toBe('p1  a long sentence…\n')
    expect(table([row])).toBe(`${row.join('  ')}\n`)
  })

  it('puts prose under its row where a terminal has little room beside it', () => {
    const row = ['p-4254f02efa558f50', '0.125', 'a long sentence that does not fit']
    const told = { head: ['ID', 'VALUE', 'TEXT'], right: [1], isLastProse: true }
    expect(table([row], { ...told, width: 40 })).toBe(
      'ID                  VALUE\np-4254f02efa558f50  0.125\n  a long sentence that does not fit\n',
    )
    expect(table([row], { ...told, width: 30 })).toContain('\n  a long sentence that does n…\n')
    expect(table([row], { ...told, width: 58 })).toBe(table([row], { ...told, width: 58, isLastProse: false }))
    expect(table([row], told)).toContain(`${row.join('  ')}\n`)
  })

  it('never cuts a column that is to be copied, whatever becomes of the others', () => {
    const row = ['inject.agentStartMost', 'a value of some length', 'default']
    expect(table([row], { width: 43, whole: [0] })).toBe('inject.agentStartMost  a value of…  default\n')
    expect(table([row], { width: 10, whole: [0, 1, 2] })).toBe(`${row.join('  ')}\n`)
  })

  it('keeps a row on its line, and every row its cells', () => {
    expect(table([['a\n  b', 'c'], ['d']], { indent: 2 })).toBe('  a b  c\n  d\n')
    expect(table([])).toBe('')
  })
})
