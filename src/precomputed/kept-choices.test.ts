import { expect, it } from 'vitest'
import type { Candidate } from '../injection/candidate.ts'
import { chosenFrom, type KeptChoice } from './kept-choices.ts'

const lineOf = (n: number, lesson = n) => ({
  candidate: { id: `p${n}`, shownAs: `line ${n}` } as Candidate,
  lesson,
})
const choiceOf = (count: number, isCut: boolean): KeptChoice => ({
  until: 1,
  isCut,
  lines: Array.from({ length: count }, (_, n) => lineOf(n)),
})
const first = (count: number) => new Set(Array.from({ length: count }, (_, n) => `p${n}`))

it('leaves out what was said before, and goes on with what comes after it', () => {
  const chosen = chosenFrom(choiceOf(96, true), first(2))
  expect(chosen).toHaveLength(64)
  expect(chosen?.[0]?.id).toBe('p2')
})

it('is no answer where so much was said that one has to look further', () => {
  expect(chosenFrom(choiceOf(96, true), first(33))).toBeUndefined()
  expect(chosenFrom(choiceOf(96, false), first(33))).toHaveLength(63)
})

it('says a lesson of two roles once, and by the other one where the first was said', () => {
  const choice = { until: 1, isCut: false, lines: [lineOf(0), lineOf(1, 0), lineOf(2)] }
  expect(chosenFrom(choice, new Set())?.map(({ id }) => id)).toEqual(['p0', 'p2'])
  expect(chosenFrom(choice, new Set(['p0']))?.map(({ id }) => id)).toEqual(['p1', 'p2'])
})
