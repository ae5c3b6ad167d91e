import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { cited, receipt, sighting, verdict } from '../../test/worlds/facts.ts'
import { worldOf } from '../../test/worlds/fold-world.ts'
import type { DocumentReader } from '../domain/document.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { POLICY } from '../engine/laws/policy.ts'
import type { LoopContext } from '../loop/context.ts'
import { standingsIn } from '../loop/views/standings.ts'
import { projectionDiff } from './compare-projections.ts'

const applied = [sighting({}), sighting({ pattern: 'p2' }), receipt(['p1']), cited('p1', true)]

const folded = (events: readonly KnownEvent[]) => [...worldOf(events).documents.values()]

function movedBy(event: KnownEvent, profile: 'classic' | 'bayes') {
  const context = { policy: POLICY, settings: { profile } } as LoopContext
  const marking = { policy: POLICY, profile, standIn: (read: DocumentReader) => standingsIn(read, DAY_ZERO, context) }
  return projectionDiff(folded([...applied, event]), folded(applied), marking)
}

describe('what moves with a fact', () => {
  it('is a pattern that is weighed by belief, though only its belief is another', () => {
    const { patterns, documents } = movedBy(verdict('FAIL', 2), 'bayes')
    expect(documents).not.toHaveProperty('pattern')
    expect(patterns).toMatchObject([{ id: 'p1', from: { helps: 0.51 }, to: { helps: 0.38 } }])
  })

  it('is no pattern where nothing asks for its belief', () => {
    expect(movedBy(verdict('FAIL', 2), 'classic').patterns).toEqual([])
  })
})
