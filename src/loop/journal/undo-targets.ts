import type { StoredEvent } from '../../domain/event.ts'
import { typeOf } from '../../domain/events/stored-name.ts'
import { hasTrait } from '../../domain/events/traits.ts'
import { type KnownEvent, readEvent } from '../../domain/read-event.ts'
import { UserError } from '../../domain/user-error.ts'
import { following } from '../../report/why/why-receipt.ts'
import { known } from './facts-about.ts'

/** What is to be taken back: one fact or one undo by its id, or all that a run or a source contributed. */
export interface UndoScope {
  /** A fact by its id or its position; or an earlier undo, by its own id or that of the batch. */
  readonly event?: string
  readonly run?: string
  /** A person, a client, a door such as `import`, a kind of source such as `external`, or the project that patterns were pulled from. */
  readonly source?: string
  /** Only the facts that are named, without those that were concluded from them. */
  readonly alone?: boolean
}

export interface UndoTargets {
  /** Facts that were asked for. */
  readonly named: readonly KnownEvent[]
  /** Facts that were recorded only because of them. */
  readonly followed: readonly KnownEvent[]
  /** What was asked for is on record and counts no longer. */
  readonly already: boolean
}

/** The facts that are meant, out of the whole journal. Those that count no longer are left out. */
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
  // What people decided goes with neither a run nor a door that it came in through, only by itself or with all that this person did.
  const found = contributed.filter((fact) =>
    hasTrait(typeOf(fact.type), 'decision') && fact.provenance.source === 'person'
      ? source !== undefined && fact.origin.actor === source
      : run === undefined
        ? isFrom(fact, source!)
        : fact.run === run,
  )
  if (found.length > 0) return found
  throw run === undefined
    ? new UserError(
        'not-found',
        `Nothing came from '${source}'.`,
        `Known: ${sources(contributed).join(', ')}.`,
      )
    : new UserError('not-found', `There is no run '${run}'.`, 'mettle run list')
}

/** A fact, or all facts of one batch: of an undo, or of what was set aside together. */
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
  throw new UserError(
    'not-found',
    `There is no event and no undo '${id}'.`,
    'mettle timeline --json lists facts with their ids.',
  )
}

function batchOf(fact: StoredEvent): string | undefined {
  const type = typeOf(fact.type)
  if (type !== 'event-undone' && type !== 'pattern-quarantined') return undefined
  const { undone: _, ...plain } = fact
  return (readEvent(plain)?.payload as { batch?: string } | undefined)?.batch
}

function isFrom(fact: StoredEvent, source: string): boolean {
  return namesOf(fact).includes(source)
}

/** The names under which a fact's source is known. */
function namesOf(fact: StoredEvent): string[] {
  const { origin, provenance } = fact
  const names = [origin.actor, origin.client, origin.surface, provenance.source]
  if (typeOf(fact.type) === 'pattern-pulled' && fact.payload !== null) {
    const { sourceProject, sourceJournal } = JSON.parse(fact.payload) as Record<string, string>
    names.push(sourceProject, sourceJournal)
  }
  return names.filter((name) => name !== undefined)
}

function sources(facts: readonly StoredEvent[]): string[] {
  return [...new Set(facts.flatMap(namesOf))].sort().slice(0, 20)
}
