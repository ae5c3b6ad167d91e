import type { PayloadOf } from '../../domain/events/catalogue.ts'

type Captured = PayloadOf<'learning-captured'>

export type MinedAs = NonNullable<Captured['mined']>['as']

/** A lesson that was read from what happened, with the facts that show it. */
export interface Mined {
  readonly as: MinedAs
  readonly lesson: string
  /** What was seen, for whoever asks why. */
  readonly whatHappened: string
  readonly facts: readonly string[]
  readonly command?: string
  readonly files?: readonly string[]
  readonly category: NonNullable<Captured['category']>
  readonly strength: NonNullable<Captured['strength']>
}

/** What is known of a way to fail, or of a command, from all sessions of the project. */
export interface Seen {
  readonly sessions: number
  readonly times: number
}

/** What other sessions say about the steps of this one. */
export interface KnownBefore {
  /** By the step that failed. */
  readonly snags: ReadonlyMap<string, Seen>
  /** By the step that was a check: how often it passed, and in how many sessions. */
  readonly checks: ReadonlyMap<string, Seen>
}

/** A sentence as one reads it: a capital at the beginning, one full stop at the end. */
export function asSentence(text: string): string {
  const bare = text.trim().replace(/[\s.!;,:…]+$/, '')
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}.`
}
