import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { UserError } from '../../domain/user-error.ts'
import { UNNAMED_CALL } from '../../domain/values/session.ts'
import { APPROVAL } from '../../projection/fold-approvals.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload } from '../facts/append-keys.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import {
  appendFact,
  appendFacts,
  approvalStream,
  type Draft,
  JOURNAL_STREAM,
  placeOf,
  receiptKey,
} from '../journal/append-facts.ts'
import { saidBy } from './list-sessions.ts'
import { besideTranscripts, isBehind, onceEach } from './match-transcripts.ts'
import { readSpooled, type SpooledFact, type SpoolKeeper } from './spool.ts'

/** Minimum number of facts per transaction, if there are that many. */
const BATCH = 200
/** How often a file is compared again with a session that others write to meanwhile. */
const MOST_TRIES = 50

/** Records queued hook events. Each has an id, so a file that two processes read simultaneously, or one that dies before removing it, counts once. Files are removed once recorded; an unreadable one is quarantined, and that is recorded. */
export async function ingestSpool(context: LoopContext, spool: SpoolKeeper) {
  const { spool: _, ...inner } = context
  const total = { files: 0, facts: 0, refused: 0 }
  let batch: Read[] = []
  const settle = async () => {
    const facts = await append(inner, batch, spool)
    total.files += batch.length
    total.facts += facts
    batch = []
  }
  for (const file of spool.waiting()) {
    try {
      const text = spool.read(file)
      if (text !== undefined) batch.push({ file, drafts: await draftsOf(inner, text) })
    } catch (error) {
      if (!isUnreadable(error)) throw error
      await refuse(inner, { file, spool }, error)
      total.refused += 1
    }
    if (batch.reduce((sum, { drafts }) => sum + drafts.length, 0) >= BATCH) await settle()
  }
  if (batch.length > 0) await settle()
  return total
}

interface Read {
  readonly file: string
  readonly drafts: readonly Draft[]
}

/** Whether the error is the file's fault; an unreadable journal is not. */
function isUnreadable(error: unknown): error is Error {
  if (error instanceof UserError) return error.code === 'input' || error.code === 'conflict'
  return error instanceof Error && error.name === 'Error'
}

/** Appends all files together; after a conflict, or if another process was first, each separately. */
async function append(
  context: LoopContext,
  batch: readonly Read[],
  spool: SpoolKeeper,
  triesLeft = MOST_TRIES,
): Promise<number> {
  try {
    const all = batch.flatMap(({ drafts }) => drafts)
    const drafts = await onceEach(context, all)
    const appended = await appendFacts(context, await besideTranscripts(context, drafts))
    for (const { file } of batch) spool.remove(file)
    return appended.filter(({ duplicate }) => !duplicate).length
  } catch (error) {
    const isLate = isBehind(error)
    if (!isLate && !(error instanceof UserError && error.code === 'conflict')) throw error
    if (batch.length > 1) {
      let facts = 0
      for (const one of batch) facts += await append(context, [one], spool)
      return facts
    }
    if (isLate && triesLeft > 0) return append(context, batch, spool, triesLeft - 1)
    if (isLate) throw error
    await refuse(context, { file: batch[0]!.file, spool }, error as UserError)
    return 0
  }
}

async function refuse(
  context: LoopContext,
  { file, spool }: { file: string; spool: SpoolKeeper },
  error: Error,
): Promise<void> {
  const message = `${file} was refused: ${error.message}`.slice(0, 4_000)
  const place = { stream: JOURNAL_STREAM, key: `spool-refused/${file}` }
  await appendFact(context, { type: 'loop-failed', payload: { part: 'hook', code: 'spool', message }, ...place })
  spool.refuse(file)
}

async function draftsOf(context: LoopContext, text: string): Promise<Draft[]> {
  const drafts: Draft[] = []
  for (const fact of readSpooled(text)) {
    const payload = await checkPayload(fact.type, fact.payload)
    const draft = { ...draftOf(fact), type: fact.type, payload } as Draft
    if (draft.type === 'approval-asked') drafts.push(...(await questionOf(context, draft, fact.at)))
    else drafts.push(draft)
  }
  return drafts
}

/** The key of a receipt is its id, as everywhere; that of a step is the client's call id. */
function keyOf(type: string, { receipt, call }: SpooledFact['payload'], run: string): string | undefined {
  if (type === 'pattern-injected') return receiptKey(String(receipt))
  return type === 'tool-used' && !String(call).startsWith(UNNAMED_CALL) ? `hook/${run}/${call}` : undefined
}

function draftOf({ id, at, type, run, client, payload }: SpooledFact) {
  return {
    ...placeOf(run, at),
    key: keyOf(type, payload, run) ?? `hook/${id}`,
    provenance: saidBy(type),
    origin: { surface: 'hook' as const, client },
  }
}

/** The question, unless it is already open or was answered after it was asked. */
async function questionOf({ journal }: LoopContext, draft: Draft, askedAt: number): Promise<Draft[]> {
  const { approval } = draft.payload as PayloadOf<'approval-asked'>
  const known = await bodyOf(journal, APPROVAL, approval)
  if (known !== undefined && (known.answer === undefined || known.answer.at >= askedAt)) return []
  return [{ ...draft, stream: approvalStream(approval) }]
}
