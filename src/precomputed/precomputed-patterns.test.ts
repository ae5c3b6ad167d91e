import { expect, it } from 'vitest'
import { PRECOMPUTED_FACTS } from '../../test/worlds/ahead-facts.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { PrecomputedFile } from './precomputed-file.ts'
import type { FileRecord } from './precomputed-layout.ts'
import { PrecomputedPatterns } from './precomputed-patterns.ts'
import { renderPrecomputed } from './write-precomputed.ts'

/** A pattern for some agents, in some repositories or all. */
function patternFor(id: string, appliesTo: readonly string[], repositories?: readonly string[]) {
  const pattern = { id, text: id, role: 'judge', tags: [], labels: [], appliesTo, repositories }
  const record = { pattern, evidence: { reinforcements: 0 } } as unknown as PatternRecord
  return { id, text: id, shown: { record } as FileRecord }
}

const PATTERNS = [
  patternFor('for-all', ['*']),
  patternFor('for-main', ['main']),
  patternFor('for-builder', ['builder']),
  patternFor('elsewhere', ['*'], ['another']),
  { id: 'hidden', text: 'hidden' },
]
const ROWS = [0, 1, 2, 3, 4]

/** What an agent is handed of all rows, and how many pieces of the file were read for it. */
function handedTo(agent: string | undefined): { ids: string[]; reads: number; again: number } {
  const bytes = renderPrecomputed({ ...PRECOMPUTED_FACTS, repository: 'here' }, PATTERNS)
  let reads = 0
  const file = new PrecomputedFile((at, length) => {
    reads += 1
    return bytes.slice(at, at + length)
  })
  const cache = new PrecomputedPatterns(file, { withFiles: false, agent })
  const ids = cache.rows(ROWS).map(({ cached }) => cached.id)
  const before = reads
  cache.rows(ROWS)
  return { ids, reads: before, again: reads - before }
}

it('reads of those who ask most only what is for them', () => {
  expect(handedTo('main').ids).toEqual(['for-all', 'for-main', '', '', ''])
  expect(handedTo(undefined).ids).toEqual(['for-all', '', '', '', ''])
  expect(handedTo('main').reads - handedTo(undefined).reads).toBe(1)
})

it('leaves it to another agent what of all that may be shown is for it', () => {
  expect(handedTo('builder').ids).toEqual(['for-all', 'for-main', 'for-builder', 'elsewhere', ''])
})

it('reads no pattern twice', () => {
  for (const agent of ['main', 'builder', undefined]) expect(handedTo(agent).again).toBe(0)
})
