import type { Provenance } from './event.ts'
import type { PayloadOf } from './events/catalogue.ts'
import type { KnownEvent } from './read-event.ts'

type Sighted = PayloadOf<'pattern-sighted.v1'>
export type Axis = 'lifecycle' | 'maturity'

/** What a person decided about a pattern; it holds until a person resets it. */
export interface Decision {
  readonly kind: 'promote' | 'deprecate'
  readonly at: number
  readonly by: string
  readonly reason: string
}

/** The facts about a pattern. Scores and states are not here: they follow from these and the time. */
export interface Pattern {
  readonly id: string
  readonly text: string
  readonly textHash: string
  readonly role: string
  readonly category: Sighted['category']
  readonly strength: Sighted['strength']
  readonly polarity: Sighted['polarity']
  readonly appliesTo: readonly string[]
  readonly trigger?: string
  /** Other wordings under which it was seen, newest last. */
  readonly aliases: readonly string[]
  readonly labels: readonly string[]
  readonly files: readonly string[]
  readonly phases: readonly string[]
  readonly tags: readonly string[]
  readonly citation?: Sighted['citation']
  readonly sightings: number
  /** Distinct runs or phase-and-label sets, and distinct days, in which it was seen; only the first few are kept. */
  readonly contexts: readonly string[]
  readonly days: readonly string[]
  readonly firstSeenAt: number
  readonly lastSeenAt: number
  /** A sighting or a credited application, never an injection alone. */
  readonly lastUsedAt: number
  readonly agedSteps: number
  readonly decisions: { readonly [A in Axis]?: Decision }
  readonly trust: Provenance['trust']
  readonly quarantined: boolean
  readonly mergedInto?: string
  readonly invertedFrom?: string
}

const MOST_KEPT = 12
const MOST_CONTEXT = 40
const DAY_MS = 86_400_000

/**
 * Folds one fact into a pattern. Total: an event that says nothing about patterns gives back the same state, and so does
 * one about a pattern that was never sighted.
 */
export function evolvePattern(state: Pattern | undefined, event: KnownEvent): Pattern | undefined {
  if (event.type === 'pattern-sighted.v1') return sighted(state, event.payload, event.occurredAt, event)
  if (state === undefined) return undefined
  switch (event.type) {
    case 'pattern-aged.v1':
      return { ...state, agedSteps: state.agedSteps + 1 }
    case 'pattern-reinforced.v1':
      return { ...state, agedSteps: 0, lastUsedAt: Math.max(state.lastUsedAt, event.occurredAt) }
    case 'pattern-promoted.v1':
      return decided(state, event.payload.axes, {
        kind: 'promote',
        at: event.occurredAt,
        ...whoAndWhy(event.payload),
      })
    case 'pattern-deprecated.v1':
      return decided(state, event.payload.axes, {
        kind: 'deprecate',
        at: event.occurredAt,
        ...whoAndWhy(event.payload),
      })
    case 'pattern-reset.v1':
      return decided(state, event.payload.axes, undefined)
    case 'pattern-edited.v1':
      return edited(state, event.payload)
    case 'pattern-merged.v1':
      return { ...state, mergedInto: event.payload.into }
    case 'pattern-quarantined.v1':
      return { ...state, quarantined: !event.payload.released }
    default:
      return state
  }
}

function sighted(
  state: Pattern | undefined,
  seen: Sighted,
  at: number,
  event: { run?: string; provenance: Provenance },
): Pattern {
  const known = state ?? firstSight(seen, at, event.provenance)
  const isAlias = seen.textHash !== known.textHash && !known.aliases.includes(seen.text)
  return {
    ...known,
    ...(isAlias ? { aliases: keepNewest(known.aliases, [seen.text], MOST_KEPT) } : {}),
    appliesTo: union(known.appliesTo, seen.appliesTo, MOST_CONTEXT),
    labels: union(known.labels, seen.context?.labels ?? [], MOST_CONTEXT),
    files: union(known.files, seen.context?.files ?? [], MOST_CONTEXT),
    phases: union(known.phases, seen.context?.phase === undefined ? [] : [seen.context.phase], MOST_CONTEXT),
    tags: union(known.tags, seen.context?.tags ?? [], MOST_CONTEXT),
    ...(seen.citation === undefined ? {} : { citation: seen.citation }),
    sightings: known.sightings + 1,
    contexts: union(known.contexts, [sightingContext(seen, event.run)], MOST_KEPT),
    days: union(known.days, [dayOf(at)], MOST_KEPT),
    firstSeenAt: Math.min(known.firstSeenAt, at),
    lastSeenAt: Math.max(known.lastSeenAt, at),
    lastUsedAt: Math.max(known.lastUsedAt, at),
    agedSteps: 0,
  }
}

function firstSight(seen: Sighted, at: number, provenance: Provenance): Pattern {
  return {
    id: seen.pattern,
    text: seen.text,
    textHash: seen.textHash,
    role: seen.role,
    category: seen.category,
    strength: seen.strength,
    polarity: seen.polarity,
    appliesTo: [],
    ...(seen.trigger === undefined ? {} : { trigger: seen.trigger }),
    aliases: [],
    labels: [],
    files: [],
    phases: [],
    tags: [],
    sightings: 0,
    contexts: [],
    days: [],
    firstSeenAt: at,
    lastSeenAt: at,
    lastUsedAt: at,
    agedSteps: 0,
    decisions: {},
    trust: provenance.trust,
    quarantined: provenance.trust === 'quarantined',
  }
}

/** Distinct contexts count towards trust: another run, or the same phase and labels where no run is known. */
function sightingContext(seen: Sighted, run: string | undefined): string {
  if (run !== undefined) return `run ${run}`
  return `phase ${seen.context?.phase ?? '-'} labels ${[...(seen.context?.labels ?? [])].sort().join(',')}`
}

function edited(state: Pattern, change: PayloadOf<'pattern-edited.v1'>): Pattern {
  const reworded =
    change.text !== undefined && change.textHash !== undefined && change.textHash !== state.textHash
  return {
    ...state,
    ...(reworded
      ? {
          text: change.text!,
          textHash: change.textHash!,
          aliases: keepNewest(state.aliases, [state.text], MOST_KEPT),
        }
      : {}),
    category: change.category ?? state.category,
    strength: change.strength ?? state.strength,
    appliesTo: change.appliesTo ?? state.appliesTo,
    labels: change.context?.labels ?? state.labels,
    files: change.context?.files ?? state.files,
    tags: change.context?.tags ?? state.tags,
  }
}

function decided(state: Pattern, axes: readonly Axis[], decision: Decision | undefined): Pattern {
  const decisions: { [A in Axis]?: Decision } = { ...state.decisions }
  for (const axis of axes) {
    if (decision === undefined) delete decisions[axis]
    else decisions[axis] = decision
  }
  return { ...state, decisions }
}

function whoAndWhy({ by, reason }: { by: string; reason: string }) {
  return { by, reason }
}

function union(known: readonly string[], more: readonly string[], most: number): readonly string[] {
  const fresh = more.filter((item) => !known.includes(item))
  return fresh.length === 0 || known.length >= most ? known : [...known, ...new Set(fresh)].slice(0, most)
}

function keepNewest(known: readonly string[], more: readonly string[], most: number): readonly string[] {
  return [...known, ...more].slice(-most)
}

function dayOf(at: number): string {
  return new Date(Math.floor(at / DAY_MS) * DAY_MS).toISOString().slice(0, 10)
}
