/** A share in whole percent, halves up: 5 of 7 is 71, 23 of 40 (57.5) is 58. Of nothing, 0. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole)
}
