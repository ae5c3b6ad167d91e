import type { Document, DocumentReader } from '../domain/document.ts'
import { type Belief, beliefIn } from '../engine/bayes/believed-pattern.ts'
import type { PatternRecord } from '../engine/pattern-record.ts'
import { groupSums, POSTERIOR, PRIORS, posteriorRecord } from '../projection/belief-documents.ts'
import type { LoopContext } from './context.ts'

/** Reads what is believed of some patterns, to be asked one by one. */
export async function beliefs(
  { journal, policy, now }: LoopContext,
  ids: readonly string[],
): Promise<(record: PatternRecord) => Belief> {
  const keys = [{ kind: PRIORS, id: PRIORS }, ...ids.map((id) => ({ kind: POSTERIOR, id }))]
  const read = readerOf(await journal.documents(keys))
  const [sums, at] = [groupSums(read), now()]
  return (record) =>
    beliefIn(record, posteriorRecord(read, record.pattern.id), { sums, now: at }, policy.bayes)
}

/** Documents that were read, to be asked for like those of a fold. */
export function readerOf(documents: readonly Document[]): DocumentReader {
  const byKey = new Map(documents.map((document) => [`${document.kind} ${document.id}`, document]))
  return { get: (kind, id) => byKey.get(`${kind} ${id}`) }
}
