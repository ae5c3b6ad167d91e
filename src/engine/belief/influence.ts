import { own } from '../../domain/own.ts'

/** What each voice has moved a pattern by on the newest day on which any spoke. Its size does not grow with what is said. */
export interface Voices {
  readonly day: number
  readonly said: { readonly [voice: string]: number }
}

/** Somebody's word on a pattern: who, how much it weighs, and the day, counted from 1970. */
export interface SaidWord {
  readonly voice: string
  readonly weight: number
  readonly day: number
}

export const INFLUENCE = {
  /** What one voice can move a pattern by in a day, by words alone and whichever way. */
  mostPerVoice: 1,
  /** So many voices are heard on a pattern in a day. */
  mostVoices: 12,
}

/** Agents choose their names, so all of them are one voice. */
export const AGENTS = 'agents'

/** The voice of somebody who gives a name. */
export function voiceOf(name: string): string {
  return `by ${name.trim().toLowerCase()}`
}

/**
 * How much of a word counts: what its voice has left of the day. Only a later day opens a new allowance, so that words with earlier dates
 * are no way around it.
 * Weight 0.75 said, 0.75 more on the same day: 0.25 of it counts. The day after: all of it.
 */
export function heard(
  known: Voices | undefined,
  { voice, weight, day }: SaidWord,
  policy = INFLUENCE,
): { readonly counts: number; readonly voices: Voices } {
  const today = known !== undefined && day <= known.day ? known : { day, said: {} }
  const before = own(today.said, voice)
  const isCrowded = before === undefined && Object.keys(today.said).length >= policy.mostVoices
  const counts = isCrowded ? 0 : Math.max(0, Math.min(weight, policy.mostPerVoice - (before ?? 0)))
  if (counts === 0) return { counts, voices: today }
  return { counts, voices: { day: today.day, said: { ...today.said, [voice]: (before ?? 0) + counts } } }
}
