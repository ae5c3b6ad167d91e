import type { JournalEvent, Provenance } from './event.ts'
import type { PayloadOf } from './events/catalogue.ts'
import { DAY_MS } from './numbers.ts'
import type { Pattern } from './pattern.ts'
import { repositoriesSeen, repositoriesSet, reworded, withAlias } from './pattern-scope.ts'
import { withMembers, withoutUndefined } from './sets.ts'

type Sighted = PayloadOf<'pattern-sighted'>
type Sighting = JournalEvent<Sighted>

const MOST_KEPT = 12
const MOST_CONTEXT = 40

/** Text that others wrote: an issue, a web page, a pulled pack. */
export function isFromOutside(trust: Provenance['trust']): boolean {
  return trust === 'external' || trust === 'quarantined'
}

/** The pattern after one more sighting. A sighting from outside can create a pattern but adds no evidence, because anyone can repeat their own text. */
export function sighted(state: Pattern | undefined, event: Sighting): Pattern {
  if (state === undefined) return counted(repositoriesSet(firstSight(event), event.payload.context?.repository), event)
  return isFromOutside(event.provenance.trust) ? state : counted(confirmed(state, event), event)
}

/** Whether the pattern was learned here, or was seen here on a day after its first. */
export function isSeenInside({ trust, days, firstSeenAt }: Pattern): boolean {
  return trust === 'internal' || days.some((day) => day !== dayOf(firstSeenAt))
}

/** Why a lesson that only code found in a session is not shown. */
export const UNCONFIRMED = 'found in a session; nobody has confirmed it'

/** A pulled pattern becomes the project's own once it is seen here, as if it had been seen before the pull. A pattern found in a session is confirmed by any other source. Any other text from outside is corroborated by a sighting on another day. */
function confirmed(state: Pattern, event: Sighting): Pattern {
  const isOwn = isOnlyPulled(state) || state.held === UNCONFIRMED
  const isSameDay = dayOf(event.occurredAt) === dayOf(state.firstSeenAt)
  if (!isOwn && (isSameDay || !isFromOutside(state.trust))) return state
  const { held: _, ...known } = state
  const trust = isOwn ? ('internal' as const) : ('corroborated' as const)
  // Wording that a person accepted, released or decided on stays.
  const isUndecided = state.quarantined && Object.keys(state.decisions).length === 0
  return isUndecided ? inOwnWords({ ...known, trust }, event.payload) : { ...known, trust }
}

/** Whether others shared the pattern and nobody has seen it here yet. */
export function isOnlyPulled({ pulledFrom, days }: Pattern): boolean {
  return pulledFrom !== undefined && days.length === 0
}

/** Replaces everything that an outsider wrote into the pattern. The outsider's wording stays as an alias, which is never shown. */
function inOwnWords(state: Pattern, seen: Sighted): Pattern {
  const { trigger: _, citation: __, repositories: ___, ...known } = reworded(state, seen)
  const { category, strength } = seen
  const nothing = { appliesTo: [], labels: [], files: [], phases: [], tags: [] }
  const own = { ...known, ...nothing, category, strength, ...withoutUndefined({ trigger: seen.trigger }) }
  return repositoriesSet(own, seen.context?.repository)
}

function counted(before: Pattern, { payload: seen, occurredAt: at, run, provenance }: Sighting): Pattern {
  const known = seenFresh(before, seen, at)
  const context = provenance.claimed ? `claimed on ${dayOf(at)}` : sightingContext(seen, run)
  // A caller that names its own runs could invent any number of them.
  const isRepeat = provenance.claimed === true && known.days.includes(dayOf(at))
  const { labels = [], files = [], tags = [], phase } = seen.context ?? {}
  return withMembers(repositoriesSeen(known, seen.context?.repository), {
    aliases: withAlias(known, seen),
    appliesTo: union(known.appliesTo, seen.appliesTo, MOST_CONTEXT),
    labels: union(known.labels, labels, MOST_CONTEXT),
    files: union(known.files, files, MOST_CONTEXT),
    phases: union(known.phases, phase === undefined ? [] : [phase], MOST_CONTEXT),
    tags: union(known.tags, tags, MOST_CONTEXT),
    tellTale: known.tellTale ?? seen.tellTale,
    citation: at < known.lastSeenAt ? known.citation : (seen.citation ?? known.citation),
    sightings: known.sightings + (isRepeat ? 0 : 1),
    contexts: isRepeat ? known.contexts : union(known.contexts, [context], MOST_KEPT),
    days: union(known.days, [dayOf(at)], MOST_KEPT),
    firstSeenAt: Math.min(known.firstSeenAt, at),
    lastSeenAt: Math.max(known.lastSeenAt, at),
    lastUsedAt: Math.max(known.lastUsedAt, at),
    agedSteps: 0,
  })
}

/** A new sighting shows that the pattern holds for the code as it is now. If it cites no place, the old place is no longer checked. */
function seenFresh(known: Pattern, seen: Sighted, at: number): Pattern {
  const { staleCitedAt, ...fresh } = known
  if (staleCitedAt === undefined || at < staleCitedAt) return known
  if (seen.citation !== undefined || fresh.citation === undefined) return fresh
  const { linesHash: _, ...citation } = fresh.citation
  return { ...fresh, citation }
}

function firstSight({ payload: seen, occurredAt: at, provenance }: Sighting): Pattern {
  return {
    id: seen.pattern,
    text: seen.text,
    textHash: seen.textHash,
    role: seen.role,
    category: seen.category,
    strength: seen.strength,
    polarity: seen.polarity,
    ...unseen(at),
    ...withoutUndefined({ trigger: seen.trigger, held: seen.held }),
    trust: provenance.trust,
    quarantined: false,
  }
}

/** The fields of a pattern without a sighting. */
export function unseen(at: number) {
  const nowhere = { appliesTo: [], aliases: [], labels: [], files: [], phases: [], tags: [], contexts: [], days: [] }
  return { ...nowhere, ...neverUsed(at) }
}

export function neverUsed(at: number) {
  return { sightings: 0, firstSeenAt: at, lastSeenAt: at, lastUsedAt: at, agedSteps: 0, decisions: {} }
}

/** Distinct contexts count towards trust: another run, or the same phase and labels where no run is known. */
function sightingContext(seen: Sighted, run: string | undefined): string {
  if (run !== undefined) return `run ${run}`
  return `phase ${seen.context?.phase ?? '-'} labels ${[...(seen.context?.labels ?? [])].sort().join(',')}`
}

function union(known: readonly string[], more: readonly string[], most: number): readonly string[] {
  const fresh = more.filter((item) => !known.includes(item))
  return fresh.length === 0 || known.length >= most ? known : [...known, ...new Set(fresh)].slice(0, most)
}

function dayOf(at: number): string {
  return new Date(Math.floor(at / DAY_MS) * DAY_MS).toISOString().slice(0, 10)
}
