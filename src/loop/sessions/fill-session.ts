import { missingFacts } from '../../capture/session/missing-facts.ts'
import { placedFacts } from '../../capture/session/place-facts.ts'
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

/** So many facts go into one transaction. */
const BATCH = 300
/** Others write to the same session meanwhile, each time with something new; more often than this nobody does. */
const MOST_TRIES = 50

/**
 * Records what the client's own transcript of a session holds and hooks did not report: how many prompts, steps and messages that were.
 *
 * Exactly once: what hooks queued is taken in first, then the two are compared, and the rest is appended only if nobody wrote to the session
 * since; else it is compared again. Each fact has the key of its place in the transcript, so that two who fill in the same session add it once.
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
    const drafts = draftsOf(run, reading, placedFacts(missing as RecordableFact[], facts, journal).slice(0, BATCH))
    if (await isAppended(context, drafts, expectedVersion)) added += Math.min(missing.length, BATCH)
  }
  reading.keep(facts.map((fact) => ({ id: fact.id, print: printOf(fact) })))
  return added
}

/** The tokens that a session with tests used; of a record that is gone by now, what was counted before. */
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

/** As they will be stored, which is how those of hooks are; what the schemas do not allow is left out. */
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
