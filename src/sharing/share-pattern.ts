import { canonicalJson } from '../domain/canonical-json.ts'
import { roundTo } from '../domain/numbers.ts'
import { isSeenInside } from '../domain/pattern-sighting.ts'
import type { SharedEvidence, SharedPattern } from '../domain/shared-pattern.ts'
import { redact } from '../engine/secrets/redact.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { isShown, type StoodPattern } from '../engine/standing/standing.ts'
import type { SuccessRate } from '../engine/standing/success-rate.ts'
import { sanitize } from '../engine/text/sanitize.ts'

/** A pattern's content and local evidence, without anything from elsewhere. */
export type SharedSubstance = Omit<SharedPattern, 'project' | 'journal' | 'event' | 'pushedAt' | 'by'>

const MOST_NAMES = 40

/** A pattern as shared with the organisation: only local counts, so that none returns to where it was counted. */
export function substanceOf({ pattern, evidence }: PatternRecord, usage: SuccessRate): SharedSubstance {
  const { id, role, category, strength, polarity, trigger, tags, labels, appliesTo } = pattern
  return {
    pattern: id,
    text: plain(pattern.text),
    role: plain(role),
    category,
    strength,
    polarity,
    appliesTo: plainNames(appliesTo),
    trigger: trigger === undefined || plain(trigger) === '' ? undefined : plain(trigger),
    tags: tags.length === 0 ? undefined : plainNames(tags),
    labels: labels.length === 0 ? undefined : plainNames(labels),
    evidence: countsOf({ pattern, evidence }, usage),
  }
}

function countsOf({ pattern, evidence }: PatternRecord, { rate, total }: SuccessRate): SharedEvidence {
  const { helpful, harmful } = evidence
  return {
    sightings: pattern.sightings,
    runs: pattern.contexts.length,
    days: pattern.days.length,
    successes: evidence.successes,
    reinforcements: evidence.reinforcements,
    ignores: evidence.ignoreCount,
    ignoreWeight: Math.max(0, evidence.ignoreWeight),
    helpful: evidence.helpfulCount,
    helpfulMass: Math.max(0, helpful.value),
    helpfulAt: helpful.at,
    harmful: evidence.harmfulCount,
    harmfulMass: Math.max(0, harmful.value),
    harmfulAt: harmful.at,
    applications: total,
    earned: roundTo(rate * total, 6),
  }
}

/** Whether two have the same content and counts, whenever they were pushed. */
export function isSameSubstance(one: SharedSubstance, other: SharedSubstance): boolean {
  return canonicalJson(bare(one)) === canonicalJson(bare(other))
}

function bare(shared: SharedSubstance & Partial<SharedPattern>): SharedSubstance {
  const { project: _, journal: __, event: ___, pushedAt: ____, by: _____, ...substance } = shared
  return substance
}

/** What an application earned on average; undefined if it was never used and nobody claims otherwise. */
export function sharedRate({ applications, earned, claimedRate }: SharedEvidence): number | undefined {
  return applications > 0 ? Math.min(1, earned / applications) : claimedRate
}

/** Cleans text again: an older release may have stored what is recognised as a secret today. */
function plain(text: string): string {
  return sanitize(redact(text).text).text
}

function plainNames(names: readonly string[]): string[] {
  return [...new Set(names.map(plain))].filter((name) => name !== '').slice(0, MOST_NAMES)
}

/** Why a pattern is not shared: it came from elsewhere, agents here are not shown it, it applies only to some repositories, or it has no evidence, which `everything` does not require. */
export function whyNotShared(
  { pattern, evidence, standing, axes }: Pick<StoodPattern, 'pattern' | 'evidence' | 'standing' | 'axes'>,
  { everything }: { readonly everything: boolean },
): string | undefined {
  if (pattern.invertedFrom !== undefined)
    return 'a warning follows from the evidence for what it warns of, which differs from project to project'
  if (!isSeenInside(pattern)) return 'it came from elsewhere, and this project has not learned it itself'
  if (pattern.repositories !== undefined) return `it is for ${pattern.repositories.join(', ')} alone`
  if (!isShown(standing.status)) return `${standing.status}: ${standing.because}`
  const hasEvidence =
    standing.status !== 'new' ||
    ['verified', 'active'].includes(axes.lifecycle) ||
    evidence.successes > 0 ||
    evidence.helpfulCount > 0
  return everything || hasEvidence ? undefined : 'seen, but without other evidence yet'
}
