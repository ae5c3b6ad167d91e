import { expect, it } from 'vitest'
import { withFiles, wordsWithFiles } from './relevance-to.ts'

it('a step that names files is about what they are, beside what it is about already, each once', () => {
  const { files, tags } = withFiles({ files: [], tags: ['test', 'x'] }, ['src/pool.test.ts'])
  expect(files).toEqual(['src/pool.test.ts'])
  expect(tags.slice(0, 2)).toEqual(['test', 'x'])
  expect(tags).toContain('typescript')
  expect(new Set(tags).size).toBe(tags.length)
})

it('is spoken of by the words of its paths and tags', () => {
  const words = wordsWithFiles({ files: ['src/auth/token.ts'], tags: ['deploy'] })
  for (const word of ['auth', 'token', 'deploy']) expect(words).toContain(word)
  expect(new Set(words).size).toBe(words.length)
})
