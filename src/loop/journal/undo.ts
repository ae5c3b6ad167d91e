import type { DocumentReader } from '../../domain/document.ts'
import type { StoredEvent } from '../../domain/event.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { typeOf } from '../../domain/events/stored-name.ts'
import { hasTrait } from '../../domain/events/traits.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { marked, undoStream } from '../../domain/undo.ts'
import { notFound, UserError } from '../../domain/user-error.ts'
import { type BlastRadius, projectionDiff } from '../../projection/compare-projections.ts'
import { Replay } from '../../projection/replay.ts'
import { type DescribedEvent, inWords } from '../../report/tell-fact.ts'
import { following } from '../../report/why/why-receipt.ts'
import type { LoopContext } from '../context.ts'
import { checkPayload, untilAppended } from '../facts/append-keys.ts'
import { known } from '../facts/facts-about.ts'
import { keepOverlays } from '../views/active-overlays.ts'
import { standingsIn } from '../views/standings.ts'
import { BY_PERSON, eventOfDraft } from './append-facts.ts'
import { withArchivedPayloads } from './archive.ts'
import type { JournalServices } from './keepers.ts'
import { type ActedOn, actedOn } from './undo-effects.ts'
import { marksAfter, type WholeOptions, wholeJournal, withTheirMarks } from './whole-journal.ts'

/** What to undo: one fact or undo by its id, or everything from a run or a source. */
export interface UndoScope {
  /** A fact by its id or position, or an earlier undo by its own or its batch's id. */
  readonly event?: string
  readonly run?: string
  /** A person, a client, an entry point such as `import`, a kind of source such as `external`, or the project of pulled patterns. */
  readonly source?: string
  /** Only the named facts, without those that follow from them. */
  readonly alone?: boolean
}

export interface UndoTargets {
  readonly named: readonly KnownEvent[]
  /** Facts that were recorded only because of them. */
  readonly followed: readonly KnownEvent[]
  /** The requested facts exist but are already undone. */
  readonly already: boolean
}

/** The facts in scope, from the whole journal, without those already undone. */
export function undoTargets(facts: readonly StoredEvent[], scope: UndoScope): UndoTargets {
  const asked = askedFor(facts, scope)
  const counting = known(facts)
  const ids = new Set(asked.map(({ id }) => id))
  const named = counting.filter(({ id }) => ids.has(id))
  const followed = scope.alone === true ? [] : following(counting, ids)
  return { named, followed, already: named.length === 0 }
}

function askedFor(facts: readonly StoredEvent[], { event, run, source }: UndoScope): readonly StoredEvent[] {
  if ([event, run, source].filter((one) => one !== undefined).length !== 1)
    throw new UserError('usage', 'Say what to undo: an event, a run or a source.', 'mettle undo --help')
  if (event !== undefined) return byId(facts, event)
  const contributed = facts.filter(({ type }) => !hasTrait(typeOf(type), 'bookkeeping'))
  // A person's decisions are not undone with a run or an entry point, only individually or with everything that person did.
  const found = contributed.filter((fact) =>
    hasTrait(typeOf(fact.type), 'decision') && fact.provenance.source === 'person'
      ? source !== undefined && fact.origin.actor === source
      : run === undefined
        ? namesOf(fact).includes(source!)
        : fact.run === run,
  )
  if (found.length > 0) return found
  const sources = [...new Set(contributed.flatMap(namesOf))].sort().slice(0, 20)
  throw run === undefined
    ? notFound(`No events came from '${source}'.`, `Sources in this journal: ${sources.join(', ')}.`)
    : notFound(`There is no run '${run}'.`, 'mettle run list')
}

