import type { Provenance } from './event.ts'
import type { PayloadOf } from './events/catalogue.ts'
import { type PatternOrigin, pulled } from './pattern-pull.ts'
import { repositoriesSet, reworded } from './pattern-scope.ts'
import { isFromOutside, sighted } from './pattern-sighting.ts'
import { type ByType, byType, type EventOf, type KnownEvent } from './read-event.ts'
import { withoutUndefined } from './sets.ts'

type Sighted = PayloadOf<'pattern-sighted'>
export type Axis = 'lifecycle' | 'maturity'

/** The role of imported patterns, which are for everyone; no agent has it. */
export const IMPORT_ROLE = 'import'

/** The role of lessons that nobody wrote down: code found them in sessions. */
export const MINER = 'mined'

/** What a person decided about a pattern; it holds until a person resets it. */
export interface Decision {
  readonly kind: 'promote' | 'deprecate'
  readonly at: number
  readonly by: string
  readonly reason: string
}

/** A contradiction of two patterns, as one of them sees it. */
export interface Conflict {
  readonly with: string
  readonly reason: string
  readonly since: number
  /** The runs that stated this pattern after the other was last stated, and vice versa; one of the two is empty. */
  readonly mine: readonly string[]
  readonly theirs: readonly string[]
  /** The run that stated the other one last said that it holds instead. */
  readonly isReplaced?: true
}

/** A pattern that may say the same in other words; code cannot tell. */
export interface NearPattern extends Pick<Conflict, 'with' | 'reason' | 'since'> {
  /** A person said that they are two lessons. */
  readonly isApart?: true
}

/** A conflict is settled when this many newer runs state one side and none the other. */
const SETTLING_RUNS = 2

/** The pattern that newer runs state instead of this one; a person's promotion holds against that. What only one run stated is replaced by the word of one. */
export function replacedBy({ conflicts = [], contexts, decisions: { lifecycle, maturity } }: Pattern) {
  if (lifecycle?.kind === 'promote' || maturity?.kind === 'promote') return undefined
  const needed = ({ isReplaced }: Conflict) => Math.min(SETTLING_RUNS, isReplaced ? contexts.length : SETTLING_RUNS)
  return conflicts.find((one) => one.theirs.length > 0 && one.theirs.length >= needed(one))?.with
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
  /** The sign that its mistake came back, if its words imply none; `none`: a person does not want it measured. */
  readonly tellTale?: string
  /** Other wordings under which it was seen, newest last. */
  readonly aliases: readonly string[]
  readonly labels: readonly string[]
  readonly files: readonly string[]
  readonly phases: readonly string[]
  readonly tags: readonly string[]
  /** The repositories that it is for; left out, every one. */
  readonly repositories?: readonly string[]
  readonly citation?: Sighted['citation']
  /** When its cited lines were found changed by somebody other than a run that used it; it ranks lower until it is seen or used there again. */
  readonly staleCitedAt?: number
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
  /** Quarantined: it came from outside and nothing from inside has confirmed it, or a person quarantined it. */
  readonly quarantined: boolean
  /** Why it was held when it was first seen; gone once it was seen from inside. */
  readonly held?: string
  /** A person's decision to quarantine or release it; overrides its origin. */
  readonly quarantine?: { readonly released: boolean; readonly by: string; readonly reason: string }
  readonly mergedInto?: string
  readonly conflicts?: readonly Conflict[]
  readonly near?: readonly NearPattern[]
  /** It is the warning that this pattern turned into. */
  readonly invertedFrom?: string
  /** What it warns of no longer fails that often. */
  readonly recovered?: true
  /** The other journals of the organisation that have it, with their counts; shown, never scored. */
  readonly pulledFrom?: readonly PatternOrigin[]
}

/** Folds one fact into a pattern. Total: returns the same state for an event that does not concern patterns, and undefined for a pattern that was never seen. */
export function evolvePattern(state: Pattern | undefined, event: KnownEvent): Pattern | undefined {
  if (event.type === 'pattern-sighted') return settled(sighted(state, event))
  if (event.type === 'pattern-pulled') return settled(pulled(state, event))
  if (state === undefined) return undefined
  return byType(FOLDS, event, state) ?? state
}

