import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { COUNTS, sharedBy } from '../../test/worlds/shared.ts'
import type { SharedPattern } from '../domain/shared-pattern.ts'
import { type Offer, sift } from './sift.ts'

const DAY_MS = 86_400_000
const offer = (more: Partial<SharedPattern> = {}): Offer => ({
  at: more.pattern ?? 'p-1',
  shared: sharedBy(more),
  isForeign: false,
})
const rules = {
  trusted: [],
  isAccepted: () => true,
  maxPerSource: 10,
  now: DAY_ZERO,
  knownProjects: new Map<string, string>(),
}
const seen = (sightings: number) => ({ evidence: { ...COUNTS, sightings } })

describe('sifting', () => {
  it('lets what was seen more often lead, and what held more often before what did not', () => {
    const used = (earned: number) => ({ evidence: { ...COUNTS, applications: 10, earned } })
    const { wanted } = sift(
      [
        offer({ pattern: 'p-few', ...seen(1) }),
        offer({ pattern: 'p-poor', ...used(2) }),
        offer({ pattern: 'p-good', ...used(9) }),
        offer({ pattern: 'p-many', ...seen(9) }),
      ],
      rules,
    )
    expect(wanted.map(({ at }) => at)).toEqual(['p-many', 'p-good', 'p-poor', 'p-few'])
  })

  it('gives the same, whatever the order in which offers stand', () => {
    const offers = [1, 2, 3, 4].map((n) => offer({ pattern: `p-${n}`, trigger: `t${n % 2}`, ...seen(n % 3) }))
    fc.assert(
      fc.property(fc.shuffledSubarray(offers, { minLength: offers.length }), (shuffled) => {
        expect(sift(shuffled, rules)).toEqual(sift(offers, rules))
      }),
    )
  })

  it('believes a name only for words that a person accepted', () => {
    const given = sharedBy()
    const trusting = { ...rules, trusted: ['web'] }
    const [first] = sift([offer()], { ...trusting, isAccepted: () => false }).wanted
    expect(first).toMatchObject({
      trust: 'quarantined',
      toAccept: { item: expect.stringContaining('of web') },
    })
    const isAccepted = ({ content }: { content: string }) => content === first!.toAccept!.content
    const trustOf = (more: Partial<SharedPattern>) => sift([offer(more)], { ...trusting, isAccepted }).wanted[0]!
    expect(trustOf({ event: 'push-9', evidence: { ...COUNTS, sightings: 99 } })).toMatchObject({
      trust: 'corroborated',
      toAccept: undefined,
    })
    for (const more of [
      { text: `${given.text} first` },
      { role: 'judge' },
      { polarity: 'avoid' },
      { trigger: 'x' },
    ] as const)
      expect(trustOf(more)).toMatchObject({ trust: 'quarantined', toAccept: expect.anything() })
    expect(sift([offer()], { ...rules, isAccepted: () => false }).wanted[0]!.toAccept).toBeUndefined()
  })

  it('sets aside what nobody vouched for, and believes projects and journals that are named', () => {
    const trustOf = (trusted: string[]) => sift([offer()], { ...rules, trusted }).wanted[0]!.trust
    expect([trustOf([]), trustOf(['web']), trustOf(['journal-of-web']), trustOf(['api'])]).toEqual([
      'quarantined',
      'corroborated',
      'corroborated',
      'quarantined',
    ])
  })

  it('refuses a journal that is claimed for two projects', () => {
    const two = [offer({ pattern: 'p-1' }), offer({ pattern: 'p-2', project: 'api' })]
    const { wanted, refused } = sift(two, rules)
    expect(wanted).toEqual([])
    expect(refused.map(({ reason }) => reason)).toEqual(
      Array(2).fill('journal journal-of-web is claimed for api and web'),
    )
  })

  it('refuses a journal that was of another project before', () => {
    const { refused } = sift([offer()], { ...rules, knownProjects: new Map([['journal-of-web', 'api']]) })
    expect(refused).toMatchObject([{ reason: 'journal journal-of-web is claimed for api and web' }])
  })

  it('refuses a push of a day to come, but not of a clock that runs ahead by hours', () => {
    expect(sift([offer({ pushedAt: DAY_ZERO + DAY_MS + 1 })], rules).refused).toHaveLength(1)
    expect(sift([offer({ pushedAt: DAY_ZERO + DAY_MS })], rules).refused).toEqual([])
  })

  it('takes so many of one journal at most, the best known', () => {
    const many = [1, 2, 3].map((n) => offer({ pattern: `p-${n}`, ...seen(n) }))
    const { wanted, refused } = sift(many, { ...rules, maxPerSource: 2 })
    expect(wanted.map(({ at }) => at)).toEqual(['p-3', 'p-2'])
    expect(refused).toMatchObject([{ at: 'p-1', reason: expect.stringContaining('share.maxPerSource') }])
  })

  it('lets the one that was seen more often speak for a situation', () => {
    const { wanted } = sift(
      [
        offer({ pattern: 'p-1', trigger: 'Closing a handle', ...seen(1) }),
        offer({ pattern: 'p-2', trigger: 'closing a handle ', ...seen(5) }),
      ],
      rules,
    )
    expect(wanted.map(({ at, follows }) => [at, follows?.at])).toEqual([
      ['p-2', undefined],
      ['p-1', 'p-2'],
    ])
  })

  it('believes the one of two that contradict each other which held more often', () => {
    const held = (earned: number) => ({ evidence: { ...COUNTS, applications: 10, earned } })
    const { wanted } = sift(
      [
        offer({ pattern: 'p-do', trigger: 'closing', ...held(3) }),
        offer({ pattern: 'p-avoid', trigger: 'closing', polarity: 'avoid', ...held(8) }),
      ],
      { ...rules, trusted: ['web'] },
    )
    expect(wanted.map(({ at, trust, contradicts }) => [at, trust, contradicts?.at])).toEqual([
      ['p-avoid', 'corroborated', undefined],
      ['p-do', 'quarantined', 'p-avoid'],
    ])
  })
})
