import type { EventType, PayloadOf } from './catalogue.ts'

/** Properties of an event type, independent of the payload. */
export type Trait =
  /** Hooks may report it. */
  | 'from-hooks'
  /** It belongs to a session of an agent. */
  | 'of-session'
  /** Transcripts hold it, so that hooks and transcripts may both report it. */
  | 'in-transcripts'
  /** It belongs to an iteration of its run. */
  | 'of-iteration'
  /** Settling a session reads it, in addition to the events of transcripts. */
  | 'settles-session'
  /** It says that its run used a pattern. */
  | 'use'
  /** It says what became of a run or its work. */
  | 'ending'
  /** It may give the outcome of a run, or a reviewer's opinion of it: it grades every pattern that the run used. */
  | 'truth'
  /** It reports the later fate of a run's work: it is recorded with every pattern that the run used, whether it grades them or not. */
  | 'of-work'
  /** It may change how often a pattern is applied, or what is believed of it, without changing the pattern itself. */
  | 'moves-rates'
  | 'moves-beliefs'
  /** It may change an overlay. */
  | 'moves-overlays'
  /** Mettle concludes it from a verdict, in the same transaction. */
  | 'from-verdict'
  /** It brings a pattern in. */
  | 'sighting'
  /** Its source is determined before it is appended, whichever process appends it. */
  | 'source-known'
  /** The journal says it about itself; no run or source contributed it. */
  | 'bookkeeping'
  | 'decision'
  /** A person decided it on the axes of a pattern. */
  | 'on-axes'
  /** It cannot be undone. */
  | 'permanent'
  /** It may change the result of earlier folds. */
  | 'rewrites'

interface Traits<T extends EventType> {
  readonly is?: readonly Trait[]
  /** The part of the loop that it proves to be working. */
  readonly part?: 'capture' | 'learn' | 'inject' | 'judge' | 'correct' | 'share'
  /** The speaker in a session, whether a hook or a transcript reports it. */
  readonly saidBy?: 'person' | 'agent' | 'tool'
  /** The patterns that it names, if not its `pattern` alone. */
  readonly names?: (payload: PayloadOf<T>) => readonly (string | undefined)[]
  /** Other subjects, by which its consequences can be found: `deliberation/ID`. */
  readonly about?: (payload: PayloadOf<T>) => readonly (string | false)[]
}

const deliberationOf = ({ deliberation }: { deliberation?: string | undefined }) =>
  deliberation !== undefined && `deliberation/${deliberation}`

