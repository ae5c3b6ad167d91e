import type { Document, DocumentKind } from '../../domain/document.ts'
import type { Journal, ListOptions } from '../../store/port.ts'

interface Kept {
  readonly stamp: string
  readonly documents: Promise<readonly Document<never>[]>
}

const kept = new WeakMap<Journal, Map<string, Kept>>()

/** Many documents of a kind, read once while the journal does not change: a dashboard asks for the same thousands again and again. Another policy folds them differently, so it is part of the key. */
export async function listed<T extends object>(
  journal: Journal,
  kind: DocumentKind<T>,
  options: ListOptions,
): Promise<readonly Document<T>[]> {
  const { position, policyHash } = await journal.head()
  const [name, stamp] = [`${kind} ${JSON.stringify(options)}`, `${position} ${policyHash}`]
  const own = kept.get(journal) ?? new Map<string, Kept>()
  kept.set(journal, own)
  const known = own.get(name)
  if (known?.stamp === stamp) return known.documents
  const documents = journal.list(kind, options)
  own.set(name, { stamp, documents: documents as Promise<readonly Document<never>[]> })
  // What could not be read is asked for again.
  documents.catch(() => own.delete(name))
  return documents
}

/** How many there are in all, by the list that holds a part of them. */
export const totals = new WeakMap<object, number>()

export function withTotal<T extends object>(list: T, total: number | undefined): T {
  if (total !== undefined) totals.set(list, total)
  return list
}
