import { expect, it } from 'vitest'
import { squareOf } from '../engine/search/byte-cosines.ts'
import { EmbeddingIndex } from './embedding-index.ts'

const DIMS = 16

function meaning(pattern: string, textHash: string, first: number, second: number) {
  const bytes = new Int8Array(DIMS)
  bytes.set([first, second])
  return { pattern, textHash: textHash.repeat(16), bytes, square: squareOf(bytes) }
}

it('finds a pattern by the words that it has now, once', () => {
  const index = new EmbeddingIndex(DIMS)
  index.add(meaning('a', 'x', 100, 0))
  index.add(meaning('b', 'x', 60, 60))
  index.add(meaning('a', 'y', 0, 100))
  const { nearest } = index.ask(meaning('', '', 100, 0).bytes)
  expect(nearest(10)).toEqual(['b', 'a'])
})
