import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyEvent, anyEventOf, anyHistory, anyUnknownEvent, DAY_ZERO } from '../../test/worlds/any-event.ts'
import { sighting } from '../../test/worlds/facts.ts'
import { EVENT_TYPES, EVENTS } from './events/catalogue.ts'
import { evolvePattern, type Pattern } from './pattern.ts'
import type { KnownEvent } from './read-event.ts'

const DAY_MS = 86_400_000
const fold = (events: readonly KnownEvent[]) =>
  events.reduce<Pattern | undefined>((state, event) => evolvePattern(state, event), undefined)

/** The events that may change a pattern; every other one must leave it as it is. */
const SPEAKS_OF_PATTERNS = [
  'pattern-sighted',
  'pattern-contradicted',
  'pattern-aged',
  'pattern-reinforced',
  'pattern-promoted',
  'pattern-deprecated',
  'pattern-reset',
  'pattern-edited',
  'pattern-merged',
  'citation-checked',
  'pattern-quarantined',
  'pattern-pulled',
]

/** The events that may begin one. */
const BEGIN_PATTERNS = ['pattern-sighted', 'pattern-pulled']

describe('the events of the tests', () => {
  it.each(EVENT_TYPES)('%s has payloads that its schema accepts', (type) => {
    fc.assert(
      fc.property(anyEventOf(type), ({ payload }) => {
        expect(EVENTS[type].payload.safeParse(payload).error).toBeUndefined()
      }),
      { numRuns: 20 },
    )
  })
})

describe('a pattern', () => {
  it('is known from its first sighting or its arrival on, and not before', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        expect(evolvePattern(undefined, event) === undefined).toBe(!BEGIN_PATTERNS.includes(event.type))
      }),
    )
  })

  it('takes any event without failing', () => {
    fc.assert(fc.property(anyHistory, (history) => void fold(history)))
  })

  it('stays the same object when nothing is said about patterns', () => {
    fc.assert(
      fc.property(anyHistory, anyEvent, anyUnknownEvent, (history, event, unknown) => {
        const state = fold(history)
        expect(evolvePattern(state, unknown)).toBe(state)
        if (!SPEAKS_OF_PATTERNS.includes(event.type)) expect(evolvePattern(state, event)).toBe(state)
      }),
    )
  })

  it('keeps a bounded number of words however often it is seen', () => {
    const many = Array.from({ length: 300 }, (_, i) =>
      sighting({
        text: `wording ${i}`,
        textHash: String(i).padStart(64, '0'),
        run: `r${i}`,
        at: DAY_ZERO + i * DAY_MS,
        labels: [`l${i}`],
      }),
    )
    const pattern = fold(many)!
    expect(pattern).toMatchObject({ sightings: 300, text: 'wording 0' })
    expect(pattern.aliases).toEqual(Array.from({ length: 12 }, (_, i) => `wording ${288 + i}`))
    expect([pattern.contexts.length, pattern.days.length, pattern.labels.length]).toEqual([12, 12, 40])
  })
})

describe('sightings', () => {
  it('commute, but for the order of the words', () => {
    const seen = fc.record({
      text: fc.constantFrom('one wording', 'another wording', 'a third wording'),
      run: fc.constantFrom('r1', 'r2', undefined),
      day: fc.integer({ min: 0, max: 5 }),
      labels: fc.subarray(['a', 'b', 'c']),
      files: fc.subarray(['x.ts', 'y.ts']),
    })
    const shuffled = fc
      .uniqueArray(seen, { minLength: 1, maxLength: 8, selector: ({ day }) => day })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        expect(summary(fold(list.map(toSighting)))).toEqual(summary(fold(other.map(toSighting))))
      }),
    )
  })

  it('count distinct runs and days as such', () => {
    const pattern = fold([
      sighting({ run: 'r1', at: DAY_ZERO }),
      sighting({ run: 'r1', at: DAY_ZERO + 1_000 }),
      sighting({ run: 'r2', at: DAY_ZERO + DAY_MS }),
    ])
    expect(pattern).toMatchObject({ sightings: 3, contexts: ['run r1', 'run r2'] })
    expect(pattern?.days).toEqual(['2026-01-01', '2026-01-02'])
  })

  it('take phase and labels for the context where no run is known', () => {
    const without = { run: undefined, phase: 'review' }
    const pattern = fold([
      sighting({ ...without, labels: ['b', 'a'] }),
      sighting({ ...without, labels: ['a', 'b'] }),
      sighting({ ...without, labels: ['a'] }),
    ])
    expect(pattern?.contexts).toEqual(['phase review labels a,b', 'phase review labels a'])
  })

  it('keep another wording as an alias, once', () => {
    const other = { text: 'said otherwise', textHash: 'b'.repeat(64) }
    expect(fold([sighting({}), sighting(other), sighting(other)])?.aliases).toEqual(['said otherwise'])
  })

  it('are a use, and end the ageing', () => {
    const aged = fold([sighting({}), { ...sighting({}), type: 'pattern-aged' } as KnownEvent])
    expect(aged?.agedSteps).toBe(1)
    expect(evolvePattern(aged, sighting({ at: DAY_ZERO + 5 }))).toMatchObject({
      agedSteps: 0,
      lastUsedAt: DAY_ZERO + 5,
    })
  })

  function toSighting({ day, text, ...rest }: { day: number; text: string; [key: string]: unknown }) {
    const textHash = text.padEnd(64, '.')
    return sighting({ ...rest, text, textHash, citation: { file: `${day}.ts` }, at: DAY_ZERO + day * DAY_MS })
  }

  function summary(pattern: Pattern | undefined) {
    const { text, textHash, aliases, trigger, ...rest } = pattern!
    const sorted = Object.entries(rest).map(([key, value]) => [key, Array.isArray(value) ? [...value].sort() : value])
    return { words: [text, ...aliases].sort(), ...Object.fromEntries(sorted) }
  }
})

