import { own } from '../../domain/sets.ts'
import type { Became, FeedbackType } from '../../domain/values/outcome.ts'
import type { Tier } from '../../domain/values/pattern.ts'
import { visibleText } from '../text/visible-text.ts'
import { PENALTY, penalty } from './verdict-effects.ts'

/** The signals of a run, each at most once. */
export interface RunSignals {
  readonly outcome?: FeedbackType
  /** Only the agent itself reports the outcome. */
  readonly claimed?: boolean
  /** What happened to its work. */
  readonly merge?: Became
  /** A validator passed the work, and the evidence behind it was of level 1 or 2. */
  readonly passed?: boolean | undefined
  /** It was shown, and the run did the opposite. */
  readonly ignored?: boolean | undefined
}

/** The credit that a run gives to one of its patterns. */
export interface Credit {
  readonly successes: number
  readonly reinforcements: number
  readonly ignoreWeight: number
  readonly helpful: number
  readonly harmful: number
}

export const NO_CREDIT: Credit = { successes: 0, reinforcements: 0, ignoreWeight: 0, helpful: 0, harmful: 0 }

/** The credit for naming a pattern, if the change does not show it. */
export const CITED_SHARE = 0.25

/**
 * The credit table: the credit that the signals of a run give to a pattern, by the tier that it reached there.
 *
 *   signal            shown   cited                  applied
 *   outcome helpful   -       helpful 0.25           helpful 1
 *   outcome harmful   -       harmful 0.25           harmful 1
 *   merge kept        -       0.25 success           1 success
 *   merge reworked    -       -                      -
 *   merge reverted    -       0.25 x ignore weight   ignore weight of its role
 *   validator PASS    -       1 success              1 success, 1 reinforcement
 *
 * A pattern that was shown, while the run did the opposite and still ended well, gets 0.25 x ignore weight.
 * Work that others had to fix was kept, but not as the run left it: no evidence for or against a pattern.
 * An outcome that only the agent reports counts like naming a pattern, whatever the tier.
 * This is a pure function of what is known, so a late result only adds the difference to the credit given before.
 * Applied by a sentinel's pattern in a run that was helpful and then reverted: helpful 1, ignore weight 1.5.
 */
export function creditFor(signals: RunSignals, tier: Tier, role: string, policy = PENALTY): Credit {
  if (tier === 'shown') {
    const isNeedless = signals.ignored === true && signals.outcome === 'helpful' && signals.claimed !== true
    return isNeedless ? { ...NO_CREDIT, ignoreWeight: CITED_SHARE * penalty({ role }, policy).weight } : NO_CREDIT
  }
  const share = tier === 'applied' ? 1 : CITED_SHARE
  const said = signals.claimed === true ? CITED_SHARE : share
  const passed = signals.passed === true ? 1 : 0
  return {
    successes: passed + (signals.merge === 'kept' ? share : 0),
    reinforcements: tier === 'applied' ? passed : 0,
    ignoreWeight: signals.merge === 'reverted' ? share * penalty({ role }, policy).weight : 0,
    helpful: signals.outcome === 'helpful' ? said : 0,
    harmful: signals.outcome === 'harmful' ? said : 0,
  }
}

/** The credit that is still missing: `due - given`, part by part. */
export function creditDue(due: Credit, given: Credit): Credit {
  return {
    successes: due.successes - given.successes,
    reinforcements: due.reinforcements - given.reinforcements,
    ignoreWeight: due.ignoreWeight - given.ignoreWeight,
    helpful: due.helpful - given.helpful,
    harmful: due.harmful - given.harmful,
  }
}

export function isNoCredit(credit: Credit): boolean {
  return Object.values(credit).every((part) => part === 0)
}

/** How far each voice has moved a pattern on the newest day with a vote. Its size does not grow with the number of votes. */
export interface Voices {
  readonly day: number
  readonly said: { readonly [voice: string]: number }
}

export const INFLUENCE = {
  /** The most that one voice can move a pattern in a day, in either direction. */
  mostPerVoice: 1,
  /** The most voices that count for a pattern in a day. */
  mostVoices: 12,
}

/** Agents choose their own names, so all of them are one voice. */
export const AGENTS = 'agents'

/** The voice of a named person, ignoring invisible characters in the name. */
export function voiceOf(name: string): string {
  return `by ${visibleText(name).text.trim().toLowerCase()}`
}

/** The part of a vote that counts, within the voice's remaining allowance for the day. Only a later day opens a new allowance, so backdated votes gain nothing. Weight 0.75, then 0.75 more on the same day: 0.25 of it counts. The day after: all of it. */
export function countedWeight(
  known: Voices | undefined,
  { voice, weight, day }: { voice: string; weight: number; day: number },
  policy = INFLUENCE,
): { readonly counts: number; readonly voices: Voices } {
  const today = known !== undefined && day <= known.day ? known : { day, said: {} }
  const before = own(today.said, voice)
  const isCrowded = before === undefined && Object.keys(today.said).length >= policy.mostVoices
  const counts = isCrowded ? 0 : Math.max(0, Math.min(weight, policy.mostPerVoice - (before ?? 0)))
  if (counts === 0) return { counts, voices: today }
  return { counts, voices: { day: today.day, said: { ...today.said, [voice]: (before ?? 0) + counts } } }
}
