/** Two lessons, and whether a team would keep only one of them. */
export interface LabelledPair {
  readonly a: string
  readonly b: string
  readonly same: boolean
  /** How hard it is to see, or what differs. */
  readonly kind: string
}

/** The pairs of a file, one a line; those of `test/relations` say `is` instead of `same`. */
export function pairsIn(text: string): LabelledPair[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const { a, b, is, same = is === 'same', kind = is } = JSON.parse(line)
      return { a, b, same, kind }
    })
}
