import type { Document, DocumentKey, DocumentReader } from '../domain/document.ts'
import { hasTrait } from '../domain/events/traits.ts'
import { isFromOutside } from '../domain/pattern-sighting.ts'
import type { EventOf, KnownEvent } from '../domain/read-event.ts'
import { own, present, withMember, withMembers } from '../domain/sets.ts'
import type { BayesPolicy } from '../engine/belief/bayes-policy.ts'
import { withOpportunity } from '../engine/belief/relapse.ts'
import type { Policy } from '../engine/laws/policy.ts'
import { POSTERIOR, PRIORS, REVIEWER, reviewersIn, rounded, truthKeys } from './documents/belief-documents.ts'
import { PATTERN, RUN, type RunRecord } from './documents/documents.ts'
import { DraftDocuments, nameId } from './documents/fold-documents.ts'
import { type Exposure, evolveExposure, NO_EXPOSURE } from './exposure.ts'
import { countedVote } from './feedback-weight.ts'
import { foldPosterior, newsByRun, rewritten, wordOn } from './fold-posterior.ts'
import { patternsGraded } from './fold-run.ts'
import { foldTruth, isRunResult } from './fold-run-truth.ts'
import { foldUplift, upliftNeeds } from './fold-uplift.ts'

/** The changes of an event to the bayes profile's documents. */
export interface Believed {
  /** The exposure of its run after it. */
  readonly exposure?: Exposure
  readonly documents: readonly Document[]
}

/** The documents that `foldBeliefs` reads in addition to the run. */
export function beliefNeeds(event: KnownEvent, read: DocumentReader, policy: Policy): DocumentKey[] {
  const patterns = patternsTold(event, read, policy)
  const before = event.run === undefined ? undefined : read.get(RUN, event.run)?.body
  const reviewers = reviewersOf(event, before?.exposure)
  return [
    ...patterns.flatMap((id) => [
      { kind: POSTERIOR, id },
      { kind: PATTERN, id },
    ]),
    ...(patterns.length === 0 ? [] : [{ kind: PRIORS, id: PRIORS }, ...reviewersIn(read, patterns)]),
    ...reviewers.map((reviewer) => ({ kind: REVIEWER, id: nameId(reviewer) })),
    ...(isRunResult(event) ? truthKeys(before?.exposure?.context) : []),
    ...upliftNeeds(event, read),
  ]
}

function reviewersOf(event: KnownEvent, exposure: Exposure | undefined): string[] {
  const named = event.type === 'verdict-recorded' ? event.payload.validatorRole : wordOn(event)?.by
  return present([named, ...(patternsTell(event) ? Object.keys(exposure?.reviews ?? {}) : [])])
}

/** Whether an event can be evidence about patterns. */
function patternsTell(event: KnownEvent): boolean {
  return isRunResult(event) || event.type === 'pattern-injected' || hasTrait(event.type, 'use')
}

/** The patterns that an event is evidence about. */
function patternsTold(event: KnownEvent, read: DocumentReader, policy: Policy): readonly string[] {
  const word = wordOn(event)
  if (word !== undefined) return isFromOutside(event.provenance.trust) ? [] : [word.pattern]
  if (isNewTellTale(event)) return [event.payload.pattern]
  if (event.run === undefined) return []
  const run = read.get(RUN, event.run)?.body.run
  const graded = patternsGraded(event, run)
  const isShownEnough = policy.bayes.tierWeights.shown > 0 && isRunResult(event)
  return isShownEnough ? [...new Set([...graded, ...Object.keys(run?.tiers ?? {})])].sort() : graded
}

/** Folds an event into the beliefs about patterns, contexts, reviewers and predictions. Maintained under every profile, because it costs little: switching profiles then needs no rebuild. */
export function foldBeliefs(
  event: KnownEvent,
  { before, after }: { readonly before: RunRecord | undefined; readonly after: RunRecord | undefined },
  read: DocumentReader,
  policy: Policy,
): Believed {
  const known = before?.exposure
  if (!patternsTell(event) && wordOn(event) === undefined && !isNewTellTale(event)) return kept(known)
  const sheet = new DraftDocuments(read)
  let exposure = evolveExposure(known, event, policy.bayes)
  if (after !== undefined && isRunResult(event))
    exposure = foldTruth(exposure ?? NO_EXPOSURE, after, sheet, policy.bayes)
  for (const pattern of patternsTold(event, read, policy)) {
    const told = own(exposure?.told, pattern)
    const { share: heard } = countedVote(read.get(PATTERN, pattern)?.body, event, policy)
    const news = newsByRun({ pattern, event, run: after, exposure, told, heard }, sheet, policy.bayes)
    const next = foldPosterior({ pattern, told, news }, event, sheet, policy.bayes)
    if (next !== undefined && next !== told)
      exposure = withMembers(exposure ?? NO_EXPOSURE, { told: withMember(exposure?.told, pattern, next) })
  }
  foldRelapse(event, before, sheet, policy.bayes)
  const end = after && exposure !== after.exposure ? withMembers(after, { exposure }) : after
  foldUplift(event, { before, after: end }, sheet, policy.bayes)
  const documents = sheet.documents()
  return exposure === known || event.run === undefined
    ? { ...kept(known), documents }
    : { exposure: rounded(exposure!, known), documents }
}

/** Relapses counted under the old tell-tale do not apply to a new one. */
function isNewTellTale(event: KnownEvent): event is EventOf<'pattern-edited'> {
  return event.type === 'pattern-edited' && event.payload.tellTale !== undefined
}

/** Counts a run once, however often its steps are read: a mistake that comes back later in it replaces what was counted before. */
function foldRelapse(
  event: KnownEvent,
  before: RunRecord | undefined,
  sheet: DraftDocuments,
  policy: BayesPolicy,
): void {
  if (isNewTellTale(event))
    rewritten(event.payload.pattern, event.occurredAt, sheet, policy, ({ relapses: _, ...rest }) => rest)
  if (event.type !== 'pattern-observed' || event.run === undefined || event.payload.share === undefined) return
  const { pattern, share, shown, relapsed } = event.payload
  const counted = own(before?.run.cameUp, pattern)
  if (counted === relapsed || counted === true) return
  rewritten(pattern, event.occurredAt, sheet, policy, ({ relapses = {}, ...record }) => {
    const others = counted === undefined ? relapses : withOpportunity(relapses, { share, shown, relapsed: false }, -1)
    return { ...record, relapses: withOpportunity(others, { share, shown, relapsed }) }
  })
}

function kept(exposure: Exposure | undefined): Believed {
  return { exposure, documents: [] }
}
