import { own } from '../../domain/own.ts'
import type { Became, FeedbackType } from '../../domain/values/outcome.ts'
import type { Tier } from '../../domain/values/pattern.ts'
import { RATCHET } from '../governance/overlay.ts'
import { PENALTY, penalty } from '../standing/correction.ts'
import { decay } from '../standing/decay.ts'

/** What became known about a run, each at most once. */
export interface RunSignals {
  readonly outcome?: FeedbackType
  /** Nobody saw the outcome but the agent that tells it. */
  readonly claimed?: boolean
  /** What became of its work. */
  readonly merge?: Became
  /** A validator passed the work, and the evidence behind it was of level 1 or 2. */
  readonly passed?: boolean
}

/** What a run gives to one of its patterns. */
export interface Credit {
  readonly successes: number
  readonly reinforcements: number
  readonly ignoreWeight: number
  readonly helpful: number
  readonly harmful: number
}

export const NO_CREDIT: Credit = { successes: 0, reinforcements: 0, ignoreWeight: 0, helpful: 0, harmful: 0 }

/** What naming a pattern without showing it in the change is worth. */
export const CITED_SHARE = 0.25

/**
 * The credit table: what the signals of a run say about a pattern that reached a tier there.
 *
 *   signal            shown   cited                  applied
 *   outcome helpful   -       helpful 0.25           helpful 1
 *   outcome harmful   -       harmful 0.25           harmful 1
 *   merge kept        -       0.25 success           1 success
 *   merge reworked    -       -                      -
 *   merge reverted    -       0.25 x ignore weight   ignore weight of its role
 *   validator PASS    -       1 success              1 success, 1 reinforcement
 *
 * Work that others had to mend was kept, though not as the run had left it: that speaks neither for a pattern nor against it.
 * An outcome that nobody but the agent saw is worth what naming a pattern is, whatever the tier.
 * It is a pure function of what is known, so truth that arrives late only changes the difference to what was given before.
 * Applied by a sentinel's pattern in a run that was helpful and then reverted: helpful 1, ignore weight 1.5.
 */
export function creditFor(signals: RunSignals, tier: Tier, role: string, policy = PENALTY): Credit {
  if (tier === 'shown') return NO_CREDIT
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

/** What is still to be given: `due - given`, part by part. */
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

/** Runs of late that went well and that did not, as of a time; both fade with every run and with every day. */
export interface Belief {
  readonly successes: number
  readonly failures: number
  readonly at: number
}

export const NO_BELIEF: Belief = { successes: 0, failures: 0, at: 0 }

/**
 * `mass <- 0.98 x 2^(-days / 90) x mass + 1 for the run's own side`.
 *
 * Two successes a day apart: 0.98 x 2^(-1/90) + 1 = 1.9725. A run that arrives late fades nothing by its own date. The order of
 * runs matters here, for the latest weigh most.
 */
export function addToBelief(
  belief: Belief,
  run: { readonly success: boolean; readonly at: number },
  policy = RATCHET,
): Belief {
  const faded = (mass: number) => policy.decayPerRun * decay(mass, run.at - belief.at, policy.halfLifeDays)
  return {
    successes: faded(belief.successes) + (run.success ? 1 : 0),
    failures: faded(belief.failures) + (run.success ? 0 : 1),
    at: Math.max(belief.at, run.at),
  }
}

/**
 * The belief without a run that must not count after all: what the days have left of it goes. How many runs have faded it since is not known, so a little
 * more than its own may go, never more than is there.
 */
export function takeFromBelief(
  belief: Belief,
  run: { readonly success: boolean; readonly at: number },
  policy = RATCHET,
): Belief {
  const left = decay(1, Math.max(0, belief.at - run.at), policy.halfLifeDays)
  return {
    successes: Math.max(0, belief.successes - (run.success ? left : 0)),
    failures: Math.max(0, belief.failures - (run.success ? 0 : left)),
    at: belief.at,
  }
}

/**
 * The Beta distribution of the success rate: what was seen, on top of eight imagined runs of which 85 % went well.
 *
 * Without a run: a = 6.8, b = 1.2, so P(success rate < 0.75) = 0.185.
 */
export function betaOf(belief: Belief, policy = RATCHET): { readonly a: number; readonly b: number } {
  return {
    a: policy.priorRuns * policy.priorSuccessRate + belief.successes,
    b: policy.priorRuns * (1 - policy.priorSuccessRate) + belief.failures,
  }
}