/** A fact, or all facts of one batch: an undo, or patterns quarantined together. */
function byId(facts: readonly StoredEvent[], id: string): readonly StoredEvent[] {
  const fact = facts.find((one) => one.id === id || String(one.position) === id)
  if (fact !== undefined && hasTrait(typeOf(fact.type), 'permanent'))
    throw new UserError(
      'not-undoable',
      `${fact.type} cannot be undone.`,
      'What was erased is gone; what was archived comes back with: mettle forget --restore',
    )
  const batch = fact === undefined ? id : batchOf(fact)
  const together = batch === undefined ? [] : facts.filter((one) => batchOf(one) === batch)
  if (together.length > 0) return together
  if (fact !== undefined) return [fact]
  throw notFound(`There is no event and no undo '${id}'.`, 'To list events with their numbers: mettle timeline')
}

function batchOf(fact: StoredEvent): string | undefined {
  const rule = /^rule\/[^/]+/.exec(fact.key)?.[0]
  if (rule !== undefined) return rule
  const type = typeOf(fact.type)
  if (type !== 'event-undone' && type !== 'pattern-quarantined') return undefined
  const { undone: _, ...plain } = fact
  return (readEvent(plain)?.payload as { batch?: string } | undefined)?.batch
}

/** All names of a fact's source. */
function namesOf(fact: StoredEvent): string[] {
  const { origin, provenance } = fact
  const names = [origin.actor, origin.client, origin.surface, provenance.source]
  if (typeOf(fact.type) === 'pattern-pulled' && fact.payload !== null) {
    const { sourceProject, sourceJournal } = JSON.parse(fact.payload) as Record<string, string>
    names.push(sourceProject, sourceJournal)
  }
  return names.filter((name) => name !== undefined)
}

export type { AdapterMark, Moved, PatternMark } from '../../projection/compare-projections.ts'

export interface UndoRequest extends UndoScope {
  readonly by: string
  readonly reason: string
  readonly dryRun?: boolean
  readonly onProgress?: (done: number, total: number) => void
}

/** What an undo undid and changed, or would. */
export interface Undone {
  readonly dryRun: boolean
  readonly changed: boolean
  /** Names this undo: undoing it lets everything count again. Absent when nothing was recorded. */
  readonly undo?: string
  /** Requested facts, and those recorded only because of them; the first 200. */
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

/** Undoes facts by recording facts: everything is then as if they had never been recorded, but they stay in the chain. Documents are folded in a second copy, and all change together. */
export async function undo(context: LoopContext & Pick<JournalServices, 'archives'>, request: UndoRequest) {
  const { dryRun = false, by, reason, onProgress } = request
  const options = { archives: context.archives, onProgress }
  // Validated before the journal is read, because a person typed it.
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
          provenance: BY_PERSON,
        },
        recordedAt,
      ),
    )
    const { journal, projector, folding = projector } = context
    await withArchivedPayloads(context, context.archives, () => journal.undo(events, marks, folding, { ...request }))
    await afterRewrite(context)
    return { ...told, undo: batch }
  })
}

async function plan(context: LoopContext, request: UndoRequest, options: WholeOptions) {
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
  // Undos that are undone in the process are of no interest.
  const touched = facts.filter(({ id, type }) => undone.has(id) && typeOf(type) !== 'event-undone')
  const given: Undone = {
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
  return { facts, targets, marks, told: given }
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
  const now = context.now()
  const standIn = (read: DocumentReader) => standingsIn(read, now, context)
  const marking = { policy, profile: settings.profile, standIn }
  return projectionDiff(before.documents(), (after ?? before).documents(), marking)
}

/** An undone fact is told as it was recorded. */
function asKnown({ undone: _, ...fact }: StoredEvent): KnownEvent {
  return (readEvent(fact) ?? { ...fact, type: typeOf(fact.type), payload: {} }) as unknown as KnownEvent
}

function versionsIn(facts: readonly StoredEvent[]): ReadonlyMap<string, number> {
  const versions = new Map<string, number>()
  for (const { stream } of facts) versions.set(stream, (versions.get(stream) ?? 0) + 1)
  return versions
}

/** Updates the files beside the journal. */
async function afterRewrite(context: LoopContext): Promise<void> {
  context.cache.clear()
  await keepOverlays(context)
  context.precomputed?.note()
  if (context.precomputed !== undefined) await (await import('../views/precompute.ts')).keepAnswers(context)
}