describe('text from outside', () => {
  const outside = (at = DAY_ZERO, more: object = {}) => sighting({ trust: 'external', at, ...more })
  const inside = (at: number, more: object = {}) => sighting({ trust: 'internal', at, ...more })

  it('is set aside, and repeating it changes nothing', () => {
    const first = fold([outside()])
    expect(first).toMatchObject({ quarantined: true, trust: 'external', sightings: 1 })
    expect(evolvePattern(first, outside(DAY_ZERO + DAY_MS, { run: 'r9' }))).toBe(first)
  })

  it('is corroborated from inside on another day, in the words of the inside', () => {
    const own = { text: 'our own words', textHash: 'c'.repeat(64), labels: ['ours'] }
    const pattern = fold([
      outside(DAY_ZERO, { text: 'their words', labels: ['theirs'], appliesTo: ['*'] }),
      inside(DAY_ZERO + DAY_MS, own),
    ])
    expect(pattern).toMatchObject({
      quarantined: false,
      trust: 'corroborated',
      text: 'our own words',
      aliases: ['their words'],
      labels: ['ours'],
      appliesTo: ['judge'],
    })
  })

  it('is not corroborated on the same day', () => {
    expect(fold([outside(), inside(DAY_ZERO + 1_000)])).toMatchObject({
      quarantined: true,
      trust: 'external',
    })
  })

  it('adds nothing to what is known from inside', () => {
    const known = fold([inside(DAY_ZERO)])
    expect(evolvePattern(known, outside(DAY_ZERO + DAY_MS))).toBe(known)
  })

  it('waits for a person where a person set it aside, and is free where a person released it', () => {
    const said = (released: boolean) =>
      ({
        ...sighting({}),
        type: 'pattern-quarantined',
        payload: { pattern: 'p1', by: 'ann', reason: 'odd', released },
      }) as KnownEvent
    expect(fold([inside(DAY_ZERO), said(false), inside(DAY_ZERO + DAY_MS)])?.quarantined).toBe(true)
    expect(fold([outside(), said(false), inside(DAY_ZERO + DAY_MS)])?.quarantined).toBe(true)
    expect(fold([outside(), said(true)])?.quarantined).toBe(false)
  })
})

describe("a person's word", () => {
  const by = { pattern: 'p1', by: 'ann', reason: 'because' }
  const say = (type: string, payload: object) =>
    ({ ...sighting({}), type, payload: { ...by, ...payload } }) as KnownEvent

  it('holds on the axes it names until it is reset there', () => {
    const both = { axes: ['lifecycle', 'maturity'] }
    const promoted = fold([sighting({}), say('pattern-promoted', both)])
    expect(promoted?.decisions.lifecycle).toEqual({
      kind: 'promote',
      at: DAY_ZERO,
      by: 'ann',
      reason: 'because',
    })
    const reset = evolvePattern(promoted, say('pattern-reset', { axes: ['maturity'] }))
    expect(Object.keys(reset!.decisions)).toEqual(['lifecycle'])
    const retired = evolvePattern(reset, say('pattern-deprecated', { axes: ['lifecycle'] }))
    expect(retired?.decisions.lifecycle?.kind).toBe('deprecate')
  })

  it('rewords a pattern and keeps the old words as an alias', () => {
    const edited = fold([
      sighting({ text: 'old words' }),
      say('pattern-edited', { text: 'new words', textHash: 'd'.repeat(64), context: { phase: 'plan' } }),
    ])
    expect(edited).toMatchObject({ text: 'new words', aliases: ['old words'], phases: ['plan'] })
    const back = evolvePattern(edited, say('pattern-edited', { text: 'old words', textHash: 'a'.repeat(64) }))
    expect(back).toMatchObject({ text: 'old words', aliases: ['new words'] })
  })

  it('merges one pattern into another, and leaves that other one as it is', () => {
    const merge = (into: string, pattern = 'p1') => say('pattern-merged', { pattern, into })
    const known = fold([sighting({})])
    expect(evolvePattern(known, merge('p2'))?.mergedInto).toBe('p2')
    expect(evolvePattern(known, merge('p1', 'p2'))).toBe(known)
    expect(evolvePattern(known, merge('p1'))).toBe(known)
  })
})
