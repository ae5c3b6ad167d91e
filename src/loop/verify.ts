import { digest } from '../domain/digest.ts'
import { chainHash, GENESIS, type StoredEvent } from '../domain/event.ts'
import type { Journal } from '../store/port.ts'

/** What is wrong with the journal; empty when every link holds. */
export interface Verification {
  readonly events: number
  readonly erased: number
  /** Facts whose words are in an archive. */
  readonly archived: number
  readonly problems: readonly string[]
}

const PAGE = 2_000
const MOST_PROBLEMS = 20

/** Recomputes every link of every stream from the stored bytes. Memory is bounded by the number of streams. */
export async function verifyChain(
  journal: Journal,
  onProgress?: (done: number, total: number) => void,
): Promise<Verification> {
  const { position: total } = await journal.head()
  const ends = new Map<string, { version: number; hash: string }>()
  const problems: string[] = []
  let erased = 0
  let archived = 0
  let position = 0
  while (position < total) {
    const events = await journal.read({ after: position, upTo: total, limit: PAGE })
    if (events.length === 0) break
    for (const event of events) {
      if (event.archived) archived += 1
      else if (event.payload === null) erased += 1
      if (event.position !== ++position) problems.push(`position ${position} is missing`)
      position = event.position
      const problem = linkProblem(event, ends.get(event.stream))
      if (problem !== undefined) problems.push(problem)
      ends.set(event.stream, event)
    }
    onProgress?.(position, total)
  }
  if (position < total) problems.push(`events ${position + 1} to ${total} are missing`)
  return { events: position, erased, archived, problems: problems.slice(0, MOST_PROBLEMS) }
}

function linkProblem(
  event: StoredEvent,
  end: { version: number; hash: string } | undefined,
): string | undefined {
  const where = `event ${event.position} (${event.id})`
  if (event.version !== (end?.version ?? 0) + 1) return `${where} is out of order in '${event.stream}'`
  if (event.previousHash !== (end?.hash ?? GENESIS))
    return `${where} does not follow what is before it in '${event.stream}'`
  if (event.payload !== null && digest(event.payload) !== event.payloadDigest)
    return `${where} has another content than was recorded`
  return chainHash(event) === event.hash ? undefined : `${where} was altered`
}
