import { classify } from '../capture/classify.ts'
import { junkReason } from '../capture/is-junk.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import { oneLine } from '../engine/one-line.ts'
import { textHash } from '../engine/text-hash.ts'
import { LEARNING, type LearningRecord } from '../projection/documents.ts'
import { appendFacts, type Draft, JOURNAL_STREAM, runStream } from './append-facts.ts'
import type { LoopContext } from './context.ts'
import { joinPattern, type Sighting } from './join-pattern.ts'

export interface LearnOptions {
  readonly onProgress?: (done: number, total: number) => void
}

export interface Learned {
  readonly processed: number
  readonly added: number
  readonly merged: number
  readonly rejected: readonly { readonly learning: string; readonly reason: string }[]
}

/**
 * Turns captured learnings into patterns: each is labelled, then joined to the pattern it repeats or made a new one, or
 * refused with the reason. Learnings are taken oldest first, one transaction each, so that a later one meets what an earlier
 * one made, and whatever was done is done if the process dies.
 */
export async function learn(context: LoopContext, options: LearnOptions = {}): Promise<Learned> {
  const total = await context.journal.count(LEARNING, ['pending'])
  const result = { processed: 0, added: 0, merged: 0, rejected: [] as { learning: string; reason: string }[] }
  options.onProgress?.(0, total)
  for (;;) {
    const pending = await context.journal.list(LEARNING, { states: ['pending'], limit: 200 })
    if (pending.length === 0) return result
    for (const { body } of pending) {
      const outcome = await learnOne(context, body as LearningRecord)
      result.processed += 1
      if (outcome.kind === 'rejected')
        result.rejected.push({ learning: outcome.learning, reason: outcome.reason })
      else result[outcome.kind] += 1
      options.onProgress?.(result.processed, total)
    }
  }
}

type One = { kind: 'added' } | { kind: 'merged' } | { kind: 'rejected'; learning: string; reason: string }

async function learnOne(context: LoopContext, record: LearningRecord): Promise<One> {
  const { learning } = record
  const reason = junkReason(learning.lesson)
  if (reason !== undefined) {
    await appendFacts(context, [classified(record, { status: 'rejected', reason })])
    return { kind: 'rejected', learning: learning.learning, reason }
  }
  const sighting = sightingOf(record)
  const { pattern, ...joined } = await joinPattern(context, sighting)
  const { category, strength } = sighting
  await appendFacts(context, [
    classified(record, {
      status: 'approved',
      category,
      strength,
      reason: joined.method === 'new' ? 'new' : `same as ${pattern}`,
    }),
    {
      ...placeOf(record),
      type: 'pattern-sighted.v1',
      payload: { ...sighting, pattern, joined },
      key: `sighted/${learning.learning}`,
      provenance: { source: 'agent', role: sighting.role, trust: record.trust },
    },
  ])
  return { kind: joined.method === 'new' ? 'added' : 'merged' }
}

function sightingOf({ learning }: LearningRecord): Sighting {
  const text = oneLine(learning.lesson)
  const { trigger, context, citation } = learning
  return {
    text,
    textHash: textHash(text),
    role: learning.role ?? learning.agent,
    ...classify(learning),
    appliesTo: learning.appliesTo,
    learning: learning.learning,
    ...(trigger === undefined ? {} : { trigger }),
    ...(context === undefined ? {} : { context }),
    ...(citation === undefined ? {} : { citation }),
  }
}

function classified(
  record: LearningRecord,
  verdict: Omit<PayloadOf<'learning-classified.v1'>, 'learning' | 'by'>,
): Draft {
  const { learning } = record.learning
  return {
    ...placeOf(record),
    type: 'learning-classified.v1',
    payload: { learning, by: 'rules', ...verdict },
    key: `classified/${learning}`,
  }
}

/** A learning's consequences carry its own time: a pattern was seen when it was captured, not when it was processed. */
function placeOf({ run, capturedAt }: LearningRecord) {
  return {
    stream: run === undefined ? JOURNAL_STREAM : runStream(run),
    occurredAt: capturedAt,
    ...(run === undefined ? {} : { run }),
  }
}
