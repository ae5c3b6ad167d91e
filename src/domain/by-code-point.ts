const BEYOND_FIRST_PLANE = /[\ud800-\udfff]/

/** The order of UTF-8 bytes, as databases have it; JavaScript's own differs beyond the first plane. */
export function byCodePoint(a: string, b: string): number {
  if (BEYOND_FIRST_PLANE.test(a) || BEYOND_FIRST_PLANE.test(b))
    return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : a > b ? 1 : 0
}
