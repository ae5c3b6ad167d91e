import type { PayloadOf } from '../../domain/events/catalogue.ts'

type Sighted = PayloadOf<'pattern-sighted'>
type Outcome = PayloadOf<'outcome-recorded'>
type Feedback = PayloadOf<'feedback-given'>
type Failed = PayloadOf<'error-recorded'>
type Captured = PayloadOf<'learning-captured'>
type Goal = PayloadOf<'goal-evaluated'>
export type Citation = NonNullable<Sighted['citation']>

/** Another system's figures for a pattern: a claim, which is kept and shown but enters no score. */
export interface Claim {
  /** The id under which the other system knows the pattern. */
  readonly sourceId?: string
  readonly evidence: Readonly<Record<string, number>>
  /** Its label in the other system: a flag, or a maturity. */
  readonly label?: string
}

export interface ForeignPattern extends Claim {
  readonly kind: 'pattern'
  readonly text: string
  readonly category?: Sighted['category']
  readonly polarity?: Sighted['polarity']
  readonly trigger?: string
  readonly appliesTo: readonly string[]
  readonly tags: readonly string[]
  /** The only repository it applies to; omitted: all. */
  readonly repository?: string
  readonly at?: number
}

/** One time that a pattern was put in front of an agent, and what became of it: a row of `outcomes.log`. */
export interface Application {
  readonly kind: 'application'
  readonly at: number
  readonly run: string
  readonly iteration: number
  readonly agent: string
  /** The words by which the log names the pattern. */
  readonly trigger: string
  readonly status: 'applied' | 'injected'
  readonly citations: readonly Citation[]
  readonly verified: boolean
  readonly relevance?: { readonly score: number; readonly method: string }
  readonly goal?: { readonly name: string; readonly success: boolean; readonly score: number }
  readonly build?: 'passed' | 'failed'
}

export interface ForeignAcknowledgement {
  readonly kind: 'acknowledgement'
  readonly at: number
  readonly run: string
  readonly iteration: number
  readonly agent: string
  readonly acknowledged: boolean
  readonly patterns: string
  readonly evidence: string
}

/** A run from another system's log. `completed` there is not an observed success. */
export interface ForeignRun {
  readonly kind: 'run'
  readonly run: string
  readonly at: number
  readonly notes: string
}

export interface ForeignLearning extends Omit<Captured, 'learning' | 'appliesTo'> {
  readonly kind: 'learning'
  readonly appliesTo: readonly string[]
  readonly run?: string
  readonly at?: number
}

/** A finished run as a governance loop writes it, not yet checked. */
export interface GradedRun {
  readonly kind: 'graded'
  readonly record: Readonly<Record<string, unknown>>
}

export interface ForeignOutcome {
  readonly kind: 'outcome'
  readonly outcome: Omit<Outcome, 'observedBy'>
  readonly at?: number
}

export interface ForeignFeedback extends Pick<Feedback, 'type' | 'weight' | 'task' | 'reasoning'> {
  readonly kind: 'feedback'
  readonly subject: 'pattern' | 'criterion'
  /** Of a pattern, the id that the other system gave it. */
  readonly id: string
  readonly at: number
}

export interface ForeignError extends Omit<Failed, 'error'> {
  readonly kind: 'error'
  readonly error: string
  readonly at: number
  readonly resolved: boolean
}

export interface ForeignStrikes {
  readonly kind: 'strikes'
  readonly task: string
  readonly failures: readonly { readonly attempt: string; readonly reason: string; readonly at: number }[]
}

export interface ForeignClaim extends Claim {
  readonly kind: 'claim'
  readonly sourceId: string
  readonly at?: number
}

export interface ForeignGoal extends Omit<Goal, 'metrics'> {
  readonly kind: 'goal'
  readonly run: string
  readonly metrics: Readonly<Record<string, number>>
  readonly at?: number
}

export interface ForeignBuild {
  readonly kind: 'build'
  readonly run: string
  readonly iteration: number
  readonly passed: boolean
  readonly at: number
}

export interface ForeignDeliberation {
  readonly kind: 'deliberation'
  readonly text: string
}

/** One entry of another system's file, in our terms. Times are epoch milliseconds. */
export type ForeignRecord =
  | ForeignPattern
  | Application
  | ForeignAcknowledgement
  | ForeignRun
  | ForeignLearning
  | ForeignOutcome
  | GradedRun
  | ForeignFeedback
  | ForeignError
  | ForeignStrikes
  | ForeignClaim
  | ForeignGoal
  | ForeignBuild
  | ForeignDeliberation
  | { readonly kind: 'setting'; readonly key: string; readonly value: string | number | readonly string[] }

/** One entry as it was read, with the line on which it begins. */
export type Reading = { readonly line: number } & Read

export type Read =
  | { readonly kind: 'record'; readonly record: ForeignRecord }
  /** Invalid. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Valid, but with nothing to import. */
  | { readonly kind: 'passed'; readonly reason: string }
  /** In no known format. */
  | { readonly kind: 'unknown'; readonly reason: string }

export function taken(record: ForeignRecord): Read {
  return { kind: 'record', record }
}

export function refused(reason: string): Read {
  return { kind: 'refused', reason }
}

export function passed(reason: string): Read {
  return { kind: 'passed', reason }
}
