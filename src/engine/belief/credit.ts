import type { Became, FeedbackType } from '../../domain/values/outcome.ts'
import type { Tier } from '../../domain/values/pattern.ts'
import { PENALTY, penalty } from '../standing/penalty.ts'

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
