import { describe, expect, it } from 'vitest'
import { tokenSet } from '../search/words.ts'
import { fileSubject, isOutOfPlace } from './file-subject.ts'
import { LANGUAGES } from './languages.ts'

const outOfPlace = (text: string, ...files: string[]) => isOutOfPlace(tokenSet(text), files)

describe('the subject of a file', () => {
  it('goes by its real extension', () => {
    expect(fileSubject(['src/a.py']).tags).toContain('python')
    expect(fileSubject(['src/a.py']).tags).not.toContain('react')
    expect(fileSubject(['web/a.tsx']).tags).toEqual(expect.arrayContaining(['typescript', 'react']))
    expect(fileSubject(['python/notes.txt', 'py']).tags).toEqual([])
  })
})

describe('words out of place', () => {
  it('are those of another language alone', () => {
    expect(outOfPlace('Memoise React components', 'src/a.py')).toBe(true)
    expect(outOfPlace('Memoise React components', 'backend/components/views.py')).toBe(true)
    expect(outOfPlace('Run mypy on Python modules', 'web/button.tsx')).toBe(true)
  })

  it('are not those of its own language, of none, or of several', () => {
    expect(outOfPlace('Run mypy on Python modules', 'src/a.py')).toBe(false)
    expect(outOfPlace('Check token expiry first', 'src/a.py')).toBe(false)
    expect(outOfPlace('Python renders React components', 'src/a.py')).toBe(false)
    expect(outOfPlace('Memoise React components', 'src/use-cart.ts')).toBe(false)
    expect(outOfPlace('Memoise React components', 'src/a.py', 'web/a.tsx')).toBe(false)
  })

  it('cannot be told where the language of the file is not known', () => {
    expect(outOfPlace('Memoise React components', 'docs/react.md')).toBe(false)
    expect(outOfPlace('Memoise React components')).toBe(false)
  })

  it('are told by words that a text can hold', () => {
    for (const { words } of LANGUAGES) for (const word of words) expect([...tokenSet(word)]).toEqual([word])
  })
})
