import { type Document, type DocumentReader, makeDocument } from '../domain/document.ts'
import { evolvePattern, type Pattern } from '../domain/pattern.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { isAbove, type Run } from '../domain/run.ts'
import { own, withMembers } from '../domain/sets.ts'
import type { Tier } from '../domain/values/pattern.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { warningAfter } from '../engine/standing/inversion.ts'
import {
  type Evidence,
  ignored,
  NO_EVIDENCE,
  type PatternRecord,
  regraded,
  reinforced,
  withFeedback,
} from '../engine/standing/pattern-record.ts'
import { CITED, PATTERN, patternDocument, WORDING } from './documents/documents.ts'
import { countedVote } from './feedback-weight.ts'
import { type Grade, patternsGraded } from './fold-run.ts'

/** The effect of an event on patterns: those it names, those it grades, and the run before and after it. */
export interface Touch {
  readonly named: readonly string[]
  readonly grades: readonly Grade[]
  readonly before: Run | undefined
  readonly after: Run | undefined
}

/** Folds an event into every pattern that it names or grades. Being shown changes nothing about a pattern, so a receipt is only linked, unless its patterns were cited before it arrived. */
export function foldPatterns(
  event: KnownEvent,
  touch: Touch,
  read: DocumentReader,
  policy: Policy,
): { documents: Document[]; subjects: string[] } {
  if (touch.named.length + touch.grades.length === 0) return { documents: [], subjects: [] }
  const gradeOf = new Map(touch.grades.map((grade) => [grade.pattern, grade]))
  const ids = [...new Set([...touch.named, ...gradeOf.keys()])]
  const changed = event.type === 'pattern-injected' ? patternsGraded(event, touch.before) : ids
  const records = new Map<string, PatternRecord>()
  const cited: Document[] = []
  for (const id of changed) {
    const before = read.get(PATTERN, id)?.body
    const after = foldPattern(before, event, { id, touch, grade: gradeOf.get(id) }, policy)
    if (after === undefined || after === before) continue
    records.set(id, after)
    cited.push(...citing(before, after))
  }
  const warnings = foldWarnings(records, event.occurredAt, read, policy)
  const documents = [...records.values()].map((record) => patternDocument(record, policy))
  const isNew = new Set(warnings.filter((warning) => warning.isNew).map(({ id }) => id))
  const reworded = documents.filter(({ id, text }) => isNew.has(id) || text !== read.get(PATTERN, id)?.text)
  return {
    documents: [
      ...documents,
      ...reworded.map(({ id }) => makeDocument(WORDING, id, {}, { rank: event.position })),
      ...cited,
    ],
    subjects: [...new Set([...ids, ...warnings.map(({ id }) => id)])].map((id) => `pattern/${id}`),
  }
}

/** A change, if its cited lines are checked from now on, or no longer. */
function citing(before: PatternRecord | undefined, { pattern }: PatternRecord): Document[] {
  const hash = pattern.citation?.linesHash
  if (hash === before?.pattern.citation?.linesHash) return []
  return [makeDocument(CITED, pattern.id, {}, { state: hash === undefined ? '' : 'kept' })]
}

function foldPattern(
  before: PatternRecord | undefined,
  event: KnownEvent,
  { id, touch, grade }: { id: string; touch: Touch; grade: Grade | undefined },
  policy: Policy,
): PatternRecord | undefined {
  const pattern = evolvePattern(before?.pattern, event)
  if (pattern === undefined || pattern.id !== id) return before
  const word = countedVote(before, event, policy)
  const voices = grade?.voices ?? word.voices ?? before?.voices
  let evidence = said(before?.evidence ?? NO_EVIDENCE, event, word.share, policy)
  evidence = climbed(evidence, own(touch.before?.tiers, id), own(touch.after?.tiers, id))
  if (grade !== undefined) evidence = regraded(evidence, grade, policy)
  const known = grade?.usedAt === undefined ? pattern : used(pattern, grade.usedAt)
  const isSame = known === before?.pattern && evidence === before.evidence && voices === before.voices
  if (isSame) return before
  return { evidence, inverted: before?.inverted, pattern: known, voices, warning: before?.warning }
}

function used(pattern: Pattern, at: number): Pattern {
  return withMembers(pattern, { lastUsedAt: Math.max(pattern.lastUsedAt, at), agedSteps: 0 })
}

/** The event's own evidence about the pattern, by the part that counts; evidence through its run is a grade. */
function said(evidence: Evidence, event: KnownEvent, share: number, policy: Policy): Evidence {
  if (share === 0) return evidence
  switch (event.type) {
    case 'pattern-ignored':
      return ignored(evidence, event.payload.weight, event.payload.regression)
    case 'pattern-reinforced':
      return event.run === undefined ? reinforced(evidence) : evidence
    case 'feedback-given': {
      const { type, weight } = event.payload
      return withFeedback(evidence, [{ [type]: weight * share, at: event.occurredAt }], policy)
    }
    default:
      return evidence
  }
}

/** Counts a run once for each tier that the pattern reached in it, however it got there. */
function climbed(evidence: Evidence, from: Tier | undefined, to: Tier | undefined): Evidence {
  const passes = (tier: Tier) => isAbove(tier, from) && !isAbove(tier, to)
  if (!passes('cited') && !passes('applied')) return evidence
  const citedRuns = evidence.citedRuns + Number(passes('cited'))
  const appliedRuns = evidence.appliedRuns + Number(passes('applied'))
  return withMembers(evidence, { citedRuns, appliedRuns })
}

export interface ChangedWarning {
  readonly id: string
  readonly isNew: boolean
}

/** Turns a failing pattern into a warning, and retires the warning of one that recovers. Follows from the evidence alone, so it is not recorded. Returns the warnings that changed. */
export function foldWarnings(
  records: Map<string, PatternRecord>,
  at: number,
  read: DocumentReader,
  policy: Policy,
): ChangedWarning[] {
  const changed: ChangedWarning[] = []
  for (const [id, original] of [...records]) {
    const known =
      original.warning === undefined
        ? undefined
        : (records.get(original.warning) ?? read.get(PATTERN, original.warning)?.body)
    const warning = warningAfter(original, known, at, policy)
    if (warning === undefined) continue
    records.set(warning.pattern.id, warning)
    const { inverted: _, ...rest } = original
    const stands = warning.pattern.recovered === true ? {} : { inverted: true as const }
    records.set(id, { ...rest, ...stands, warning: warning.pattern.id })
    changed.push({ id: warning.pattern.id, isNew: known === undefined })
  }
  return changed
}
