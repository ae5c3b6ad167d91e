import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, sourceFiles } from '../architecture/source-files.ts'

const page = readFileSync(join(ROOT, 'docs', 'glossary.md'), 'utf8')
const words = [...page.matchAll(/^\| \*\*([^*]+)\*\*/gm)].flatMap((match) => match[1]!.split(', '))
const source = sourceFiles()
  .map(({ text }) => text)
  .join('\n')

describe('the glossary', () => {
  it('explains each word once', () => {
    expect(words.length).toBeGreaterThan(20)
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  })

  it.each(words)('explains %s, which the code uses', (word) => {
    // In a name, a word of two parts is joined by a capital, a dash or an underscore.
    expect(source).toMatch(new RegExp(`\\b${word.replace(/[ -]/, '[ _-]?')}`, 'i'))
  })

  it('stays short: words that mean what they usually mean are not in it', () => {
    expect(words.length).toBeLessThan(34)
  })

  it('says of each why the common word is wrong', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| **'))
    expect(rows.filter((row) => row.split('|')[3]!.trim() === '')).toEqual([])
  })
})
