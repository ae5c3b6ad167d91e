const BEYOND_FIRST_PLANE = /[\ud800-\udfff]/

/** Compares by UTF-8 bytes, as databases do; JavaScript's own order differs beyond the first plane. */
export function byCodePoint(a: string, b: string): number {
  if (BEYOND_FIRST_PLANE.test(a) || BEYOND_FIRST_PLANE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : a > b ? 1 : 0
}

/** The union as a sorted list, so that the order of insertion does not show. */
export function union(known: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...known, ...more])].sort()
}

/** An own member of a map: an id such as `constructor` finds nothing that the map was not given. */
export function own<T>(map: { readonly [key: string]: T } | undefined, key: string): T | undefined {
  const member = map?.[key]
  return member !== undefined && Object.hasOwn(map!, key) ? member : undefined
}

/** A copy of a map keyed by id. Without a prototype, V8 keeps the object as a hash table from the start; otherwise it creates a hidden class for each set of keys, and few runs have the same patterns. */
export function copied<T>(map: { readonly [key: string]: T } | undefined): { [key: string]: T } {
  const copy: { [key: string]: T } = Object.create(null)
  for (const key in map) copy[key] = map[key]!
  return copy
}

/** A copy that keeps the internal representation of the original: hash table or hidden class. */
export function sameCopy<T extends object>(members: T): T {
  return Object.getPrototypeOf(members) === null ? (copied(members as Record<string, unknown>) as T) : { ...members }
}

export function withMember<T>(map: { readonly [key: string]: T } | undefined, key: string, value: T) {
  const copy = copied(map)
  copy[key] = value
  return copy
}

/** A copy with other members. After a spread, a literal asks the runtime of V8 for each member once it has met several shapes, and gives each copy a shape of its own, which makes whatever reads it slow. */
export function withMembers<T extends object>(known: T, members: Partial<T>): T {
  return Object.assign({ ...known }, members)
}

/** The members that have a value: for objects whose keys are counted, or that are spread over others. */
export function withoutUndefined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}

/** The items of a list without undefined and false, as in `hasReason && reason`. */
export function present<T>(items: readonly (T | false | undefined)[]): T[] {
  return items.filter((item) => item !== undefined && item !== false) as T[]
}

/** The result of `read`, or the other value if it throws. */
export function orElse<T, E>(read: () => T, otherwise: E): T | E {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** Whether two flat objects have the same members, or both are missing. */
export function isAlike<T extends object>(a: T | undefined, b: T | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return (Object.keys({ ...a, ...b }) as (keyof T)[]).every((key) => a[key] === b[key])
}

/** Caches a function whose keys recur; forgets everything after `most` keys. */
export function remembering<K, V>(work: (key: K) => V, most = 2_000): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found as V
    if (known.size >= most) known.clear()
    const made = work(key)
    known.set(key, made)
    return made
  }
}
