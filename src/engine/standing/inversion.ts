import { percent } from '../../domain/numbers.ts'
import type { Pattern } from '../../domain/pattern.ts'
import { neverUsed } from '../../domain/pattern-sighting.ts'
import { isAlike } from '../../domain/sets.ts'
import type { Policy } from '../laws/policy.ts'
import { textHash } from '../text/text-hash.ts'
import { NO_EVIDENCE, type PatternRecord } from './pattern-record.ts'

export type PatternKind = 'pattern' | 'anti_pattern'

export interface InvertiblePattern {
  readonly content: string
  readonly kind: PatternKind
  readonly successes: number
  readonly failures: number
}

export interface Inversion {
  readonly inverts: boolean
  readonly failureShare: number
  readonly observations: number
  /** The warning and its evidence, if the pattern inverts. */
  readonly content?: string
  readonly reason?: string
}

export const INVERSION = { minObservations: 3, failureRatioThreshold: 0.6, antiPatternPrefix: 'AVOID: ' }

const WARNING_PREFIXES = /^\s*(?:(?:avoid|do\s+not|never):\s*)+/i

/**
 * Whether a pattern has failed so often that its opposite is the lesson, and the words for it.
 *
 * It inverts from 3 observations on at a failure share of 0.6 or more; a warning is not inverted again.
 * 'Split by file type', 2 successes and 5 failures: 5 / 7 = 0.7143, so `AVOID: Split by file type. Failed 5/7 times (71% failure rate)`.
 */
export function inversion(pattern: InvertiblePattern, policy = INVERSION): Inversion {
  const { kind, successes, failures } = pattern
  const observations = successes + failures
  const failureShare = observations === 0 ? 0 : failures / observations
  const inverts =
    kind === 'pattern' &&
    observations > 0 &&
    observations >= policy.minObservations &&
    failureShare >= policy.failureRatioThreshold
  if (!inverts) return { inverts, failureShare, observations }
  const reason = `Failed ${failures}/${observations} times (${percent(failures, observations)}% failure rate)`
  const content = `${inversionWords(pattern.content, policy)}. ${reason}`
  return { inverts, failureShare, observations, content, reason }
}

/** `Split by file type.` -> `AVOID: Split by file type`. */
export function inversionWords(content: string, policy = INVERSION): string {
  return `${policy.antiPatternPrefix}${bareAdvice(content)}`
}

/** The advice without the words of a warning before it and the full stop after it. */
function bareAdvice(content: string): string {
  const bare = content.replace(WARNING_PREFIXES, '').trim()
  return bare.endsWith('.') ? bare.slice(0, -1) : bare
}

/** Whether the feedback on a pattern makes its opposite the lesson. Each run counts once, as does each person's vote. A pattern that already warns, or that a person vouches for, is not inverted. */
export function patternInversion({ pattern, evidence }: PatternRecord, policy: Policy): Inversion {
  const isVouched = pattern.decisions.maturity?.kind === 'promote'
  return inversion(
    {
      content: pattern.text,
      kind: pattern.polarity === 'avoid' || isVouched ? 'anti_pattern' : 'pattern',
      successes: evidence.helpfulCount,
      failures: evidence.harmfulCount,
    },
    policy.inversion,
  )
}

/** The warning of a pattern after an event: created when the pattern inverts, retired when it recovers, back when it fails again. It has its own evidence and decisions. Undefined: nothing new. */
export function warningAfter(
  original: PatternRecord,
  known: PatternRecord | undefined,
  at: number,
  policy: Policy,
): PatternRecord | undefined {
  const { inverts, content } = patternInversion(original, policy)
  if (!inverts || content === undefined) return known === undefined ? undefined : retired(known)
  const warning = known ?? { pattern: firstWarning(original.pattern, at), evidence: NO_EVIDENCE }
  const after = warned(warning.pattern, content, original, at)
  return isAlike(known && marksOf(known.pattern), marksOf(after)) ? undefined : { ...warning, pattern: after }
}

function retired(known: PatternRecord): PatternRecord | undefined {
  return known.pattern.recovered === true ? undefined : { ...known, pattern: { ...known.pattern, recovered: true } }
}

/** A warning about the same work as the pattern, for the same readers, from the same source. */
function firstWarning(pattern: Pattern, at: number): Pattern {
  const { trigger: _, citation: __, mergedInto: ___, quarantine: ____, pulledFrom: _____, ...about } = pattern
  return {
    ...about,
    id: `anti-${pattern.id}`,
    text: '',
    polarity: 'avoid',
    aliases: [],
    ...neverUsed(at),
    invertedFrom: pattern.id,
  }
}

/** If a person reworded the warning, it keeps their words. */
function warned(warning: Pattern, content: string, { evidence }: PatternRecord, at: number): Pattern {
  const { recovered: _, ...rest } = warning
  const isReworded = warning.aliases.length > 0
  const isNews = evidence.harmfulCount > warning.sightings
  return {
    ...rest,
    ...(!isReworded && { text: content, textHash: textHash(content) }),
    sightings: Math.max(warning.sightings, evidence.harmfulCount),
    ...(isNews ? { lastSeenAt: Math.max(warning.lastSeenAt, at), lastUsedAt: Math.max(warning.lastUsedAt, at) } : {}),
  }
}

/** The fields by which two states of a warning differ. */
const marksOf = ({ recovered, text, sightings, lastUsedAt }: Pattern) => ({ recovered, text, sightings, lastUsedAt })
