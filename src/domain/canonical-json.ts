import { sameCopy } from './sets.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/**
 * One text for one value: keys in code-unit order, no white space, `undefined` members left out.
 *
 * Hashes and byte comparisons rest on it, so it refuses what JSON would silently change: NaN, infinities and
 * anything that is not plain data. Minus zero is zero. `{b: 1, a: [2]}` gives `{"a":[2],"b":1}`.
 */
export function canonicalJson(value: unknown): string {
  const ordered = inOrder(value)
  return ordered === UNORDERABLE ? written(value) : JSON.stringify(ordered)
}

/** Stands for a value with keys that an object cannot hold in code-unit order, such as 10 and 9. */
const UNORDERABLE = Symbol('unorderable')

/** The value with the keys of every object in order, from which the engine's own writer makes the canonical text. */
function inOrder(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return finite(value)
    case 'object':
      if (value === null) return value
      return Array.isArray(value) ? itemsInOrder(value) : membersInOrder(value as Members)
    default:
      throw new TypeError(`canonical JSON has no form for ${typeof value}`)
  }
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new TypeError(`canonical JSON has no form for ${value}`)
}

/** Returns the same list if everything is in order already, as in what was parsed from canonical JSON. */
function itemsInOrder(items: readonly unknown[]): unknown {
  let ordered: unknown[] | undefined
  for (let at = 0; at < items.length; at++) {
    const item = inOrder(items[at])
    if (item === UNORDERABLE) return UNORDERABLE
    if (ordered === undefined && item !== items[at]) ordered = items.slice()
    if (ordered !== undefined) ordered[at] = item
  }
  return ordered ?? items
}

type Members = { [key: string]: unknown }

/** Returns the same object if everything is in order already. */
function membersInOrder(members: Members): unknown {
  checkPlain(members)
  const keys = Object.keys(members)
  let isSame = true
  for (let at = 1; at < keys.length && isSame; at++) isSame = keys[at - 1]! <= keys[at]!
  if (!isSame && sorted(keys).some(isUnorderable)) return UNORDERABLE
  // A dictionary-mode object stays one: see `copied`.
  const isTable = Object.getPrototypeOf(members) === null
  let ordered: Members | undefined = isSame ? undefined : isTable ? Object.create(null) : {}
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!
    const member = members[key]
    if (member === undefined) continue
    const inside = inOrder(member)
    if (inside === UNORDERABLE) return UNORDERABLE
    if (ordered === undefined && inside !== member) ordered = sameCopy(members)
    if (ordered !== undefined) ordered[key] = inside
  }
  return ordered ?? members
}

/** Sorts in place. Most objects have few keys, and sorting few allocates nothing. */
function sorted(keys: string[]): string[] {
  if (keys.length > 32) return keys.sort()
  for (let at = 1; at < keys.length; at++)
    for (let to = at; to > 0 && keys[to - 1]! > keys[to]!; to--) [keys[to - 1], keys[to]] = [keys[to]!, keys[to - 1]!]
  return keys
}

/** Keys that are numbers come before all others in an object, in numeric order, and `__proto__` is not an own key. */
function isUnorderable(key: string): boolean {
  const first = key.charCodeAt(0)
  // A cheap test first: it runs for every key that is out of order, and hardly any begins like these.
  return (first === UNDERSCORE || (first >= ZERO && first <= NINE)) && UNORDERABLE_KEY.test(key)
}

const [ZERO, NINE, UNDERSCORE] = [48, 57, 95]
const UNORDERABLE_KEY = /^(?:\d{1,10}|__proto__)$/

/** The canonical text of any value, part by part. */
function written(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(inOrder(value))
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  checkPlain(value as Members)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${written(member)}`).join(',')}}`
}

/** Accepts objects made by a literal, by JSON.parse or without a prototype; a Date or a Map would lose its contents. */
function checkPlain(members: Members): void {
  const prototype = Object.getPrototypeOf(members)
  if (prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null) return
  throw new TypeError(`canonical JSON has no form for an instance of ${members.constructor?.name}`)
}
