import { digest } from '../../domain/digest.ts'
import { chainHash, GENESIS, type StoredEvent } from '../../domain/event.ts'
import { typeOf } from '../../domain/events/stored-name.ts'
import { undoneEvents } from '../../domain/undo.ts'
import type { Journal } from '../../store/port.ts'

/** What is wrong with the journal; empty when every link holds. */
export interface Verification {
  readonly events: number
  readonly erased: number
  /** Facts whose payload is archived. */
  readonly archived: number
  readonly problems: readonly string[]
}

/** A verification that a later one can continue. */
export interface VerifiedTo extends Verification {
  /** The id of this copy of the journal. */
  readonly journal: string
  readonly ends: ReadonlyMap<string, Link>
  /** The journal's last link; undefined if it is empty. */
  readonly last?: Link | undefined
  /** Events up to here were not read, so links into them cannot be checked. */
  readonly from?: number | undefined
}

type Link = Pick<StoredEvent, 'position' | 'version' | 'hash'>
export type ReadJournal = Pick<Journal, 'head' | 'read'>
export type OnProgress = (done: number, total: number) => void

const PAGE = 2_000
const MOST_PROBLEMS = 20
/** The longest journal verified completely by default, in about a second, and how many of the newest events of a longer one. */
const MOST = { whole: 50_000, newest: 20_000 }

/** Recomputes every stream's links from the stored bytes, or only those after an earlier verification. Memory depends only on the number of streams, and others run between pages. */
export async function verifyChain(
  journal: ReadJournal,
  before?: VerifiedTo,
  onProgress?: OnProgress,
): Promise<VerifiedTo> {
  const { position: total, journal: copy } = await journal.head()
  const ends = new Map(before?.ends)
  const problems = [...(before?.problems ?? [])]
  const marks = new Marks()
  const from = before?.from ?? 0
  let { erased = 0, archived = 0, events: position = 0, last } = before ?? {}
  while (position < total) {
    const events = await journal.read({ after: position, upTo: total, limit: PAGE })
    if (events.length === 0) break
    for (const event of events) {
      if (event.archived) archived += 1
      else if (event.payload === null) erased += 1
      if (event.position !== ++position) problems.push(`position ${position} is missing`)
      position = event.position
      marks.add(event)
      // The predecessors of the first events in a partial check were not read, so their claims are accepted.
      const before = { position: 0, version: event.version - 1, hash: event.previousHash }
      const problem = linkProblem(event, ends.get(event.stream) ?? (from === 0 ? undefined : before))
      if (problem !== undefined) problems.push(problem)
      last = { position, version: event.version, hash: event.hash }
      ends.set(event.stream, last)
    }
    onProgress?.(position, total)
    await new Promise((resolve) => setImmediate(resolve))
  }
  // A later event may have set a mark on an earlier one, so marks are compared only over the whole journal.
  if (before === undefined) problems.push(...marks.problems())
  if (position < total) problems.push(`events ${position + 1} to ${total} are missing`)
  const told = { events: position, erased, archived, problems: problems.slice(0, MOST_PROBLEMS) }
  return { ...told, journal: copy, ends, last, from }
}

/** Whether the journal is the verified one or its continuation: the same copy, with the same last link in place. */
export async function goesOnFrom(journal: ReadJournal, { journal: copy, last }: VerifiedTo) {
  if ((await journal.head()).journal !== copy) return false
  if (last === undefined) return true
  const [event] = await journal.read({ after: last.position - 1, upTo: last.position, limit: 1 })
  return event?.hash === last.hash
}

function linkProblem(event: StoredEvent, end: Link | undefined): string | undefined {
  const where = `event ${event.position} (${event.id})`
  if (event.version !== (end?.version ?? 0) + 1) return `${where} is out of order in '${event.stream}'`
  if (event.previousHash !== (end?.hash ?? GENESIS))
    return `${where} does not follow what is before it in '${event.stream}'`
  if (event.payload !== null && digest(event.payload) !== event.payloadDigest)
    return `${where} has different content from what was recorded`
  return chainHash(event) === event.hash ? undefined : `${where} was altered`
}

