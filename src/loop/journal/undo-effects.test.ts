import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../../test/worlds/any-event.ts'
import { fact, receipt } from '../../../test/worlds/facts.ts'
import type { StoredEvent } from '../../domain/event.ts'
import { storedName } from '../../domain/events/stored-name.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { shownOf } from './undo-effects.ts'

const MOVED = { patterns: new Set(['p1', 'p2']), adapters: new Set(['github']) }
const stored = (event: KnownEvent) =>
  ({ ...event, type: storedName(event.type), payload: JSON.stringify(event.payload) }) as unknown as StoredEvent
const acted = (...facts: KnownEvent[]) => shownOf(facts.map(stored), MOVED)

describe('what was done on the strength of what moves', () => {
  it('is every receipt that showed it, with its run if it had one, the newest first', () => {
    const { injections } = acted(
      receipt(['p1', 'p9', 'p2']),
      receipt(['p9']),
      receipt(['p2'], { run: undefined, at: DAY_ZERO + 1 }),
    )
    expect(injections).toEqual([
      { receipt: 'receipt', at: DAY_ZERO + 1, patterns: ['p2'] },
      { receipt: 'receipt', run: 'r1', at: DAY_ZERO, patterns: ['p1', 'p2'] },
    ])
  })

  it('is counted whole, and shown up to fifty receipts', () => {
    const many = Array.from({ length: 51 }, (_, n) => receipt(['p1'], { at: DAY_ZERO + n }))
    const { injections, injectionsTotal } = acted(...many)
    expect([injections.length, injectionsTotal]).toEqual([50, 51])
    expect([injections[0]!.at, injections.at(-1)!.at]).toEqual([DAY_ZERO + 50, DAY_ZERO + 1])
  })

  it('is what was given to the organisation, and no other pattern', () => {
    const pushed = (pattern: string) =>
      fact('pattern-pushed', { pattern, organisation: 'acme', sharedId: 's1' } as never)
    expect(acted(pushed('p1'), pushed('p9'), receipt(['p1'])).pushes).toEqual([
      { pattern: 'p1', organisation: 'acme', at: DAY_ZERO },
    ])
  })

  it('is every step that was stopped on account of an adapter', () => {
    const asked = (approval: string, adapters: string[]) =>
      fact('approval-asked', { approval, action: 'push', adapters } as never)
    const { approvals } = acted(asked('a1', ['npm', 'github']), asked('a2', ['npm']), asked('a3', []))
    expect(approvals).toEqual([{ approval: 'a1', action: 'push', at: DAY_ZERO }])
  })
})
