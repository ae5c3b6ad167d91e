/** What a figure says when there is too little to say anything. It is a value, never a default. */
export const NOT_ENOUGH = 'not enough data'
export type NotEnough = typeof NOT_ENOUGH

/** A share from 0 to 1, and out of how many. */
export interface Figure {
  readonly value: number | NotEnough
  readonly n: number
}

/** `part / n`; of nothing, nothing is known. */
export function shareOf(part: number, n: number): Figure {
  return { value: n === 0 ? NOT_ENOUGH : part / n, n }
}
