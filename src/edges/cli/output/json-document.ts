import { visibleJson } from './display-width.ts'

/** The answer's id field, if it is not the first word of the command. */
const OWN_ID: Readonly<Record<string, string>> = {
  organisation: 'pattern',
  review: 'pattern',
  session: 'run',
  strike: 'task',
}
/** These have a name instead of an id. */
const NAMED = ['criterion', 'goal', 'strategy']

export interface ListDocument {
  readonly items: readonly unknown[]
  /** The total count; null if the rest was not counted. */
  readonly total: number | null
  /** The options that, added to the same command, print more; null where this is all. */
  readonly next: string | null
}

export function listOf(items: readonly unknown[], more: Partial<ListDocument> = {}): ListDocument {
  return { items, total: items.length, next: null, ...more }
}

/** The `--json` output of a command, in the format of docs/reference/json.md: lists as `items`, `total` and `next`, times in ISO 8601, ids as `id`. Commands of other systems keep their fields, and `compute` the numbers that the formulas take. */
export function jsonDocument(value: unknown, command: string, isTerminal: boolean): string {
  const indent = isTerminal ? 2 : undefined
  const [word = ''] = command.split(' ')
  if (word === 'compat') return `${visibleJson(value, indent)}\n`
  const own = NAMED.includes(word) ? '' : (OWN_ID[word] ?? word)
  const list = Array.isArray(value) ? listOf(value) : (value as Partial<ListDocument> | null)
  const document = Array.isArray(list?.items)
    ? { ...list, items: list.items.map((item) => withId(item, own)) }
    : withId(list, own)
  return `${visibleJson(document, indent, word === 'compute' ? undefined : withIsoTime)}\n`
}

function withId(value: unknown, own: string): unknown {
  if (typeof value !== 'object' || value === null || 'id' in value || !(own in value)) return value
  const { [own]: named, ...rest } = value as Record<string, unknown>
  if (typeof named === 'string') return { id: named, ...rest }
  const id = (named as { readonly id?: unknown } | null)?.id
  return id === undefined ? value : { id, ...value }
}

/** Times are whole milliseconds since 1970 inside Mettle. From 2001 to 2096 no other number that it prints is as large. */
function withIsoTime(_: string, value: unknown): unknown {
  const isTime = Number.isInteger(value) && (value as number) >= 1e12 && (value as number) < 4e12
  return isTime ? new Date(value as number).toISOString() : value
}
