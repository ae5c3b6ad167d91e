/** Lines of a changed file as it is now, first and last; both the same for one line. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

export const CITED_PLACE = { withinLines: 5 }

/**
 * Whether a cited line lies in a change or within 5 lines of it.
 *
 * Lines 10 to 12 changed: 5 and 17 hold, 4 and 18 do not.
 */
export function isNearChange(line: number, changed: readonly LineRange[], policy = CITED_PLACE): boolean {
  return changed.some(({ from, to }) => line >= from - policy.withinLines && line <= to + policy.withinLines)
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm

/**
 * The changed lines of a file, from a diff without context. Where lines were only taken out, the place is the two lines
 * between which they stood: `@@ -5,2 +4,0 @@` -> 4 to 5.
 */
export function changedLines(diff: string): LineRange[] {
  return [...diff.matchAll(HUNK)].map((match) => {
    const from = Number(match[1])
    const length = match[2] === undefined ? 1 : Number(match[2])
    return { from, to: length === 0 ? from + 1 : from + length - 1 }
  })
}
