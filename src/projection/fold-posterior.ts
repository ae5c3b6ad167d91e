import { makeDocument } from '../domain/document.ts'
import { speakerOf } from '../domain/event.ts'
import { isFromOutside } from '../domain/pattern-sighting.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { becameOf, isIgnored } from '../domain/run.ts'
import { own, withMembers } from '../domain/sets.ts'
import { verdictAccuracy } from '../engine/belief/baseline.ts'
import type { BayesPolicy } from '../engine/belief/bayes-policy.ts'
import { groupOf, memberOf, regrouped } from '../engine/belief/group-prior.ts'
import { logLikelihood, outcomeLikelihood, verdictLikelihood } from '../engine/belief/likelihood.ts'
import {
  type Contribution,
  firstRecord,
  type Observation,
  type PosteriorRecord,
  withCorrection,
  withObservation,
} from '../engine/belief/posterior-record.ts'
import { sameRole } from '../engine/laws/role-pairs.ts'
import { POSTERIOR, PRIORS, posteriorDocument, reviewerRecord } from './documents/belief-documents.ts'
import { PATTERN, type RunRecord } from './documents/documents.ts'
import { type DraftDocuments, nameId } from './documents/fold-documents.ts'
import { contribution, type Exposure, totalEffect } from './exposure.ts'
import { truthOf } from './fold-run-truth.ts'

/** The signals of a run about a pattern: its outcome, a verdict, a dismissal, a vote. */
type Signals = { readonly [signal: string]: Contribution }

/** New values of a run's signals: undefined withdraws a signal, and a signal that is absent stays unchanged. */
type NewsBySignal = { readonly [signal: string]: Observation | undefined }

const DISMISSAL = 'ignored'

/** Somebody's statement about one pattern. */
interface Word {
  readonly pattern: string
  readonly signal: string
  readonly useful: boolean
  readonly harmful?: boolean
  readonly weight: number
  readonly level?: 1 | 2
  readonly by?: string
}

/** The statement of an event about a pattern itself, and not through its run. */
export function wordOn(event: KnownEvent): Word | undefined {
  switch (event.type) {
    case 'pattern-ignored':
      return { pattern: event.payload.pattern, signal: DISMISSAL, useful: false, weight: 1, by: event.payload.by }
    case 'feedback-given': {
      const { subject, id, type, weight, by } = event.payload
      if (subject !== 'pattern' || type === 'neutral' || weight === 0) return undefined
      return {
        pattern: id,
        signal: `word of ${by}`,
        useful: type === 'helpful',
        harmful: type === 'harmful',
        weight,
        by,
      }
    }
    case 'pattern-reinforced': {
      if (event.run !== undefined) return undefined
      const { pattern, evidenceLevel: level } = event.payload
      return { pattern, signal: 'verdict', useful: true, weight: 1, level }
    }
    default:
      return undefined
  }
}

interface Case {
  readonly pattern: string
  readonly event: KnownEvent
  readonly run: RunRecord | undefined
  readonly exposure: Exposure | undefined
  readonly told: Signals | undefined
  /** The part of the statement that counts. */
  readonly heard: number
}

/** The evidence about a pattern after an event: a vote, or how its run ended and what a validator said about it. */
export function newsByRun(about: Case, sheet: DraftDocuments, policy: BayesPolicy): NewsBySignal {
  const word = wordOn(about.event)
  if (word !== undefined)
    return {
      ...(about.heard !== 0 && { [word.signal]: newsOfWord(word, about, sheet, policy) }),
      ...(word.signal === DISMISSAL ? { verdict: undefined } : {}),
    }
  if (about.run === undefined) return {}
  return { outcome: newsOfOutcome(about, about.run, policy), verdict: newsOfVerdict(about, about.run, sheet, policy) }
}

function newsOfWord(word: Word, about: Case, sheet: DraftDocuments, policy: BayesPolicy): Observation {
  const { useful, harmful, level, by } = word
  const weight = word.weight * about.heard * loudness(about.event, policy)
  // A vote is weighted by what is known of its author now; a dismissal is weighted again whenever more is known.
  const reviewer = word.signal === DISMISSAL ? by : undefined
  const giver = by === undefined || by === reviewer ? undefined : reviewerRecord(sheet, by)
  const accuracy = verdictAccuracy(level, giver, policy)
  const likelihood = verdictLikelihood({ useful, harmful, accuracy, relevance: relevanceOf(about) })
  const cause = `${useful ? 'useful' : 'not useful'} ${weight}`
  return { cause, log: logLikelihood(likelihood, weight), isInternal: true, by: reviewer && nameId(reviewer) }
}

/** The weight of a vote, relative to a verdict: a dismissal in a run had to give evidence, a dismissal by hand did not, and a person judges this one pattern. */
function loudness({ type, run, origin }: KnownEvent, policy: BayesPolicy): number {
  if (type === 'pattern-ignored') return run === undefined ? 1 : policy.dismissalWeight
  return type === 'feedback-given' && speakerOf(origin) === 'person' ? policy.personWeight : 1
}

/** The relevance of a pattern to the work: 1 if it was applied or dismissed, whatever the receipt says; also 1 if it was not shown, because the evidence is then about the pattern itself. */
function relevanceOf({ pattern, event, run, exposure }: Case): number {
  if (event.type === 'pattern-ignored' || own(run?.run.tiers, pattern) === 'applied') return 1
  return own(exposure?.shown, pattern)?.relevance ?? 1
}

