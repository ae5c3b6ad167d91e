import { expect, it } from 'vitest'
import { fact, receipt, verdict } from '../../test/worlds/facts.ts'
import { papersNamed, patternsNamed } from './feedback-weight.ts'

it('names the pattern that was merged and the one that it was merged into', () => {
  const payload = { pattern: 'p1', into: 'p2', by: 'ann', reason: 'the same' }
  expect(patternsNamed(fact('pattern-merged', payload))).toEqual(['p1', 'p2'])
})

it('names what a receipt showed and what it withheld', () => {
  expect(patternsNamed(receipt(['p1'], { withheld: ['p2'] }))).toEqual(['p1', 'p2'])
})

it('names the target of feedback only where it is a pattern', () => {
  const feedback = { id: 'p1', type: 'helpful', weight: 1, by: 'ann' } as const
  expect(patternsNamed(fact('feedback-given', { ...feedback, subject: 'pattern' }))).toEqual(['p1'])
  expect(patternsNamed(fact('feedback-given', { ...feedback, subject: 'criterion' }))).toEqual([])
})

it('names the verdict, and no deliberation where none was judged', () => {
  expect(papersNamed(verdict('PASS', 1))).toEqual(['verdict/v1'])
})
