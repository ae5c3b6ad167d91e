const MOST = 10_000

/** How many more of something it takes until a condition holds: the least count from 1 on, or undefined if none does. */
export function leastMore(holds: (more: number) => boolean): number | undefined {
  for (let more = 1; more <= MOST; more++) if (holds(more)) return more
  return undefined
}
