import { expect, it } from 'vitest'
import type { KnownEvent } from '../../domain/read-event.ts'
import { following } from './why-receipt.ts'

let ids = 0
const fact = (type: string, payload: object, place: object = {}) =>
  ({ id: `f${++ids}`, type, payload, stream: 'run/r1', recordedAt: 1, ...place }) as unknown as KnownEvent
const after = (facts: KnownEvent[], ...taken: KnownEvent[]) =>
  following(facts, new Set(taken.map(({ id }) => id))).map(({ id }) => id)

it('goes from a learning to its label and its sighting, and to nothing of another', () => {
  const captured = fact('learning-captured', { learning: 'l1' })
  const label = fact('learning-classified', { learning: 'l1' })
  const sighted = fact('pattern-sighted', { pattern: 'p', learning: 'l1' })
  const other = fact('pattern-sighted', { pattern: 'p', learning: 'l2' })
  const facts = [captured, label, sighted, other]
  expect(after(facts, captured)).toEqual([label.id, sighted.id])
  expect(after(facts, label)).toEqual([sighted.id])
  expect(after(facts, sighted)).toEqual([])
})

it('goes from a deliberation to its sightings', () => {
  const event = fact('deliberation-recorded', { deliberation: 'd1' })
  const sighted = fact('pattern-sighted', { pattern: 'p', deliberation: 'd1' })
  expect(after([event, sighted], event)).toEqual([sighted.id])
})

it('goes from a verdict to what it did in the same breath, and to no other', () => {
  const verdict = fact('verdict-recorded', { verdict: 'v1' })
  const did = ['pattern-reinforced', 'pattern-ignored', 'pattern-aged'].map((type) => fact(type, {}))
  const later = fact('pattern-ignored', {}, { recordedAt: 2 })
  const elsewhere = fact('pattern-ignored', {}, { stream: 'run/r2' })
  const facts = [verdict, ...did, later, elsewhere]
  expect(after(facts, verdict)).toEqual(did.map(({ id }) => id))
})

it('leaves what people and agents said afterwards', () => {
  const captured = fact('learning-captured', { learning: 'l1' })
  const promoted = fact('pattern-promoted', { pattern: 'p' })
  expect(after([captured, promoted], captured)).toEqual([])
})
