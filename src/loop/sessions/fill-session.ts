import { missingFacts } from '../../capture/session/missing-facts.ts'
import { orderedFacts } from '../../capture/session/order-facts.ts'
import { printOf, transcriptKey } from '../../capture/session/transcript-facts.ts'
import { own } from '../../domain/sets.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Spent } from '../../domain/values/session.ts'
import { redactDeep } from '../../engine/secrets/redact.ts'
import { RUN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload } from '../facts/append-keys.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import { versionOf } from '../facts/facts-about.ts'
import { appendFacts, type Draft, placeOf, runStream } from '../journal/append-facts.ts'
import { ingestSpool } from './ingest-spool.ts'
import { factsOfSession, saidBy } from './list-sessions.ts'
import type { RecordableFact, TranscriptReading } from './transcripts.ts'

/** Facts per transaction. */
const BATCH = 300
/** Limit on retries when others write to the session, which is never reached in practice. */
const MOST_TRIES = 50

/**
 * Records the transcript's prompts, steps and messages that hooks did not report; returns their number.
 *
 * Exactly once: queued hook events are recorded first, then both are compared, and the rest is appended only if nobody wrote to the session
 * since; else they are compared again. Each fact's key is its place in the transcript, so two processes add it once.
 */
export async function fillSession(context: LoopContext, run: string): Promise<number> {
  const reading = await context.transcripts?.read(run)
  if (reading === undefined) return 0
  const facts = await storable(reading.facts)
  let added = 0
  for (let tries = 0; facts.length > 0 && tries < MOST_TRIES; tries++) {
    if (context.spool !== undefined) await ingestSpool(context, context.spool)
    const expectedVersion = await versionOf(context, runStream(run))
    const journal = await factsOfSession(context, run)
    const missing = missingFacts(run, { ...reading, facts }, journal)
    if (missing.length === 0) break
    reading.announce()
    const drafts = draftsOf(run, reading, orderedFacts(missing as RecordableFact[], facts, journal).slice(0, BATCH))
    if (await isAppended(context, drafts, expectedVersion)) added += Math.min(missing.length, BATCH)
  }
  reading.keep(facts.map((fact) => ({ id: fact.id, print: printOf(fact) })))
  return added
}

/** The tokens used by a session with tests; if its record is gone, the earlier count. */
export async function spentIn(
  { transcripts, journal }: LoopContext,
  run: string,
  figures: { readonly [id: string]: number },
): Promise<readonly Spent[]> {
  if (!('test-minutes' in figures)) return []
  const spent = ((await transcripts?.usage(run)) ?? []).filter(({ bySubagent }) => bySubagent === undefined)
  const known = spent.length > 0 ? undefined : await bodyOf(journal, RUN, run)
  const before = own(known?.run.measured?.figures, 'test-tokens')
  return before === undefined ? spent : [{ at: 0, tokens: 1_000 * before }]
}

/** The facts as they will be stored, to compare with those of hooks; invalid ones are left out. */
async function storable(facts: readonly RecordableFact[]): Promise<RecordableFact[]> {
  const clean: RecordableFact[] = []
  for (const fact of facts) {
    const { type, error, ...place } = fact
    try {
      const payload = await checkPayload(type, redactDeep(fact.payload).value)
      const failure = error && { error: await checkPayload('error-recorded', error) }
      clean.push({ ...place, type, payload, ...failure } as RecordableFact)
    } catch (problem) {
      if (!(problem instanceof UserError)) throw problem
    }
  }
  return clean
}

function draftsOf(run: string, { client }: TranscriptReading, facts: readonly RecordableFact[]): Draft[] {
  const drafts: Draft[] = []
  for (const { id, at, type, payload, error } of facts) {
    const place = { ...placeOf(run, at), origin: { surface: 'hook' as const, client } }
    const key = transcriptKey(run, id)
    drafts.push({ ...place, type, payload, key, provenance: saidBy(type) } as Draft)
    if (error === undefined) continue
    const provenance = saidBy('error-recorded')
    drafts.push({ ...place, type: 'error-recorded', payload: error, key: `${key}/error`, provenance })
  }
  return drafts
}

/** False where another writer was first. */
async function isAppended(
  context: LoopContext,
  [first, ...rest]: readonly Draft[],
  expectedVersion: number,
): Promise<boolean> {
  try {
    await appendFacts(context, [{ ...first!, expectedVersion }, ...rest])
    return true
  } catch (error) {
    if (error instanceof UserError && error.code === 'version-conflict') return false
    throw error
  }
}
