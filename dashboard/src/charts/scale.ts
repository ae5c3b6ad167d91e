/** From a value to a place on the page. */
export interface Scale {
  (value: number): number
  readonly ticks: readonly number[]
}

/** Even steps of 1, 2 or 5 times a power of ten, about so many of them. */
export function ticksBetween(least: number, most: number, about: number): number[] {
  const span = most - least
  if (!(span > 0)) return [least]
  const rough = span / Math.max(1, about)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const first = Math.ceil(least / step) * step
  const count = Math.floor((most - first) / step + 1e-9) + 1
  return Array.from({ length: count }, (_, index) => shortest(first + index * step, step))
}

/** The fewest digits that still tell this tick from its neighbours: a fixed number would move ticks of a narrow range. */
function shortest(tick: number, step: number): number {
  const digits = Math.ceil(Math.log10(Math.max(1, Math.abs(tick) / step))) + 9
  return Number(tick.toPrecision(Math.min(17, Math.max(12, digits))))
}

export function linear(
  [least, most]: readonly [number, number],
  [from, to]: readonly [number, number],
  about = 4,
): Scale {
  const span = most - least || 1
  const place = (value: number) => from + ((value - least) / span) * (to - from)
  return Object.assign(place, { ticks: ticksBetween(least, most, about) })
}
