import type { JournalEvent, Provenance } from './event.ts'
import type { PayloadOf } from './events/catalogue.ts'
import type { Decision, Pattern } from './pattern.ts'
import { isFromOutside, isSeenInside, unseen } from './pattern-sighting.ts'
import type { SharedEvidence } from './shared-pattern.ts'

/** One push of a pattern: its time, and its event. */
export interface Push {
  readonly event: string
  readonly pushedAt: number
}

/** Whether a push came before another of the same pattern; at equal times, the lower event id comes first. A push is not older than itself. */
export function isOlderPush(one: Push, known: Push | undefined): boolean {
  if (known === undefined) return false
  return one.pushedAt < known.pushedAt || (one.pushedAt === known.pushedAt && one.event < known.event)
}

type Pulled = PayloadOf<'pattern-pulled'>
type Pull = JournalEvent<Pulled>

/** One journal of the organisation that knows the pattern, with its counts. */
export interface PatternOrigin {
  readonly project: string
  readonly journal: string
  readonly pattern: string
  readonly event: string
  readonly pushedAt: number
  readonly pulledAt: number
  readonly trust: Provenance['trust']
  readonly textHash: string
  /** Its words, if they differ from the pattern's. */
  readonly text?: string
  readonly evidence: SharedEvidence
}

/** The number of origins that are kept, trusted ones first. */
const MOST_ORIGINS = 24

/** The pattern after a pull from the organisation. A repeated pull from the same source replaces that source's earlier figures, so nothing counts twice. A pattern that is already known here only gains a note of the source. */
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

/** Similar wording never confers trust. Only a trusted source with exactly the same words does, and if that source is withdrawn, so is the trust. */
function trusted(state: Pattern, wasVouched: boolean, payload: Pulled): Pattern {
  const isVouched = state.pulledFrom!.some(vouches)
  if (isVouched === wasVouched || isSeenInside(state)) return state
  if (!isVouched) return { ...state, trust: 'quarantined' }
  if (!isFromOutside(state.trust)) return state
  const { trigger: _, ...rest } = state
  return { ...rest, ...contentOf(payload), trust: 'corroborated' }
}

/** Whether the pattern originated here, or a trusted source has it in the same words, or a person vouches for it. An agent that repeats it does not vouch for it. */
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

/** The reason of a promotion that gives no other. */
export const MADE_A_RULE = 'a person made it a rule'

/** The files where a rule applies: those that its person named. The files in which a pattern was learned do not limit where it applies. */
export function placesOf({ role, files }: Pick<Pattern, 'role' | 'files'>): readonly string[] {
  return role === PERSON ? files : []
}

export function isRule(pattern: Pattern): boolean {
  return ruleOf(pattern) !== undefined && !pattern.quarantined && pattern.mergedInto === undefined
}

function vouches({ trust, text }: PatternOrigin): boolean {
  return text === undefined && !isFromOutside(trust)
}

/** Whether the source still has the words of the pattern. Rewording the pattern here does not count as a change of the source. */
function isSameWords(state: Pattern, before: PatternOrigin | undefined, { textHash }: Pulled): boolean {
  if (before?.textHash === textHash) return before.text === undefined
  return textHash === state.textHash
}

function isSameSource(known: PatternOrigin, { sourceJournal, sourcePattern }: Pulled): boolean {
  return known.journal === sourceJournal && known.pattern === sourcePattern
}

/** Keeps the same origins in whatever order they came. */
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

/** A pulled pattern before anybody has seen it here: without a sighting, a context or a day of its own. */
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
