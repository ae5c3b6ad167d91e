import { DAY_MS } from '../../domain/numbers.ts'
import { IMPORT_ROLE } from '../../domain/pattern.ts'
import { isOnlyPulled } from '../../domain/pattern-sighting.ts'
import type { Policy } from '../../engine/laws/policy.ts'
import { type StrategyRecord, strategyStanding } from '../../engine/laws/strategies.ts'
import type { Axes } from '../../engine/standing/axes.ts'
import { inversion } from '../../engine/standing/inversion.ts'
import { massAt, type PatternRecord } from '../../engine/standing/pattern-record.ts'
import { adviceRisk } from '../../engine/trust/advice-risk.ts'
import { counted } from '../standing-words.ts'
import type { WhyHistory, WhyNamed } from './why-named.ts'

const MOST = 10_000

/** The smallest number of additional items, from 1 on, for which a condition holds; undefined if there is none. */
export function leastMore(holds: (more: number) => boolean): number | undefined {
  for (let more = 1; more <= MOST; more++) if (holds(more)) return more
  return undefined
}

const STATES = { works: 'it works', avoid: 'to be avoided', open: 'open' } as const
const EXAMPLES = 3

export function whyStrategy(record: StrategyRecord, history: WhyHistory, policy: Policy): WhyNamed {
  const { strategy, successes, failures } = record
  const { state, observations } = strategyStanding(record, policy)
  return {
    name: strategy,
    state: STATES[state],
    arithmetic: observations === 0 ? 'it was never tried' : arithmetic(record, policy),
    evidence: [
      `${counted(observations, 'observation')}: ${successes} succeeded, ${failures} failed`,
      ...record.examples.slice(0, EXAMPLES).map(exampleLine),
    ],
    whatWouldChangeIt: changes(record, policy),
    ...history,
  }
}

/** `failed 5 of 7 = 0.71; a warning from 0.6 on, once there are 3` */
function arithmetic({ successes, failures }: StrategyRecord, { inversion: policy }: Policy): string {
  const observations = successes + failures
  const share = (failures / observations).toFixed(2)
  return `failed ${failures} of ${observations} = ${share}; a warning from ${policy.failureRatioThreshold} on, once there are ${policy.minObservations}`
}

function exampleLine({ run = '', task = '', success }: StrategyRecord['examples'][number]): string {
  const where = [task, run].filter((name) => name !== '').join(' of ')
  return `${success ? 'succeeded' : 'failed'} in ${where === '' ? "someone's word" : where}`
}

function changes(record: StrategyRecord, policy: Policy): string[] {
  const standing = (more: { good?: number; bad?: number }) =>
    strategyStanding(
      { ...record, successes: record.successes + (more.good ?? 0), failures: record.failures + (more.bad ?? 0) },
      policy,
    ).state
  const { state } = strategyStanding(record, policy)
  const open = leastMore((good) => standing({ good }) !== 'avoid')
  const works = leastMore((good) => standing({ good }) === 'works')
  const avoid = leastMore((bad) => standing({ bad }) === 'avoid')
  const line = (what: string, more: number | undefined, noun: string) =>
    more === undefined ? [] : [`${what} after ${counted(more, noun)}${more === 1 ? '' : ' in a row'}`]
  return [
    ...(state === 'avoid' ? line('no longer a warning', open, 'more success') : []),
    ...(state === 'works' ? [] : line('counts as working', works, 'more success')),
    ...(state === 'avoid' ? [] : line('a warning', avoid, 'more failure')),
  ]
}

/** What it takes for a pattern to become a warning or change back, by its feedback in runs and people's votes. */
export function inversionChanges(
  counts: { readonly helpful: number; readonly harmful: number },
  isInverted: boolean,
  { inversion: policy }: Policy,
): string[] {
  const { helpful, harmful } = counts
  const inverts = (good: number, bad: number) =>
    inversion({ content: '', kind: 'pattern', successes: good, failures: bad }, policy).inverts
  const figures = `failed ${harmful} of ${helpful + harmful}, and it becomes a warning from ${policy.failureRatioThreshold} on`
  const more = isInverted
    ? leastMore((n) => !inverts(helpful + n, harmful))
    : leastMore((n) => inverts(helpful, harmful + n))
  if (more === undefined) return []
  if (isInverted) return [`no longer turned into a warning after ${more} more helpful (${figures})`]
  return harmful === 0 ? [] : [`turned into a warning after ${more} more harmful (${figures})`]
}

/** The smallest mass to mention. */
const LEAST = 0.01

export interface Stood {
  readonly record: PatternRecord
  readonly standing: Axes
  readonly now: number
}

/** What the pattern needs on each axis for another status. */
export function whatWouldChange(stood: Stood, policy: Policy): string[] {
  return [
    ...quarantineChanges(stood),
    ...lifecycleChanges(stood, policy),
    ...maturityChanges(stood, policy),
    ...warningChanges(stood, policy),
  ]
}

