import type { JournalEvent, Provenance } from './event.ts'
import type { PayloadOf } from './events/catalogue.ts'
import type { Decision, Pattern } from './pattern.ts'
import { isFromOutside, isSeenInside, unseen } from './pattern-sighting.ts'
import type { SharedEvidence } from './shared-pattern.ts'

/** One push of a pattern: when it was, and which event says so. */
export interface Push {
  readonly event: string
  readonly pushedAt: number
}

/** Whether a push came before another of the same pattern; of the same moment, the lower id. The same push is not older. */
export function isOlderPush(one: Push, known: Push | undefined): boolean {
  if (known === undefined) return false
  return one.pushedAt < known.pushedAt || (one.pushedAt === known.pushedAt && one.event < known.event)
}

type Pulled = PayloadOf<'pattern-pulled'>
type Pull = JournalEvent<Pulled>

/** One journal of the organisation that knows the pattern, and what it counted. */
export interface PatternOrigin {
  readonly project: string
  readonly journal: string
  readonly pattern: string
  readonly event: string
  readonly pushedAt: number
  readonly pulledAt: number
  readonly trust: Provenance['trust']
  readonly textHash: string
  /** Its words, where they were not those of the pattern. */
  readonly text?: string
  readonly evidence: SharedEvidence
}

/** So many are kept; those that are trusted first. */
const MOST_ORIGINS = 24

/** The pattern after it came from the organisation. A source that comes again replaces what it said before, so nothing counts twice. A pattern known here only gains a note. */
export function pulled(state: Pattern | undefined, event: Pull): Pattern {
  const { payload } = event
  if (state === undefined) return { ...firstPull(event), pulledFrom: [originOf(event, true)] }
  const isThis = payload.pattern === state.id
  if (!isThis && payload.left !== state.id) return state
  const known = state.pulledFrom ?? []
  const before = known.find((origin) => isSameSource(origin, payload))
  // The same event may come again, under another trust.
  if (isOlderPush({ event: payload.sourceEvent, pushedAt: payload.pushedAt }, before)) return state
  const others = known.filter((origin) => origin !== before)
  const pulledFrom = isThis ? kept([...others, originOf(event, isSameWords(state, before, payload))]) : others
  return trusted({ ...state, pulledFrom }, known.some(vouches), payload)
}

/** Trust never comes from similarity: only a source that uses the same words, and is trusted, lends it; and takes it along. */
function trusted(state: Pattern, wasVouched: boolean, payload: Pulled): Pattern {
  const isVouched = state.pulledFrom!.some(vouches)
  if (isVouched === wasVouched || isSeenInside(state)) return state
  if (!isVouched) return { ...state, trust: 'quarantined' }
  if (!isFromOutside(state.trust)) return state
  const { trigger: _, ...rest } = state
  return { ...rest, ...contentOf(payload), trust: 'corroborated' }
}

/** Whether it began here, or a trusted source has it in the same words, or a person stands by it. That an agent repeats it is none of these. */
export function isVouchedFor(pattern: Pattern): boolean {
  const { trust, pulledFrom = [], quarantine } = pattern
  const isReleased = quarantine?.released === true || ruleOf(pattern) !== undefined
  return trust === 'internal' || isReleased || pulledFrom.some(vouches)
}

/** The decision by which a person made the pattern their rule; undefined if nobody did, or if a person retired it since. */
export function ruleOf({ decisions }: Pick<Pattern, 'decisions'>): Decision | undefined {
  const made = [decisions.maturity, decisions.lifecycle].flatMap((decision) => decision ?? [])
  return made.some(({ kind }) => kind === 'deprecate') ? undefined : made[0]
}

/** The role of what a person wrote down themselves. */
export const PERSON = 'person'

/** The reason of a promotion that says no more than that it is a rule. */
export const MADE_A_RULE = 'a person made it a rule'

/** Where a rule holds: the files that its person named. Those in which a pattern was learned say nothing about where it holds. */
export function placesOf({ role, files }: Pick<Pattern, 'role' | 'files'>): readonly string[] {
  return role === PERSON ? files : []
}

export function isRule(pattern: Pattern): boolean {
  return ruleOf(pattern) !== undefined && !pattern.quarantined && pattern.mergedInto === undefined
}

function vouches({ trust, text }: PatternOrigin): boolean {
  return text === undefined && !isFromOutside(trust)
}

/** A person may have reworded the pattern since; what its source says has not changed by that. */
function isSameWords(state: Pattern, before: PatternOrigin | undefined, { textHash }: Pulled): boolean {
  if (before?.textHash === textHash) return before.text === undefined
  return textHash === state.textHash
}

function isSameSource(known: PatternOrigin, { sourceJournal, sourcePattern }: Pulled): boolean {
  return known.journal === sourceJournal && known.pattern === sourcePattern
}

/** The same ones whatever the order in which they came. */
function kept(origins: readonly PatternOrigin[]): readonly PatternOrigin[] {
  const place = ({ trust, journal, pattern }: PatternOrigin) => `${isFromOutside(trust) ? 1 : 0} ${journal} ${pattern}`
  return [...origins].sort((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, MOST_ORIGINS)
}

function originOf({ payload, occurredAt, provenance }: Pull, hasSameWords: boolean): PatternOrigin {
  return {
    project: payload.sourceProject,
    journal: payload.sourceJournal,
    pattern: payload.sourcePattern,
    event: payload.sourceEvent,
    pushedAt: payload.pushedAt,
    pulledAt: occurredAt,
    trust: provenance.trust,
    textHash: payload.textHash,
    text: hasSameWords ? undefined : payload.text,
    evidence: payload.evidence,
  }
}

/** Nobody has seen it here: it has no sighting, no context and no day of its own. */
function firstPull({ payload, occurredAt: at, provenance }: Pull): Pattern {
  return {
    id: payload.pattern,
    text: payload.text,
    textHash: payload.textHash,
    role: payload.role,
    polarity: payload.polarity,
    ...unseen(at),
    ...contentOf(payload),
    trust: isFromOutside(provenance.trust) ? provenance.trust : 'corroborated',
    quarantined: false,
  }
}

function contentOf({ category, strength, appliesTo, trigger, tags = [], labels = [] }: Pulled) {
  const situation = trigger === undefined ? {} : { trigger }
  return { category, strength, appliesTo, tags, labels, ...situation }
}
