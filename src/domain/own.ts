/** A member of a map that is its own: an id such as `constructor` finds nothing that the map was not given. */
export function own<T>(map: { readonly [key: string]: T } | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined
}
