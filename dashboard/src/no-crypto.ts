/** Replaces node:crypto, which browsers lack; code that needs it is dropped from the bundle. */
export function createHash(): never {
  throw new Error('The dashboard draws nothing at random.')
}

export function hash(): never {
  return createHash()
}
