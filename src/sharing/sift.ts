import { canonicalJson } from '../domain/canonical-json.ts'
import { DAY_MS } from '../domain/numbers.ts'
import type { SharedPattern } from '../domain/shared-pattern.ts'
import type { Refused } from './read-shared-pattern.ts'
import { sharedRate } from './share-pattern.ts'

/** A pattern to import, its place, and its source's trust here. */
export interface Offer {
  readonly at: string
  readonly shared: SharedPattern
  readonly isForeign: boolean
}

export interface Wanted extends Offer {
  readonly trust: 'corroborated' | 'quarantined'
  /** A better-known pattern for the same situation, in other words. */
  readonly follows?: Offer
  readonly contradicts?: Offer
  /** What a person would have to accept for it to be shown immediately; only for sources named as trusted. */
  readonly toAccept?: Acceptable
}

/** A shared pattern: its own name, and everything an agent could be shown of it. */
export interface Acceptable {
  readonly item: string
  readonly content: string
}

export interface Sifting {
  /** Projects, or journals, whose patterns a person may accept. A name alone opens nothing: anyone can write under it. */
  readonly trusted: readonly string[]
  readonly isAccepted: (content: Acceptable) => boolean
  readonly maxPerSource: number
  readonly now: number
  /** The project of each journal when its first pattern arrived. */
  readonly knownProjects: ReadonlyMap<string, string>
}

/** The patterns to import, best known first. A journal that claims two projects is refused, and each source is limited in number. Of two that contradict each other, the one with the lower success rate is quarantined. */
export function sift(offers: readonly Offer[], sifting: Sifting) {
  const refused: Refused[] = []
  const taken: Offer[] = []
  const perSource = new Map<string, number>()
  const ofTwo = journalsOfTwo(offers, sifting.knownProjects)
  for (const offer of [...offers].sort(byStanding)) {
    const { journal, project } = offer.shared
    const reason = refusal(offer, ofTwo.get(journal), sifting)
    const brought = perSource.get(journal) ?? 0
    if (reason === undefined && brought < sifting.maxPerSource) {
      perSource.set(journal, brought + 1)
      taken.push(offer)
      continue
    }
    const tooMany = `its journal has more than ${sifting.maxPerSource} patterns (share.maxPerSource)`
    refused.push({ at: offer.at, project, reason: reason ?? tooMany })
  }
  return { wanted: ranked(taken, sifting), refused }
}

function refusal(offer: Offer, claimed: readonly string[] | undefined, { now }: Sifting): string | undefined {
  const { journal, pushedAt } = offer.shared
  if (claimed !== undefined) return `journal ${journal} is claimed for ${claimed.join(' and ')}`
  if (pushedAt > now + DAY_MS) return `it was pushed on ${new Date(pushedAt).toISOString()}, which is in the future`
  return undefined
}

function journalsOfTwo(offers: readonly Offer[], known: ReadonlyMap<string, string>): Map<string, string[]> {
  const projects = new Map<string, Set<string>>()
  for (const { shared } of offers) {
    const claimed = projects.get(shared.journal) ?? new Set([known.get(shared.journal) ?? shared.project])
    projects.set(shared.journal, claimed.add(shared.project))
  }
  const two = [...projects].filter(([, claimed]) => claimed.size > 1)
  return new Map(two.map(([journal, claimed]) => [journal, [...claimed].sort()]))
}

/** More sightings first, then higher rate, then newer; ids break ties. */
function byStanding({ shared: a }: Offer, { shared: b }: Offer): number {
  return (
    b.evidence.sightings - a.evidence.sightings ||
    rateOf(b) - rateOf(a) ||
    b.pushedAt - a.pushedAt ||
    (`${a.journal} ${a.pattern}` < `${b.journal} ${b.pattern}` ? -1 : 1)
  )
}

function ranked(offers: readonly Offer[], { trusted, isAccepted }: Sifting): Wanted[] {
  const leaders = new Map<string, Offer>()
  const situations = situationsOf(offers)
  return offers.map((offer): Wanted => {
    const { shared } = offer
    const isNamed = trusted.includes(shared.project) || trusted.includes(shared.journal)
    const content = contentOf(shared)
    const isTrusted = isNamed && isAccepted(content)
    const toAccept = isNamed && !isTrusted ? content : undefined
    const situation = situationOf(shared)
    if (situation === undefined) return { ...offer, trust: isTrusted ? 'corroborated' : 'quarantined', toAccept }
    const better = situations.get(situation)?.find((other) => contradicts(other, offer))
    const leader = leaders.get(`${situation}\n${shared.polarity}`)
    if (leader === undefined) leaders.set(`${situation}\n${shared.polarity}`, offer)
    return {
      ...offer,
      trust: isTrusted && better === undefined ? 'corroborated' : 'quarantined',
      follows: leader,
      contradicts: better,
      toAccept: better === undefined ? toAccept : undefined,
    }
  })
}

function contentOf({ project, journal, pattern, ...shared }: SharedPattern): Acceptable {
  const { event: _, pushedAt: __, by: ___, evidence: ____, ...content } = shared
  return { item: `pattern ${journal}/${pattern} of ${project}`, content: canonicalJson(content) }
}

function situationsOf(offers: readonly Offer[]): Map<string, Offer[]> {
  const situations = new Map<string, Offer[]>()
  for (const offer of offers) {
    const situation = situationOf(offer.shared)
    if (situation !== undefined) situations.set(situation, [...(situations.get(situation) ?? []), offer])
  }
  return situations
}

function situationOf({ role, trigger = '' }: SharedPattern): string | undefined {
  const named = trigger.trim().toLowerCase()
  return named === '' ? undefined : `${role}\n${named}`
}

/** Whether one says the opposite about the same situation and succeeded more often. */
function contradicts({ shared: other }: Offer, { shared }: Offer): boolean {
  return other.polarity !== shared.polarity && rateOf(other) > rateOf(shared)
}

function rateOf({ evidence }: SharedPattern): number {
  return sharedRate(evidence) ?? 0
}
