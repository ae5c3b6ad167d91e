import type { Document, DocumentReader } from '../domain/document.ts'
import { evolvePattern } from '../domain/pattern.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import {
  credited,
  type Evidence,
  ignored,
  NO_EVIDENCE,
  type PatternRecord,
  reinforced,
  withFeedback,
} from '../engine/pattern-record.ts'
import type { Policy } from '../engine/policy.ts'
import { patternDocument, patternRecord, runRecord } from './documents.ts'
import type { CreditGiven } from './fold-run.ts'

/**
 * Folds an event into every pattern that it names or credits. Being shown changes nothing about a pattern, so a receipt
 * is only linked to those it names.
 */
export function foldPatterns(
  event: KnownEvent,
  named: readonly string[],
  credits: readonly CreditGiven[],
  read: DocumentReader,
  policy: Policy,
): { documents: Document[]; subjects: string[] } {
  const creditOf = new Map(credits.map((given) => [given.pattern, given]))
  const ids = [...new Set([...named, ...creditOf.keys()])]
  const documents: Document[] = []
  for (const id of event.type === 'pattern-injected.v1' ? [] : ids) {
    const before = patternRecord(read, id)
    const after = foldPattern(before, event, creditOf.get(id), read, policy)
    if (after !== undefined && after !== before) documents.push(patternDocument(after, policy))
  }
  return { documents, subjects: ids.map((id) => `pattern/${id}`) }
}

function foldPattern(
  before: PatternRecord | undefined,
  event: KnownEvent,
  credit: CreditGiven | undefined,
  read: DocumentReader,
  policy: Policy,
): PatternRecord | undefined {
  const pattern = evolvePattern(before?.pattern, event)
  if (pattern === undefined) return undefined
  let evidence = said(before?.evidence ?? NO_EVIDENCE, event, tierClimbed(event, pattern.id, read), policy)
  if (credit === undefined) return { pattern, evidence }
  const { helpful, harmful } = credit.credit
  evidence = withFeedback(
    credited(evidence, credit.credit, credit.at),
    { helpful, harmful, at: credit.at },
    policy,
  )
  const isUse = credit.credit.successes > 0 || helpful > 0
  return {
    pattern: isUse
      ? { ...pattern, lastUsedAt: Math.max(pattern.lastUsedAt, credit.at), agedSteps: 0 }
      : pattern,
    evidence,
  }
}

/** What the event itself says for or against the pattern. */
function said(
  evidence: Evidence,
  event: KnownEvent,
  climbed: 'cited' | 'applied' | undefined,
  policy: Policy,
): Evidence {
  switch (event.type) {
    case 'pattern-ignored.v1':
      return ignored(evidence, event.payload.weight, event.payload.regression)
    case 'pattern-reinforced.v1':
      return reinforced(evidence)
    case 'pattern-acknowledged.v1':
      return climbed === 'cited' ? { ...evidence, citedRuns: evidence.citedRuns + 1 } : evidence
    case 'citation-verified.v1':
      return climbed === 'applied' ? { ...evidence, appliedRuns: evidence.appliedRuns + 1 } : evidence
    case 'feedback-given.v1': {
      const { type, weight } = event.payload
      const at = event.occurredAt
      return withFeedback(
        evidence,
        { helpful: type === 'helpful' ? weight : 0, harmful: type === 'harmful' ? weight : 0, at },
        policy,
      )
    }
    default:
      return evidence
  }
}

/** The tier that this event is the first to reach in its run, if any. */
function tierClimbed(
  event: KnownEvent,
  pattern: string,
  read: DocumentReader,
): 'cited' | 'applied' | undefined {
  const reached = event.run === undefined ? undefined : runRecord(read, event.run)?.run.tiers[pattern]
  if (event.type === 'pattern-acknowledged.v1') return reached === 'shown' ? 'cited' : undefined
  if (event.type === 'citation-verified.v1' && event.payload.verified)
    return reached === 'shown' || reached === 'cited' ? 'applied' : undefined
  return undefined
}
