import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { fact, sighting } from '../../test/worlds/facts.ts'
import { COUNTS, sharedBy } from '../../test/worlds/shared.ts'
import type { PayloadOf } from './events/catalogue.ts'
import { evolvePattern, type Pattern } from './pattern.ts'
import type { KnownEvent } from './read-event.ts'

const DAY_MS = 86_400_000
const HASH = 'a'.repeat(64)

interface Push {
  readonly journal?: string
  readonly push?: number
  readonly trusted?: boolean
  readonly textHash?: string
  readonly more?: Partial<PayloadOf<'pattern-pulled'>>
}

function pull({ journal = 'j1', push = 1, trusted = false, textHash = HASH, more = {} }: Push): KnownEvent {
  const { text, role, category, strength, polarity, appliesTo } = sharedBy()
  const source = {
    sourceProject: 'web',
    sourceJournal: journal,
    sourcePattern: 'p-1',
    sourceEvent: `push-${push}`,
  }
  const content = { text, role, category, strength, polarity, appliesTo, textHash }
  const payload = {
    pattern: 'p1',
    ...source,
    ...content,
    pushedAt: DAY_ZERO + push,
    evidence: { ...COUNTS, sightings: push },
    joined: { method: 'new' as const, similarity: 0 },
    ...more,
  }
  return fact('pattern-pulled', payload, {
    run: undefined,
    trust: trusted ? 'corroborated' : 'quarantined',
  })
}

const fold = (...events: KnownEvent[]) =>
  events.reduce<Pattern | undefined>((state, event) => evolvePattern(state, event), undefined)!

describe('origins', () => {
  it('are one for each journal and pattern, the newest push, in whatever order they arrive', () => {
    const pushes = fc.array(
      fc.record({ journal: fc.constantFrom('j1', 'j2', 'j3'), push: fc.integer({ min: 1, max: 5 }) }),
      { minLength: 1, maxLength: 10 },
    )
    fc.assert(
      fc.property(pushes, (list) => {
        const newest = new Map<string, number>()
        for (const { journal, push } of list) newest.set(journal, Math.max(push, newest.get(journal) ?? 0))
        const { pulledFrom, sightings } = fold(...list.map(pull))
        expect(new Map(pulledFrom!.map(({ journal, evidence }) => [journal, evidence.sightings]))).toEqual(newest)
        expect(sightings).toBe(0)
      }),
    )
  })

  it('are bounded, and the trusted ones stay', () => {
    const crowd = Array.from({ length: 40 }, (_, i) => pull({ journal: `a${String(i).padStart(2, '0')}` }))
    const late = pull({ journal: 'z', trusted: true })
    for (const events of [
      [...crowd, late],
      [late, ...crowd],
    ]) {
      const { pulledFrom } = fold(...events)
      expect(pulledFrom).toHaveLength(24)
      expect(pulledFrom![0]).toMatchObject({ journal: 'z', trust: 'corroborated' })
    }
  })

  it('leave a pattern whose source reworded it', () => {
    const moved = pull({ push: 2, more: { pattern: 'p2', left: 'p1' } })
    expect(fold(pull({ trusted: true }), moved)).toMatchObject({ pulledFrom: [], trust: 'quarantined' })
    expect(fold(pull({ push: 3 }), moved).pulledFrom).toHaveLength(1)
  })

  it('say nothing to a pattern that they do not name', () => {
    const before = fold(pull({}))
    expect(evolvePattern(before, pull({ more: { pattern: 'p9' } }))).toBe(before)
  })
})

describe('trust', () => {
  it('is lent by a trusted source that says the same words, whoever came first', () => {
    const outsider = pull({ journal: 'j1', more: { tags: ['theirs'], trigger: 'theirs' } })
    const trusted = pull({ journal: 'j2', trusted: true })
    for (const events of [
      [outsider, trusted],
      [trusted, outsider],
    ]) {
      const pattern = fold(...events)
      expect(pattern).toMatchObject({ trust: 'corroborated', quarantined: false, tags: [] })
      expect(pattern.trigger).toBeUndefined()
    }
  })

  it('is not lent by other words', () => {
    const near = pull({ journal: 'j2', trusted: true, textHash: 'b'.repeat(64) })
    expect(fold(pull({}), near)).toMatchObject({ trust: 'quarantined', quarantined: true })
  })

  it('that was earned here is not touched', () => {
    const own = sighting({ textHash: HASH })
    expect(fold(own, pull({})).trust).toBe('internal')
    const seenLater = sighting({ textHash: HASH, at: DAY_ZERO + DAY_MS })
    expect(fold(pull({ trusted: true }), seenLater, pull({ push: 2 })).trust).toBe('internal')
  })

  it('that the pattern has already brings it no content of others', () => {
    const own = sighting({ textHash: HASH, strength: 'observation', trust: 'corroborated' })
    expect(fold(own, pull({ trusted: true }))).toMatchObject({
      strength: 'observation',
      trust: 'corroborated',
    })
  })

  it('stays with a pattern that a person reworded', () => {
    const edit = fact('pattern-edited', {
      pattern: 'p1',
      by: 'a person',
      reason: 'clearer',
      text: 'Close handles first',
      textHash: 'c'.repeat(64),
    })
    expect(fold(pull({ trusted: true }), edit, pull({ push: 2, trusted: true })).trust).toBe('corroborated')
  })
})