/** The traits of every event, so that no other code has to list events. Kept apart from the schemas, which are loaded late. */
const TRAITS = {
  'session-started': { is: ['from-hooks', 'of-session'] },
  'prompt-given': { is: ['from-hooks', 'of-session', 'in-transcripts', 'source-known'], saidBy: 'person' },
  'tool-used': { is: ['from-hooks', 'of-session', 'in-transcripts'], saidBy: 'tool' },
  'turn-ended': { is: ['from-hooks', 'of-session', 'in-transcripts'], saidBy: 'agent' },
  'lesson-asked': { is: ['from-hooks', 'settles-session'] },
  'commits-made': { is: ['settles-session'] },
  'session-measured': {},
  'session-ended': { is: ['from-hooks', 'of-session'] },
  'deliberation-recorded': { part: 'capture', about: (payload) => [deliberationOf(payload)] },
  'learning-captured': { is: ['settles-session'], part: 'capture' },
  'learning-classified': { part: 'learn' },
  'pattern-sighted': { is: ['sighting', 'source-known'], part: 'learn', about: (payload) => [deliberationOf(payload)] },
  'nothing-learned': { is: ['settles-session'] },
  'iteration-started': { is: ['from-hooks', 'of-iteration', 'settles-session', 'moves-rates'] },
  'iteration-closed': { is: ['of-iteration', 'moves-rates'] },
  'relevance-measured': { is: ['of-iteration', 'moves-rates'] },
  'build-finished': { is: ['from-hooks', 'of-iteration', 'moves-rates'], saidBy: 'tool' },
  'goal-evaluated': { is: ['of-iteration', 'moves-rates'] },
  'goal-chosen': { is: ['moves-rates'] },
  'pattern-injected': {
    is: ['from-hooks', 'of-iteration', 'settles-session'],
    part: 'inject',
    names: ({ items, withheld }) => [...items, ...withheld].map(({ pattern }) => pattern),
  },
  'pattern-acknowledged': { is: ['of-iteration', 'settles-session', 'use', 'moves-rates'] },
  'pattern-observed': { is: ['of-iteration', 'settles-session', 'use', 'moves-rates', 'moves-beliefs'] },
  'citation-verified': { is: ['of-iteration', 'use', 'moves-rates'] },
  'citation-checked': {},
  'pattern-reinforced': { is: ['use', 'from-verdict', 'moves-beliefs'] },
  'pattern-ignored': { is: ['from-verdict', 'moves-beliefs'] },
  'pattern-contradicted': { part: 'learn', names: ({ pattern, by }) => [pattern, by] },
  'pattern-aged': { is: ['from-verdict'] },
  'pattern-promoted': { is: ['decision', 'on-axes'] },
  'pattern-deprecated': { is: ['decision', 'on-axes'] },
  'pattern-reset': { is: ['decision', 'on-axes'] },
  'pattern-edited': { is: ['decision'] },
  'pattern-merged': { is: ['decision'], names: ({ pattern, into }) => [pattern, into] },
  'pattern-imported': {},
  'pattern-quarantined': { is: ['decision'] },
  'outcome-recorded': { is: ['of-iteration', 'ending', 'truth', 'moves-beliefs', 'moves-overlays'], part: 'judge' },
  'outcome-refused': {},
  'plan-recorded': {},
  'score-recorded': {},
  'feedback-given': {
    is: ['moves-beliefs'],
    names: ({ subject, id }) => (subject === 'pattern' ? [id] : []),
    about: ({ task }) => (task === undefined ? [] : [`task/${task}`]),
  },
  'verdict-recorded': {
    is: ['truth', 'moves-beliefs'],
    part: 'correct',
    about: (payload) => [`verdict/${payload.verdict}`, deliberationOf(payload)],
  },
  'run-merged': { is: ['ending', 'truth', 'of-work', 'moves-beliefs'] },
  'run-reverted': { is: ['ending', 'truth', 'moves-beliefs', 'moves-overlays'] },
  'run-reworked': { is: ['ending', 'truth', 'of-work', 'moves-beliefs'] },
  'review-recorded': {
    is: ['ending', 'truth', 'of-work', 'moves-beliefs'],
    about: ({ review }) => [`review/${review}`],
  },
  'error-recorded': { is: ['from-hooks'], saidBy: 'tool' },
  'error-resolved': {},
  'strike-added': {},
  'strike-cleared': {},
  'overlay-set': { is: ['decision', 'moves-overlays'] },
  'overlay-loosened': { is: ['decision', 'moves-overlays'] },
  'threshold-set': { is: ['decision'] },
  'adapter-annotated': {},
  'adapter-observed': { is: ['moves-overlays'] },
  'failure-acknowledged': { is: ['decision', 'moves-overlays'] },
  'approval-asked': { is: ['from-hooks'] },
  'approval-answered': { is: ['decision', 'moves-overlays'] },
  'pattern-pushed': { part: 'share' },
  'pattern-pulled': { is: ['sighting'], part: 'share', names: ({ pattern, left }) => [pattern, left] },
  'event-undone': { is: ['bookkeeping', 'rewrites'] },
  'payload-erased': { is: ['bookkeeping', 'permanent', 'rewrites', 'moves-rates'] },
  'retention-applied': { is: ['bookkeeping', 'permanent'] },
  'loop-failed': { is: ['bookkeeping', 'moves-rates'] },
} as const satisfies { readonly [T in EventType]: Traits<T> }

export type TypeThat<K extends Trait> = {
  [T in EventType]: (typeof TRAITS)[T] extends { readonly is: readonly (infer I)[] } ? (K extends I ? T : never) : never
}[EventType]

const BY_TRAIT = new Map<Trait, Set<string>>()
for (const [type, { is = [] }] of Object.entries(TRAITS) as [string, Traits<never>][])
  for (const trait of is) BY_TRAIT.set(trait, (BY_TRAIT.get(trait) ?? new Set()).add(type))

export function typesThat<K extends Trait>(trait: K): readonly TypeThat<K>[] {
  return [...(BY_TRAIT.get(trait) ?? [])] as TypeThat<K>[]
}

/** Whether events of a type have a trait; an unknown type has none. */
export function hasTrait<K extends Trait>(type: string, trait: K): type is TypeThat<K> {
  return BY_TRAIT.get(trait)?.has(type) === true
}

/** The traits of a type that are more than yes or no. */
export function traitsOf(type: string): Omit<Traits<never>, 'is'> {
  return (Object.hasOwn(TRAITS, type) ? TRAITS[type as EventType] : {}) as Traits<never>
}
