import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dedup } from './match-text.ts'

const NINE = 'one two three four five six seven eight nine'

describe('dedup', () => {
  it('skips the same trigger, whatever the words', () => {
    const existing = [
      { id: 'a', summary: 'check token expiry', trigger: 'other' },
      { id: 'b', summary: 'something else', trigger: 'auth_flow' },
    ]
    expect(dedup({ summary: 'check token expiry', trigger: ' auth_flow ' }, existing)).toEqual({
      action: 'skip',
      id: 'b',
      overlap: 0,
    })
  })

  it('takes an empty or a missing trigger for no trigger', () => {
    for (const trigger of ['', ' ', undefined]) {
      const existing = [{ id: 'a', summary: 'check', trigger }]
      expect(dedup({ summary: 'verify', trigger }, existing)).toEqual({ action: 'add', overlap: 0 })
    }
  })

  it.each([
    ['check token expiry first', 'Always check token expiry first', 'merge', 0.8],
    [`${NINE} ten`, `${NINE} eleven`, 'merge', 9 / 11],
    [`${NINE} ten`, `${NINE} eleven twelve`, 'add', 9 / 12],
    ['check it', 'Check: it!', 'merge', 1],
    ['check', 'verify', 'add', 0],
    ['', '', 'add', 0],
  ])('%j against %j', (summary, known, action, overlap) => {
    const verdict = dedup({ summary }, [{ id: 'a', summary: known }])
    expect(verdict).toEqual(action === 'merge' ? { action, id: 'a', overlap } : { action, overlap })
  })

  it('merges into the nearest, the first among equals', () => {
    const existing = [
      { id: 'near', summary: 'always check token expiry first' },
      { id: 'same', summary: 'check token expiry first' },
      { id: 'twin', summary: 'first check token expiry' },
    ]
    expect(dedup({ summary: 'Check token expiry first.' }, existing)).toEqual({
      action: 'merge',
      id: 'same',
      overlap: 1,
    })
  })

  it('adds to nothing', () => {
    expect(dedup({ summary: 'check', trigger: 'x' }, [])).toEqual({ action: 'add', overlap: 0 })
  })
})

it('never adds what is already there, and never throws', () => {
  const summaries = fc.array(fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(summaries, fc.lorem(), (others, own) => {
      const existing = [...others, own].map((summary, index) => ({ id: `${index}`, summary }))
      expect(dedup({ summary: own }, existing)).toMatchObject({ action: 'merge', overlap: 1 })
    }),
  )
})
