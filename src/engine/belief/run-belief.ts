import { RATCHET } from '../governance/ratchet.ts'
import { decay } from '../standing/decay.ts'

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
