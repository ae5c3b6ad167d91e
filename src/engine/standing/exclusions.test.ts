import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sighting } from '../../../test/worlds/facts.ts'
import { worldOf } from '../../../test/worlds/fold-world.ts'
import type { Decision } from '../../domain/pattern.ts'
import { exclusionsOf, isExcluded } from './believed-pattern.ts'

const record = worldOf([sighting({})]).pattern('p1')!
const anyDecision = fc.option(
  fc
    .constantFrom('promote' as const, 'deprecate' as const)
    .map((kind): Decision => ({ kind, by: 'ann', reason: 'as it is', at: 1 })),
  { nil: undefined },
)
const anyId = fc.option(fc.constant('p2'), { nil: undefined })

it('a pattern is excluded exactly if there is a reason text', () => {
  fc.assert(
    fc.property(
      fc.record({ lifecycle: anyDecision, maturity: anyDecision }),
      fc.record({ quarantined: fc.boolean(), mergedInto: anyId, invertedFrom: anyId }),
      (decisions, rest) => {
        const asked = { ...record, pattern: { ...record.pattern, decisions, ...rest } } as typeof record
        expect(isExcluded(asked)).toBe(exclusionsOf(asked).length > 0)
      },
    ),
  )
  expect(isExcluded(record)).toBe(false)
})
