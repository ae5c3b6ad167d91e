import { callsOf, countByPrint } from '../../capture/session/missing-facts.ts'
import { isFromTranscript, isShared, printOf, type SharedFact } from '../../capture/session/transcript-facts.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { hasTrait, typesThat } from '../../domain/events/traits.ts'
import { UserError } from '../../domain/user-error.ts'
import type { LoopContext } from '../context.ts'
import { versionOf } from '../facts/facts-about.ts'
import { type Draft, runStream } from '../journal/append-facts.ts'
import { factsOfSession } from './list-sessions.ts'

/** If no transcript can be read any more, a hook event this much later than the same fact in the transcript is a different one. */
const SAME_WITHIN_MS = 60_000
const SHARED = typesThat('in-transcripts')

/** Hook events without repetitions: two settings files may both name the hook, and a client may call it again. A step is identified by its id, a prompt or turn end by being equal to the one before. If a person really typed the same twice, the transcript has both. */
export async function onceEach({ journal }: LoopContext, drafts: readonly Draft[]): Promise<Draft[]> {
  const keys = new Set<string>()
  const last = new Map<string, Reported | undefined>()
  const dropped = new Set<Draft | undefined>()
  for (const [index, draft] of drafts.entries()) {
    if (!isReported(draft)) continue
    const { run = '', key = '', stream } = draft
    if (draft.type === 'tool-used') {
      const isKnown = keys.has(key) || (await journal.read({ key, limit: 1 })).length > 0
      const next = drafts[index + 1]
      if (isKnown) dropped.add(draft).add(next?.type === 'error-recorded' ? next : undefined)
    } else if (draft.type === 'prompt-given' || draft.payload.agent === undefined) {
      if (!last.has(run)) {
        const [stored] = await journal.read({ stream, types: SHARED, newestFirst: true, limit: 1 })
        last.set(run, stored && (readEvent(stored) as unknown as Reported | undefined))
      }
      const before = drafts[index - 1]
      if (isRepeated(draft, last.get(run)))
        dropped.add(draft).add(before?.type === 'iteration-started' ? before : undefined)
    }
    keys.add(key)
    last.set(run, draft)
  }
  return drafts.filter((draft) => !dropped.has(draft))
}

function isRepeated(draft: Reported, before: Reported | undefined): boolean {
  if (before?.type !== draft.type || printOf(before) !== printOf(draft)) return false
  return Math.abs((draft.occurredAt ?? 0) - (before.occurredAt ?? 0)) <= SAME_WITHIN_MS
}

/**
 * Hook events, without those already recorded from a transcript before they arrived.
 *
 * Each draft expects the session's version at the time of comparison: whoever fills in the session from its transcript meanwhile makes
 * this one compare again, and vice versa.
 */
export async function besideTranscripts(context: LoopContext, drafts: readonly Draft[]): Promise<readonly Draft[]> {
  if (context.transcripts === undefined) return drafts
  const runs = new Set(drafts.filter(isReported).map(({ run }) => run!))
  let kept: readonly Draft[] = drafts
  for (const run of runs) {
    const version = await versionOf(context, runStream(run))
    if (context.transcripts.isAnnounced(run)) kept = await withoutKnown(context, run, kept)
    kept = expecting(kept, runStream(run), version)
  }
  return kept
}

/** Whether another process wrote to the session after the comparison. */
export function isBehind(error: unknown): boolean {
  return error instanceof UserError && error.code === 'version-conflict'
}

type Reported = Draft & SharedFact

function isReported(draft: Draft): draft is Reported {
  const { type, run } = draft
  return run !== undefined && hasTrait(type, 'in-transcripts')
}

/** Numbers the drafts' expected versions consecutively. If one is already recorded, none fits, and the caller tries each file separately. */
function expecting(drafts: readonly Draft[], stream: string, version: number): readonly Draft[] {
  let next = version
  return drafts.map((draft) => (draft.stream === stream ? { ...draft, expectedVersion: next++ } : draft))
}

async function withoutKnown(context: LoopContext, run: string, drafts: readonly Draft[]): Promise<readonly Draft[]> {
  const known = (await factsOfSession(context, run)).filter(isShared)
  const calls = callsOf(known)
  const keys = new Set(known.map(({ key }) => key))
  const filled = known.filter(isFromTranscript)
  const counts = new Map<string, number>()
  for (const fact of known) counts.set(printOf(fact), (counts.get(printOf(fact)) ?? 0) + 1)
  let told: ReadonlyMap<string, number> | undefined
  const dropped = new Set<Draft>()
  for (const [index, draft] of drafts.entries()) {
    if (!isReported(draft) || draft.run !== run || keys.has(draft.key ?? '')) continue
    const print = printOf(draft)
    const same = filled.filter((fact) => printOf(fact) === print)
    const isKnownCall = draft.type === 'tool-used' && calls.has(draft.payload.call)
    if (!isKnownCall && same.length > 0) told ??= await toldBy(context, run)
    const isNew = !isKnownCall && (same.length === 0 || isOneMore(draft, same, { told, known: counts.get(print) ?? 0 }))
    if (isNew) {
      counts.set(print, (counts.get(print) ?? 0) + 1)
      continue
    }
    dropped.add(draft)
    const next = drafts[index + 1]
    if (next?.type === 'error-recorded' && draft.type === 'tool-used') dropped.add(next)
  }
  return drafts.filter((draft) => !dropped.has(draft))
}

/** Whether the transcript has more equal facts than the journal; if it is gone, the time decides. */
function isOneMore(
  { occurredAt = 0, ...draft }: Reported,
  same: readonly { readonly occurredAt: number }[],
  { told, known }: { readonly told: ReadonlyMap<string, number> | undefined; readonly known: number },
): boolean {
  if (told !== undefined) return (told.get(printOf(draft as SharedFact)) ?? 0) > known
  return same.every((fact) => Math.abs(fact.occurredAt - occurredAt) > SAME_WITHIN_MS)
}

async function toldBy(context: LoopContext, run: string): Promise<ReadonlyMap<string, number> | undefined> {
  const reading = await context.transcripts?.read(run)
  return reading === undefined ? undefined : countByPrint(reading)
}