/** What releases a quarantined pattern: a person; for an external one also a sighting by its own role. */
function quarantineChanges({ record: { pattern } }: Stood): string[] {
  if (!pattern.quarantined) return []
  const { id, role, quarantine, held } = pattern
  const released = `may be shown when a person vouches for it: mettle pattern release ${id} --reason "..."`
  if (quarantine !== undefined) return [released]
  if (role === IMPORT_ROLE) return [released, 'if runs here learn the same themselves, that becomes a separate pattern']
  if (held !== undefined && adviceRisk(pattern.text) !== undefined) return [released]
  if (held !== undefined)
    return ['may be shown, in their words, when a person says the same in a prompt on another day', released]
  const day = isOnlyPulled(pattern) ? '' : ' on another day than it came'
  return [`may be shown, in this project's words, as soon as it is seen here${day}, by ${role}`, released]
}

function lifecycleChanges(stood: Stood, policy: Policy): string[] {
  const { lifecycle } = stood.standing
  if (stood.record.pattern.decisions.lifecycle !== undefined)
    return ['its lifecycle was decided by a person; only a reset lets the evidence decide again']
  if (lifecycle === 'deprecated') return ['back where its evidence puts it as soon as it is seen again']
  const upward = lifecycle === 'verified' ? 'active when a person promotes it' : untilVerified(stood, policy)
  return [upward, untilDeprecated(stood, policy)]
}

function untilVerified({ record: { pattern } }: Stood, { lifecycle }: Policy): string {
  const sightings = lifecycle.verifiedSightings - pattern.sightings
  const contexts = lifecycle.verifiedContexts - pattern.contexts.length
  const missing = [
    ...(sightings > 0 ? [counted(sightings, 'more sighting')] : []),
    ...(contexts > 0 ? [counted(contexts, 'more context')] : []),
  ]
  return `verified after ${missing.join(' in ')}`
}

function untilDeprecated({ record: { pattern }, now }: Stood, { lifecycle }: Policy): string {
  const days = Math.ceil(lifecycle.idleDays - (now - pattern.lastUsedAt) / DAY_MS)
  const steps = lifecycle.agedSteps - pattern.agedSteps
  return `deprecated in ${counted(days, 'day')} if it is not used, or when passed over ${counted(steps, 'time')} in a row`
}

function maturityChanges({ record, standing, now }: Stood, policy: Policy): string[] {
  if (record.pattern.decisions.maturity !== undefined)
    return ['its maturity was decided by a person; only a reset lets the evidence decide again']
  const { minFeedback, minHelpful, maxHarmful, deprecationThreshold } = policy.maturity
  const mass = massAt(record.evidence, now, policy)
  const total = mass.helpful + mass.harmful
  const usable = mass.harmful === 0 ? 0 : upward(mass.harmful / deprecationThreshold - total)
  if (standing.maturity === 'deprecated')
    return [after('usable again', usable, `at a harmful share of ${deprecationThreshold} or less`)]
  if (standing.maturity === 'proven') {
    const more = upward((maxHarmful * total - mass.harmful) / (1 - maxHarmful))
    return [`no longer proven after ${more.toFixed(2)} more harmful feedback, at a share of ${maxHarmful}`]
  }
  const established = after(
    'established',
    Math.max(minFeedback - total, usable),
    `has ${total.toFixed(2)} of ${minFeedback}`,
  )
  const proven = after(
    'proven',
    Math.max(minHelpful - mass.helpful, mass.harmful === 0 ? 0 : upward(mass.harmful / maxHarmful - total) + LEAST),
    `has ${mass.helpful.toFixed(2)} of ${minHelpful}, with a harmful share below ${maxHarmful}`,
  )
  return standing.maturity === 'established' ? [proven] : [established, proven]
}

/** `proven after 4.00 more helpful feedback (has 1.00 of 5)`; a share of nothing at all is never reached. */
function after(state: string, more: number, why: string): string {
  return Number.isFinite(more)
    ? `${state} after ${Math.max(0, more).toFixed(2)} more helpful feedback (${why})`
    : `${state} only while nothing is harmful (${why})`
}

/** Rounds up to two places, at least 0; 7.0000000001 is 7. */
function upward(mass: number): number {
  return Math.max(0, Math.ceil(mass / LEAST - 1e-6) * LEAST)
}

/** How far it is from becoming a warning or changing back; a warning depends on the pattern it warns of. */
function warningChanges({ record }: Stood, policy: Policy): string[] {
  const { pattern, evidence, inverted } = record
  if (pattern.invertedFrom !== undefined)
    return pattern.recovered === true
      ? [`back when ${pattern.invertedFrom} fails as often again`]
      : [`retired when ${pattern.invertedFrom} recovers, or a person promotes that`]
  if (pattern.polarity === 'avoid') return []
  const counts = { helpful: evidence.helpfulCount, harmful: evidence.harmfulCount }
  return inversionChanges(counts, inverted === true, policy)
}
