/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/**
 * One text for one value: keys in code-unit order, no white space, `undefined` members left out.
 *
 * Hashes and byte comparisons rest on it, so it refuses what JSON would silently change: NaN, infinities and
 * anything that is not plain data. Minus zero is zero. `{b: 1, a: [2]}` gives `{"a":[2],"b":1}`.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      return finite(value)
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? array(value) : object(value as object)
    default:
      throw new TypeError(`canonical JSON has no form for ${typeof value}`)
  }
}

/** The same digits as JSON's, and `0` for minus zero. */
function finite(value: number): string {
  if (Number.isFinite(value)) return String(value)
  throw new TypeError(`canonical JSON has no form for ${value}`)
}

function array(items: readonly unknown[]): string {
  let text = '['
  for (let i = 0; i < items.length; i++) {
    if (i > 0) text += ','
    text += canonicalJson(items[i])
  }
  return `${text}]`
}

function object(members: object): string {
  if (!isPlain(members))
    throw new TypeError(`canonical JSON has no form for an instance of ${members.constructor?.name}`)
  let text = ''
  for (const key of sortedKeys(members)) {
    const member = (members as Record<string, unknown>)[key]
    if (member === undefined) continue
    text += `${text === '' ? '{' : ','}${canonicalJson(key)}:${canonicalJson(member)}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** What was parsed from canonical JSON is in order already. */
function sortedKeys(members: object): string[] {
  const keys = Object.keys(members)
  for (let i = 1; i < keys.length; i++) if (keys[i - 1]! > keys[i]!) return keys.sort()
  return keys
}

/** Made by a literal, by JSON.parse or without a prototype; a Date or a Map would lose what it holds. */
function isPlain(members: object): boolean {
  const prototype = Object.getPrototypeOf(members)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}
