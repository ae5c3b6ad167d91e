import type { Document, DocumentKind } from '../../domain/document.ts'
import { grouped } from '../../domain/numbers.ts'
import { notFound } from '../../domain/user-error.ts'
import type { Journal } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'

export const MOST_READ = 20_000
const MOST_NAMED = 5
const PAGE = 200

/** The thing with this id, else those whose ids begin with it; the letter before the dash (`p-`, `a-`) is optional. */
export async function allNamed<T extends object>(
  { journal }: LoopContext,
  kind: DocumentKind<T>,
  name: string,
): Promise<readonly Document<T>[]> {
  const exact = await journal.documents([{ kind, id: name }])
  if (exact.length > 0 || name === '') return exact
  const newest = (await journal.list(kind, { limit: MOST_READ })).filter(({ id }) => beginsSo(id, name))
  const all = [...newest, ...(await idsThatBegin(journal, kind, { prefix: name }))]
  return [...new Map(all.map((document) => [document.id, document])).values()]
}

/** All of a kind whose longer ids begin with this prefix, in id order. */
export async function idsThatBegin<T extends object>(
  journal: Journal,
  kind: DocumentKind<T>,
  { prefix, states }: { readonly prefix: string; readonly states?: readonly string[] | undefined },
): Promise<Document<T>[]> {
  const found: Document<T>[] = []
  for (let afterId = prefix; ; afterId = found.at(-1)!.id) {
    const page = await journal.list(kind, { afterId, states, limit: PAGE })
    const own = page.filter(({ id }) => id.startsWith(prefix))
    found.push(...own)
    if (own.length < PAGE) return found
  }
}

export function beginsSo(id: string, name: string): boolean {
  return id.startsWith(name) || (id[1] === '-' && id.startsWith(name, 2))
}

const LISTED: Readonly<Record<string, string>> = {
  event: 'mettle timeline --json',
  receipt: 'mettle run list, then mettle run show RUN',
}

/** The only match; otherwise an error that lists them. `mettle WHAT list` lists all. */
export function onlyOne<T extends { readonly id: string }>(found: readonly T[], name: string, what: string): T {
  if (found.length === 1) return found[0]!
  const ids = found.slice(0, MOST_NAMED).map(({ id }) => id)
  const more = found.length > MOST_NAMED ? `, and ${grouped(found.length - MOST_NAMED)} more` : ''
  throw notFound(
    found.length === 0
      ? `There is no ${what} '${name}'.`
      : `'${name}' could be any of ${grouped(found.length)} ${what}s: ${ids.join(', ')}${more}.`,
    LISTED[what] ?? `mettle ${what} list`,
  )
}

/** Finds a thing by its id or an unambiguous prefix. */
export async function findNamed<T extends object>(
  context: LoopContext,
  kind: DocumentKind<T>,
  name: string,
): Promise<Document<T>> {
  return onlyOne(await allNamed(context, kind, name), name, kind)
}