const FOLDS: ByType<Pattern, [state: Pattern]> = {
  'pattern-aged': (_, state) => ({ ...state, agedSteps: state.agedSteps + 1 }),
  'pattern-reinforced': ({ occurredAt }, state) => {
    return { ...state, agedSteps: 0, lastUsedAt: Math.max(state.lastUsedAt, occurredAt) }
  },
  'pattern-promoted': ({ payload, occurredAt: at }, state) => decided(state, payload, { kind: 'promote', at }),
  'pattern-deprecated': ({ payload, occurredAt: at }, state) => {
    return decided(state, payload, { kind: 'deprecate', at })
  },
  'pattern-reset': ({ payload }, state) => decided(state, payload, undefined),
  'pattern-edited': ({ payload }, state) => edited(state, payload),
  'pattern-merged': ({ payload }, state) =>
    payload.pattern === state.id && payload.into !== state.id ? { ...state, mergedInto: payload.into } : state,
  'pattern-contradicted': (event, state) => contradicted(state, event),
  'citation-checked': ({ payload, occurredAt }, state) => citationChecked(state, payload, occurredAt),
  'pattern-quarantined': ({ payload }, state) =>
    settled({ ...state, quarantine: { released: payload.released, by: payload.by, reason: payload.reason } }),
}

/** Ignores a check of lines that the pattern no longer cites, unless the check found rewritten lines in the same file: then a run that used the pattern changed them, and the pattern cites the new lines. */
function citationChecked(state: Pattern, { citation, found }: PayloadOf<'citation-checked'>, at: number): Pattern {
  if (state.citation?.linesHash === undefined) return state
  const { staleCitedAt, ...fresh } = state
  if (state.citation.linesHash !== citation.linesHash)
    return found && state.citation.file === citation.file ? { ...fresh, citation } : state
  if (found) return staleCitedAt === undefined ? state : fresh
  return { ...state, staleCitedAt: staleCitedAt ?? at }
}

/** An agent's claim opens a conflict, but settles none. */
function contradicted(state: Pattern, event: EventOf<'pattern-contradicted'>): Pattern {
  const { pattern, by, reason, as } = event.payload
  const isMine = by === state.id
  const other = isMine ? pattern : by
  if (!isMine && pattern !== state.id) return state
  const since = event.occurredAt
  const before = state.near?.find((one) => one.with === other)
  const near = state.near?.filter((one) => one !== before) ?? []
  const conflicts = state.conflicts?.filter((one) => one.with !== other) ?? []
  const conflict = state.conflicts?.find((one) => one.with === other)
  // A person's word holds against what code or a run says later.
  if (as === 'apart') return { ...state, conflicts, near: kept(near, { with: other, reason, since, isApart: true }) }
  if (before?.isApart || (as === 'near' && (before ?? conflict) !== undefined)) return state
  if (as === 'near') return { ...state, near: kept(near, { with: other, reason, since }) }
  const known = conflict ?? { with: other, reason, mine: [], theirs: [], since }
  const runs = (before: readonly string[]) =>
    event.provenance.claimed ? before : [...new Set([...before, event.run ?? event.id])].slice(-SETTLING_RUNS)
  const { isReplaced: _, ...rest } = known
  const replaced = as === 'replaced' && !isMine ? { isReplaced: true as const } : {}
  const sides = isMine ? { mine: runs(known.mine), theirs: [] } : { mine: [], theirs: runs(known.theirs) }
  const after = { ...state, conflicts: kept(conflicts, { ...rest, ...replaced, ...sides }) }
  return before === undefined ? after : { ...after, near }
}

const MOST_KEPT = 12
const kept = <T>(known: readonly T[], one: T) => [...known, one].slice(-MOST_KEPT)

/** A person's decision, or else the origin, determines whether the pattern is quarantined. */
function settled(pattern: Pattern): Pattern {
  const quarantined = pattern.quarantine === undefined ? isFromOutside(pattern.trust) : !pattern.quarantine.released
  return quarantined === pattern.quarantined ? pattern : { ...pattern, quarantined }
}

function edited(state: Pattern, change: PayloadOf<'pattern-edited'>): Pattern {
  const { phase, repository } = change.context ?? {}
  return {
    ...repositoriesSet(reworded(state, change), repository),
    category: change.category ?? state.category,
    strength: change.strength ?? state.strength,
    ...withoutUndefined({ tellTale: change.tellTale }),
    appliesTo: change.appliesTo ?? state.appliesTo,
    labels: change.context?.labels ?? state.labels,
    files: change.context?.files ?? state.files,
    phases: phase === undefined ? state.phases : [phase],
    tags: change.context?.tags ?? state.tags,
  }
}

function decided(
  state: Pattern,
  { axes, by, reason }: { axes: readonly Axis[]; by: string; reason: string },
  decision: Pick<Decision, 'kind' | 'at'> | undefined,
): Pattern {
  const decisions: { [A in Axis]?: Decision } = { ...state.decisions }
  for (const axis of axes) {
    if (decision === undefined) delete decisions[axis]
    else decisions[axis] = { ...decision, by, reason }
  }
  return { ...state, decisions }
}
