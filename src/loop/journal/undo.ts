import type { StoredEvent } from '../../domain/event.ts'
import { typeOf } from '../../domain/events/stored-name.ts'
import { type KnownEvent, readEvent } from '../../domain/read-event.ts'
import { marked, undoStream } from '../../domain/undo.ts'
import { type BlastRadius, blastRadius } from '../../projection/blast-radius.ts'
import { Replay } from '../../projection/replay.ts'
import { type DescribedEvent, inWords } from '../../report/tell-fact.ts'
import type { UndoMark } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import { keepOverlays } from '../governance/active-overlays.ts'
import { type ActedOn, actedOn } from '../runs/undo-effects.ts'
import { eventOfDraft } from './append-facts.ts'
import { checkPayload } from './check-payload.ts'
import type { Keepers } from './keepers.ts'
import { type UndoScope, undoTargets } from './undo-targets.ts'
import { untilAppended } from './until-appended.ts'
import { marksAfter, type WholeOptions, wholeJournal, withTheirMarks } from './whole-journal.ts'
import { withArchivedPayloads } from './with-archives.ts'

export type { AdapterMark, Moved, PatternMark } from '../../projection/blast-radius.ts'

export interface UndoRequest extends UndoScope {
  readonly by: string
  readonly reason: string
  /** Only tells what would move. */
  readonly dryRun?: boolean
  readonly onProgress?: (done: number, total: number) => void
}

/** What an undo took back, and what that moved; or would. */
export interface Undone {
  readonly dryRun: boolean
  /** False when nothing was left to undo. */
  readonly changed: boolean
  /** Names this undo: undoing it lets everything count again. Absent when nothing was recorded. */
  readonly undo?: string
  /** Facts that were asked for, and those that were recorded only because of them; the first 200. */
  readonly facts: readonly UndoneFact[]
  readonly factsTotal: number
  readonly radius: BlastRadius
  readonly actedOn: ActedOn
}

export interface UndoneFact extends DescribedEvent {
  readonly because: 'asked' | 'follows'
  /** Whether it stops counting, or counts again. */
  readonly undone: boolean
}

const MOST_FACTS = 200

/**
 * Takes facts back by facts that say so. Everything is then as if they had never been recorded, but for the record of the undo; the facts and their links stay
 * in the chain. Documents are folded anew beside those in use, and both become true at once.
 */
export async function undo(
  context: LoopContext & Pick<Keepers, 'archives'>,
  request: UndoRequest,
): Promise<Undone> {
  const { dryRun = false, by, reason, onProgress } = request
  const options = { archives: context.archives, onProgress }
  // Refused before anything is read: a person has typed it.
  const said = await checkPayload('event-undone', { event: 'e', batch: 'b', by, reason })
  if (dryRun) return (await plan(context, request, options)).told
  return untilAppended(async () => {
    const { facts, marks, told, targets } = await plan(context, request, options)
    if (targets.length === 0) return told
    const batch = context.nextId()
    const recordedAt = context.now()
    const versions = versionsIn(facts)
    const events = targets.map((event) =>
      eventOfDraft(
        context,
        {
          type: 'event-undone',
          payload: { ...said, event, batch },
          stream: undoStream(event),
          expectedVersion: versions.get(undoStream(event)) ?? 0,
          provenance: { source: 'person', trust: 'internal' },
        },
        recordedAt,
      ),
    )
    const { journal, projector } = context
    await withArchivedPayloads(context, context.archives, () =>
      journal.undo(events, marks, projector, { ...request }),
    )
    await afterRewrite(context)
    return { ...told, undo: batch }
  })
}

interface Plan {
  readonly facts: readonly StoredEvent[]
  readonly targets: readonly string[]
  readonly marks: readonly UndoMark[]
  readonly told: Undone
}

async function plan(context: LoopContext, request: UndoRequest, options: WholeOptions): Promise<Plan> {
  const facts = withTheirMarks(await wholeJournal(context.journal, options))
  const { named, followed } = undoTargets(facts, request)
  const targets = [...named, ...followed].map(({ id }) => id)
  const marks = marksAfter(facts, targets)
  const undone = new Map(marks.map((mark) => [mark.event, mark.undone]))
  const radius = compare(context, facts, undone)
  const because = new Map<string, 'asked' | 'follows'>([
    ...followed.map(({ id }) => [id, 'follows'] as const),
    ...named.map(({ id }) => [id, 'asked'] as const),
  ])
  // Undos that are undone on the way are not what anyone asks about.
  const touched = facts.filter(({ id, type }) => undone.has(id) && typeOf(type) !== 'event-undone')
  const told: Undone = {
    dryRun: request.dryRun ?? false,
    changed: targets.length > 0,
    facts: touched.slice(0, MOST_FACTS).map((fact) => ({
      ...inWords(asKnown(fact)),
      because: because.get(fact.id) ?? 'follows',
      undone: undone.get(fact.id)!,
    })),
    factsTotal: touched.length,
    radius,
    actedOn: actedOn(facts, touched[0]?.position ?? 0, radius),
  }
  return { facts, targets, marks, told }
}

/** Folds what is common once, and what comes after the first touched fact with and without the marks. */
function compare(
  context: LoopContext,
  facts: readonly StoredEvent[],
  undone: ReadonlyMap<string, boolean>,
): BlastRadius {
  const before = new Replay(context.projector)
  let after: Replay | undefined
  for (const fact of facts) {
    if (after === undefined && undone.has(fact.id)) after = before.fork()
    const [now, then] = [readEvent(fact), after && readEvent(marked(fact, undone))]
    if (now !== undefined) before.add(now)
    if (then !== undefined) after!.add(then)
  }
  const { policy, settings } = context
  const marking = { now: context.now(), policy, profile: settings.profile }
  return blastRadius(before.documents(), (after ?? before).documents(), marking)
}

/** An undone fact is told as it was recorded. */
function asKnown({ undone: _, ...fact }: StoredEvent): KnownEvent {
  return (readEvent(fact) ?? { ...fact, type: typeOf(fact.type), payload: {} }) as unknown as KnownEvent
}

/** How many facts each stream holds. */
function versionsIn(facts: readonly StoredEvent[]): ReadonlyMap<string, number> {
  const versions = new Map<string, number>()
  for (const { stream } of facts) versions.set(stream, (versions.get(stream) ?? 0) + 1)
  return versions
}

/** What is kept beside the journal follows it. */
async function afterRewrite(context: LoopContext): Promise<void> {
  context.shelf.clear()
  await keepOverlays(context)
  context.ahead?.note()
  if (context.ahead !== undefined) await (await import('../injection/precompute.ts')).keepAnswers(context)
}
