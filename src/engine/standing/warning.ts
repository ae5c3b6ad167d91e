import type { Pattern } from '../../domain/pattern.ts'
import type { Policy } from '../laws/policy.ts'
import { textHash } from '../text/text-hash.ts'
import { type Inversion, inversion } from './inversion.ts'
import { NO_EVIDENCE, type PatternRecord } from './pattern-record.ts'

/** The warning that a pattern turns into has an id of its own, which follows from the pattern's. */
export function warningId(pattern: string): string {
  return `anti-${pattern}`
}

/**
 * Whether the feedback on a pattern makes its opposite the lesson. Each run counts once, as does each word of a person; what
 * already says what to avoid is not turned round, and what a person vouches for is not either.
 */
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

/**
 * The warning that goes with a pattern after an event: made when it inverts, reworded as the failures grow, retired when the
 * pattern recovers, and back when it fails again. Its evidence and the decisions on it are its own.
 * Undefined when there is nothing new.
 */
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
  return isSame(known?.pattern, after) ? undefined : { ...warning, pattern: after }
}

function retired(known: PatternRecord): PatternRecord | undefined {
  return known.pattern.recovered === true
    ? undefined
    : { ...known, pattern: { ...known.pattern, recovered: true } }
}

/** It is about the same work as the pattern, for the same readers, from the same source. */
function firstWarning(pattern: Pattern, at: number): Pattern {
  const { trigger: _, citation: __, mergedInto: ___, quarantine: ____, pulledFrom: _____, ...about } = pattern
  return {
    ...about,
    id: warningId(pattern.id),
    text: '',
    polarity: 'avoid',
    aliases: [],
    sightings: 0,
    firstSeenAt: at,
    lastSeenAt: at,
    lastUsedAt: at,
    agedSteps: 0,
    decisions: {},
    invertedFrom: pattern.id,
  }
}

/** In words that a person chose, the warning keeps them. */
function warned(warning: Pattern, content: string, { evidence }: PatternRecord, at: number): Pattern {
  const { recovered: _, ...rest } = warning
  const isReworded = warning.aliases.length > 0
  const isNews = evidence.harmfulCount > warning.sightings
  return {
    ...rest,
    ...(isReworded ? {} : { text: content, textHash: textHash(content) }),
    sightings: Math.max(warning.sightings, evidence.harmfulCount),
    ...(isNews
      ? { lastSeenAt: Math.max(warning.lastSeenAt, at), lastUsedAt: Math.max(warning.lastUsedAt, at) }
      : {}),
  }
}

function isSame(before: Pattern | undefined, after: Pattern): boolean {
  return (
    before !== undefined &&
    before.recovered !== true &&
    before.text === after.text &&
    before.sightings === after.sightings &&
    before.lastUsedAt === after.lastUsedAt
  )
}