function newsOfOutcome(about: Case, run: RunRecord, policy: BayesPolicy): Observation | undefined {
  const { pattern, exposure, event, told } = about
  const success = truthOf(run)
  const isAgainst = isIgnored(run.run, pattern)
  const tier = isAgainst ? 'cited' : own(run.run.tiers, pattern)
  const weight = tier === undefined ? 0 : Math.min(policy.tierWeights[tier], claimedOf(run, pattern))
  if (success === undefined || weight <= 0 || exposure === undefined) return undefined
  const cause = `${success ? 'success' : 'failure'} ${isAgainst ? 'ignored' : tier}`
  if (told?.outcome?.cause === cause) return told.outcome
  const shown = own(exposure.shown, pattern)
  const rest = totalEffect(exposure, policy) - (shown === undefined ? 0 : contribution(shown, policy))
  const baseline = exposure.ended?.baseline ?? 0
  const outcome = {
    success,
    baseline,
    rest,
    relevance: relevanceOf(about),
    // If the change shows the pattern, the run followed it, although the block warned of it.
    inverted: (shown?.inverted === true && tier !== 'applied') !== isAgainst,
  }
  const isInternal = !isFromOutside(event.provenance.trust)
  return { cause, log: logLikelihood(outcomeLikelihood(outcome, policy), weight), isObserved: true, isInternal }
}

/** An outcome that only the agent saw has the weight of the part that was credited. */
function claimedOf({ run, given }: RunRecord, pattern: string): number {
  if (run.outcome?.observedBy !== 'agent' || becameOf(run) !== undefined) return 1
  const { helpful = 0, harmful = 0 } = own(given, pattern)?.credit ?? {}
  return helpful + harmful
}

/** The evidence of a verdict about a pattern: in full if it is named, a share if the run used it and the validator let it stand. The run's outcome is another signal. */
function newsOfVerdict(
  about: Case,
  run: RunRecord,
  sheet: DraftDocuments,
  policy: BayesPolicy,
): Observation | undefined {
  const { pattern, exposure, told } = about
  const tier = own(run.run.tiers, pattern)
  const heldUp = own(exposure?.heldUp, pattern)
  const judged = tier === undefined || tier === 'shown' ? undefined : exposure?.judged
  const level = heldUp ?? judged?.level
  const role = sheet.get(PATTERN, pattern)?.body.pattern.role ?? ''
  const isOwn = heldUp === undefined && sameRole(judged?.reviewer ?? '', role)
  if (level === undefined || isOwn || own(told, DISMISSAL) !== undefined) return undefined
  const weight = heldUp === undefined ? policy.letStandWeight * policy.tierWeights[tier ?? 'shown'] : 1
  const cause = `${heldUp === undefined ? `let stand ${tier}` : 'held up'} ${level}`
  if (told?.verdict?.cause === cause) return told.verdict
  const accuracy = verdictAccuracy(level, undefined, policy)
  const likelihood = verdictLikelihood({ useful: true, accuracy, relevance: relevanceOf(about) })
  const isInternal = !isFromOutside(about.event.provenance.trust)
  const by = judged && nameId(judged.reviewer)
  return { cause, log: logLikelihood(likelihood, weight), isObserved: true, isInternal, by }
}

interface Change {
  readonly pattern: string
  readonly told: Signals | undefined
  readonly news: NewsBySignal
}

/** Adds the evidence to the belief in the pattern and to its groups. Returns what the run has contributed so far. */
export function foldPosterior(
  { pattern, told, news }: Change,
  event: KnownEvent,
  sheet: DraftDocuments,
  policy: BayesPolicy,
): Signals | undefined {
  let signals = told
  rewritten(pattern, event.occurredAt, sheet, policy, (before) => {
    let record = before
    for (const [signal, now] of Object.entries(news)) {
      const then = own(signals, signal)
      if (now === then || (now !== undefined && now.cause === then?.cause)) continue
      const step =
        then === undefined ? withObservation(record, now!, event.occurredAt, policy) : withCorrection(record, then, now)
      record = step.record
      signals = without(signals, signal, step.contribution)
    }
    return record
  })
  return signals
}

/** Writes the belief in a pattern, and moves it in its groups. An id without a pattern, or an unchanged record, is left alone. */
export function rewritten(
  pattern: string,
  at: number,
  sheet: DraftDocuments,
  policy: BayesPolicy,
  change: (record: PosteriorRecord) => PosteriorRecord,
): void {
  const facts = sheet.get(PATTERN, pattern)?.body.pattern
  if (facts === undefined) return
  const before = sheet.get(POSTERIOR, pattern)?.body
  const first = before ?? firstRecord('', at)
  const record = change(first)
  if (record === first) return
  const group = groupOf(facts)
  sheet.put(posteriorDocument(pattern, group === record.group ? record : withMembers(record, { group }), sheet, policy))
  const member = memberOf(sheet.get(POSTERIOR, pattern)?.body, policy)
  const sums = sheet.get(PRIORS, PRIORS)?.body ?? {}
  const moved = regrouped(sums, memberOf(before, policy), member)
  if (moved !== sums) sheet.put(makeDocument(PRIORS, PRIORS, moved))
}

function without(signals: Signals | undefined, signal: string, input: Contribution | undefined): Signals {
  const { [signal]: _, ...rest } = signals ?? {}
  return input === undefined ? rest : { ...rest, [signal]: input }
}
