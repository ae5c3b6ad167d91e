import type { JournalEvent, StoredEvent } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { recalibrated } from '../../engine/belief/calibration.ts'
import { axesOf } from '../../engine/standing/axes.ts'
import { exclusionsOf } from '../../engine/standing/believed-pattern.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { isEligible, isForAgent } from '../../injection/candidate.ts'
import { CALIBRATION, calibrationSums } from '../../projection/documents/belief-documents.ts'
import { PATTERN, RUN } from '../../projection/documents/documents.ts'
import { Replay } from '../../projection/replay.ts'
import type { WhyNamed } from '../../report/why/why-named.ts'
import { explainWhyNot, type Looked, type WhyNot } from '../../report/why/why-not.ts'
import { whyReceipt as tellReceipt } from '../../report/why/why-receipt.ts'
import type { LoopContext } from '../context.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import { known, readerOf } from '../facts/facts-about.ts'
import type { VerbContext } from '../journal/keepers.ts'
import { factsUntil, pastOf } from '../journal/whole-journal.ts'
import { forRepository } from '../patterns/gather.ts'
import { patternsNamed, theOnly } from '../patterns/named-pattern.ts'
import { findReceipt, goneReceipt } from './find-receipt.ts'
import { weigh } from './inject.ts'

export type { WhyNot }

export interface WhyNotRequest {
  readonly receipt: string
  readonly pattern: string
}

type Receipt = PayloadOf<'pattern-injected'>

/** Why a pattern was not in a receipt. If the receipt names it, the receipt explains; otherwise the state at that time is folded again under the current settings. */
export async function whyNot(context: VerbContext, { receipt: id, pattern: name }: WhyNotRequest) {
  const stored = await findReceipt(context, id)
  const facts = await factsUntil(context, ({ position }) => position <= stored.position, context)
  const event = readEvent(facts.at(-1)!) as JournalEvent<unknown> as JournalEvent<Receipt> | undefined
  if (event === undefined) throw goneReceipt(id)
  const found = await patternsNamed(context, name)
  const now = found.length > 1 ? theOnly(found, name) : found[0]
  const pattern = now?.pattern.id ?? name
  const looked = await lookBack(context, event, { pattern, facts: facts.slice(0, -1) })
  if (looked.then === undefined) theOnly(found, name)
  return explainWhyNot(event, pattern, {
    ...looked,
    now,
    isPresentPolicy: event.payload.policyHash === context.projector.policyHash,
    minScore: context.policy.inject.minScore,
  })
}

type Back = Omit<Looked, 'now' | 'isPresentPolicy' | 'minScore'>

async function lookBack(
  context: VerbContext,
  event: JournalEvent<Receipt>,
  asked: { pattern: string; facts: readonly StoredEvent[] },
): Promise<Back> {
  const { pattern, facts } = asked
  const { payload: receipt, occurredAt: at, run } = event
  const { context: asOf } = await pastOf(context, { facts, now: at }, context)
  const past = { ...asOf, settings: { ...asOf.settings, profile: receipt.profile } }
  const then = await bodyOf(past.journal, PATTERN, pattern)
  if (then === undefined) return {}
  const excludedBecause = exclusionsFor(past, then, at)
  const role = receipt.role ?? ''
  const isForIt = receipt.surface === 'role-block' ? isEligible(then, role) : isForAgent(then, receipt.agent)
  const work = receipt.request
  const subject = { files: work.files ?? [], tags: work.labels ?? [] }
  const [weighed] =
    excludedBecause.length > 0
      ? []
      : await weigh(past, { role, work, subject }, { mayShow: (record) => record.pattern.id === pattern })
  return {
    then,
    excludedBecause,
    ...(excludedBecause.length > 0 && sinceWhen(past, facts, pattern)),
    isForReader: isForIt,
    isForRepository: forRepository(context, undefined)(then),
    saidBefore: await wasSaid(past, run, pattern),
    score: weighed?.standing.score,
  }
}

/** The reasons that exclude a pattern completely, under the given profile. */
function exclusionsFor({ settings, policy }: LoopContext, record: PatternRecord, at: number): readonly string[] {
  return settings.profile === 'bayes' ? exclusionsOf(record) : axesOf(record, at, policy).excludedBecause
}

/** Whether the run had already been shown it, if that excludes it. */
async function wasSaid({ journal, policy }: LoopContext, run: string | undefined, pattern: string) {
  if (run === undefined || policy.inject.repeatInRun) return false
  const known = (await bodyOf(journal, RUN, run))?.run
  return known !== undefined && (Object.hasOwn(known.tiers, pattern) || known.withheld.includes(pattern))
}

/** The fact since which it has been excluded continuously; undefined if only age excludes it. */
function sinceWhen(context: LoopContext, facts: readonly StoredEvent[], pattern: string) {
  const replay = new Replay(context.projector)
  let record: PatternRecord | undefined
  let since: Back['since']
  for (const fact of facts) {
    const event = readEvent(fact)
    if (event === undefined) continue
    replay.add(event)
    const after = replay.get(PATTERN, pattern)?.body
    if (after === undefined || after === record) continue
    record = after
    const isExcluded = exclusionsFor(context, after, event.occurredAt).length > 0
    since = isExcluded ? (since ?? { at: event.occurredAt, event: event.id, position: event.position }) : undefined
  }
  return since === undefined ? {} : { since }
}

/** Why a run was shown its patterns. The expected outcome is explained with everything that is known by now. */
export async function whyReceipt(context: LoopContext, receipt: string): Promise<WhyNamed> {
  const [found] = known([await findReceipt(context, receipt)])
  if (found === undefined) throw goneReceipt(receipt)
  const event = found as JournalEvent<PayloadOf<'pattern-injected'>>
  const { prediction } = event.payload
  if (prediction === undefined) return tellReceipt(event)
  const documents = await context.journal.documents([{ kind: CALIBRATION, id: CALIBRATION }])
  const sums = calibrationSums(readerOf(documents))
  return tellReceipt(event, recalibrated(prediction, sums, context.policy.bayes))
}
