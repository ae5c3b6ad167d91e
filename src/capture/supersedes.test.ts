import { expect, it } from 'vitest'
import { supersededBy } from './classify.ts'

it.each([
  ['Use the pool. Supersedes: p-12', 'Use the pool', 'p-12'],
  ['Use the pool (Supersedes: "Open a connection each time")', 'Use the pool', 'Open a connection each time'],
  ['Use the pool', 'Use the pool', undefined],
  ['Supersedes: everything', 'Supersedes: everything', undefined],
])('%s', (given, lesson, supersedes) => {
  expect(supersededBy(given)).toEqual({ lesson, ...(supersedes === undefined ? {} : { supersedes }) })
})
