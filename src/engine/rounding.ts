/**
 * The nearest number of so many decimals; a half goes away from zero.
 *
 * The nudge of one epsilon undoes what binary fractions do to a decimal half: 1.005 is stored as 1.00499..., and two
 * decimals of it are 1.01. Zero never comes out negative.
 */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals
  const nearest = Math.round(Math.abs(value) * factor * (1 + Number.EPSILON)) / factor
  return value < 0 && nearest > 0 ? -nearest : nearest
}
