import type { Document, DocumentKind } from '../../domain/document.ts'
import type { Journal, ListOptions } from '../../store/port.ts'

const MOST_KEPT = 100
const kept = new WeakMap<Journal, { readonly stamp: string; readonly answers: Map<string, Promise<unknown>> }>()

/** Caches a result that a page requests several times, until the journal changes. The policy is part of the key, because it folds differently. */
export async function readOnce<T>(journal: Journal, name: string, read: () => Promise<T>): Promise<T> {
  const { position, policyHash } = await journal.head()
  const stamp = `${position} ${policyHash}`
  let own = kept.get(journal)
  if (own?.stamp !== stamp || own.answers.size >= MOST_KEPT) own = { stamp, answers: new Map() }
  kept.set(journal, own)
  const { answers } = own
  const answer = (answers.get(name) as Promise<T> | undefined) ?? read()
  answers.set(name, answer)
  // A failed read is retried.
  answer.catch(() => answers.delete(name))
  return answer
}

/** An object whose members are waited for together. */
export async function together<T extends object>(members: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const waited = Object.entries(members).map(async ([name, member]) => [name, await member])
  return Object.fromEntries(await Promise.all(waited))
}

type Documents = Pick<Journal, 'documents'>

/** The body of the document with this id, if it exists. */
export async function bodyOf<T extends object>(
  journal: Documents,
  kind: DocumentKind<T>,
  id: string,
): Promise<T | undefined> {
  return (await bodiesOf(journal, kind, [id])).get(id)
}

/** The same for many ids, in order; missing ones are left out. */
export async function bodiesOf<T extends object>(
  journal: Documents,
  kind: DocumentKind<T>,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, T>> {
  const keys = [...new Set(ids)].map((id) => ({ kind, id }))
  const documents = keys.length === 0 ? [] : await journal.documents(keys)
  return new Map(documents.map(({ id, body }) => [id, body]))
}

/** Many documents of a kind: a dashboard asks for the same thousands again and again. */
export function listed<T extends object>(
  journal: Journal,
  kind: DocumentKind<T>,
  options: ListOptions,
): Promise<readonly Document<T>[]> {
  return readOnce(journal, `${kind} ${JSON.stringify(options)}`, () => journal.list(kind, options))
}

/** A limit beyond any list: everything. */
export const ALL = 1_000_000

/** The first of a kind as they are shown, and how many there are in all. */
export async function firstOf<T extends object, V>(
  journal: Journal,
  kind: DocumentKind<T>,
  options: ListOptions,
  viewOf: (body: T) => V,
): Promise<V[]> {
  const documents = await journal.list(kind, options)
  return withTotal(
    documents.map(({ body }) => viewOf(body)),
    await journal.count(kind, options.states),
  )
}

/** The total count for a partial list. */
export const totals = new WeakMap<object, number>()

export function withTotal<T extends object>(list: T, total: number | undefined): T {
  if (total !== undefined) totals.set(list, total)
  return list
}