/** Compares a row's unhashed marks (undone, erased) with the events that set them. */
class Marks {
  readonly #undone = new Map<string, number>()
  readonly #emptied = new Map<string, number>()
  readonly #undos: StoredEvent[] = []
  readonly #erased = new Set<unknown>()
  #isSure = true

  add(event: StoredEvent): void {
    if (event.undone) this.#undone.set(event.id, event.position)
    if (event.payload === null && !event.archived) this.#emptied.set(event.id, event.position)
    const type = typeOf(event.type)
    if (type === 'event-undone') this.#undos.push(event)
    if (type !== 'payload-erased') return
    if (event.payload === null) this.#isSure = false
    else this.#erased.add((JSON.parse(event.payload) as { event?: string }).event)
  }

  problems(): string[] {
    const undone = undoneEvents(this.#undos)
    const taken = [...this.#undone].filter(([id]) => !undone.has(id))
    const back = [...undone].filter((id) => !this.#undone.has(id))
    const emptied = [...this.#emptied].filter(([id]) => this.#isSure && !this.#erased.has(id))
    return [
      ...taken.map(([id, at]) => `event ${at} (${id}) is marked as undone, and nobody undid it`),
      ...back.map((id) => `event ${id} was undone, and is not marked so`),
      ...emptied.map(([id, at]) => `event ${at} (${id}) has lost its content, and nobody erased it`),
    ]
  }
}

export interface ChainLook {
  readonly found: VerifiedTo
  /** How many events were verified earlier and skipped. */
  readonly earlier: number
  readonly wholeAt: number
}

/** How far a long-lived process has verified its journal. Kept in memory only: a file that says the journal is intact could be altered together with it. Simultaneous requests share a result. */
export class VerifiedChain {
  readonly #most: typeof MOST
  #last: ChainLook | undefined
  #whole: Promise<ChainLook> | undefined
  #new: Promise<ChainLook> | undefined

  constructor(most = MOST) {
    this.#most = most
  }

  whole(journal: ReadJournal, now: number, onProgress?: OnProgress): Promise<ChainLook> {
    this.#whole ??= this.#lookAtAll(journal, now, onProgress).finally(() => {
      this.#whole = undefined
    })
    return this.#whole
  }

  /** Verifies a short journal, or the newest events of a long one. */
  async newest(journal: ReadJournal, now: number, onProgress?: OnProgress): Promise<ChainLook> {
    const { position, journal: copy } = await journal.head()
    if (this.#whole !== undefined || position <= this.#most.whole) return this.whole(journal, now, onProgress)
    const from = position - this.#most.newest
    const begun = { events: from, from, journal: copy, erased: 0, archived: 0, problems: [], ends: new Map() }
    return this.#keep({ found: await verifyChain(journal, begun, onProgress), earlier: 0, wholeAt: now })
  }

  /** Verifies new events since the last time; if there was none or earlier events have changed, as much as `newest`. */
  onlyNew(journal: ReadJournal, now: number): Promise<ChainLook> {
    if (this.#whole !== undefined) return this.#whole
    this.#new ??= this.#lookOn(journal, now).finally(() => {
      this.#new = undefined
    })
    return this.#new
  }

  async #lookOn(journal: ReadJournal, now: number): Promise<ChainLook> {
    const last = this.#last
    if (last === undefined || !(await goesOnFrom(journal, last.found))) return this.newest(journal, now)
    const found = await verifyChain(journal, last.found)
    return this.#keep({ found, earlier: last.found.events, wholeAt: last.wholeAt })
  }

  async #lookAtAll(journal: ReadJournal, now: number, onProgress?: OnProgress): Promise<ChainLook> {
    return this.#keep({ found: await verifyChain(journal, undefined, onProgress), earlier: 0, wholeAt: now })
  }

  /** If two verifications overlap, the full one decides. */
  #keep(look: ChainLook): ChainLook {
    if (this.#last === undefined || look.wholeAt >= this.#last.wholeAt) this.#last = look
    return look
  }
}
