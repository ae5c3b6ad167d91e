/** In place of node:crypto, which a browser has not got; whatever needs it is dropped from the bundle. */
export function createHash(): never {
  throw new Error('The dashboard draws nothing at random.')
}

export function hash(): never {
  return createHash()
}
