const BARS = '▁▂▃▄▅▆▇█'

/** Numbers as a line of bars, from the least to the most of them or of a given range; a gap in the data is a gap in the line. */
export function sparkline(
  values: readonly (number | undefined)[],
  range?: readonly [number, number],
): string {
  const known = values.filter((value) => value !== undefined)
  const [least, most] = range ?? [Math.min(...known), Math.max(...known)]
  const span = most - least
  return values.map((value) => (value === undefined ? ' ' : barOf(value - least, span))).join('')
}

function barOf(height: number, span: number): string {
  const step = span === 0 ? 3 : Math.round((height / span) * (BARS.length - 1))
  return BARS[step]!
}
