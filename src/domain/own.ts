/** A member of a map that is its own: an id such as `constructor` finds nothing that the map was not given. */
export function own<T>(map: { readonly [key: string]: T } | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined
}

/** The members that have a value: for objects whose keys are counted, or that are spread over others. */
export function withoutUndefined<T extends object>(
  members: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}
