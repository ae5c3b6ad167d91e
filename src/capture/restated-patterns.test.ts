import { describe, expect, it } from 'vitest'
import { restatedPatterns } from './restated-patterns.ts'

const POOL = {
  id: 'pattern-1',
  texts: ['Return every connection to the pool when a query throws', 'Connections leak when queries throw'],
}
const takenUp = (report: string, patterns = [POOL]) => [...restatedPatterns(report, patterns).keys()]

describe('a report takes up a pattern', () => {
  it('when it has any of its wordings in a sentence of its own', () => {
    expect(takenUp('I looked. Return every connection to the pool when a query throws!')).toEqual([POOL.id])
    expect(takenUp('So connections leak when queries throw.')).toEqual([POOL.id])
    expect(takenUp('The pool is fine, and no query throws.')).toEqual([])
  })

  it('when a sentence shares 0.8 of the words of any of its wordings', () => {
    expect(takenUp('All done. When queries throw connections leak. Bye.')).toEqual([POOL.id])
    expect(takenUp('When queries leak connections.')).toEqual([POOL.id])
    expect(takenUp('When queries leak.')).toEqual([])
  })

  it('when it names its id', () => {
    expect(takenUp('As pattern-1 says, I fixed it.')).toEqual([POOL.id])
  })

  it('and is quoted with the places that it names there', () => {
    const report = 'Nothing here.\n\nConnections leak when queries throw (src/pool.ts:12).'
    expect(restatedPatterns(report, [POOL]).get(POOL.id)).toEqual({
      words: 'Connections leak when queries throw (src/pool.ts:12).',
      citations: [expect.objectContaining({ file: 'src/pool.ts', line: 12 })],
    })
  })

  it('not by a heading, and not by what it lists as learned', () => {
    const words = 'Connections leak when queries throw'
    expect(takenUp(`# ${words}\n\nAll is well.`)).toEqual([])
    const listed = `I looked.\n\n## Learned patterns\n\n- ${words}\n\n## Findings\n\n`
    expect(takenUp(`${listed}None.`)).toEqual([])
    expect(takenUp(`${listed}${words}.`)).toEqual([POOL.id])
  })

  it('not where a wording is without words', () => {
    expect(takenUp('…', [{ id: 'pattern-2', texts: ['…'] }])).toEqual([])
  })
})
