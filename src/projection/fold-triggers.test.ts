import { expect, it } from 'vitest'
import { fact } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import { TRIGGER, triggerId } from './fold-learning.ts'

const seen = (pattern: string, trigger: string, role = 'judge') =>
  fact('pattern-sighted', {
    pattern,
    text: 'check the token first',
    textHash: 'a'.repeat(64),
    role,
    category: 'mistake',
    strength: 'rule',
    polarity: 'do',
    appliesTo: [],
    trigger,
    joined: { method: 'new', similarity: 0 },
  })

it('keeps a trigger with the first pattern of its role; an empty one names nothing', () => {
  const world = worldOf([seen('p1', 'auth'), seen('p2', ' auth '), seen('p3', 'auth', 'builder'), seen('p4', ' ')])
  const owner = (role: string, trigger: string) => world.get(TRIGGER, triggerId({ role, trigger }))?.body
  expect(owner('judge', 'auth')).toEqual({ pattern: 'p1' })
  expect(owner('builder', 'auth')).toEqual({ pattern: 'p3' })
  expect(owner('judge', ' ')).toBeUndefined()
})
