const CONTEXT = 3

/** A change of one file. Absent: there is none before, or none afterwards. */
export interface TextChange {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

interface Line {
  readonly mark: ' ' | '-' | '+'
  readonly text: string
}

export function unifiedDiff({ path, before, after }: TextChange): string {
  const lines = compared(linesOf(before), linesOf(after))
  const head = [
    `--- ${before === undefined ? '/dev/null' : `a/${path}`}`,
    `+++ ${after === undefined ? '/dev/null' : `b/${path}`}`,
  ]
  return [...head, ...hunksOf(lines)].join('\n')
}

const NO_NEWLINE = '\n\\ No newline at end of file'

/** A line keeps its carriage return, so that a change of line endings shows. */
function linesOf(text: string | undefined): string[] {
  if (text === undefined || text === '') return []
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  else lines.push(`${lines.pop()}${NO_NEWLINE}`)
  return lines
}

/** What is the same at both ends is left aside; between them the longest common part stays. */
function compared(before: readonly string[], after: readonly string[]): Line[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  const most = Math.min(before.length, after.length) - head
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const same = (text: string): Line => ({ mark: ' ', text })
  return [
    ...before.slice(0, head).map(same),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ]
}

const MOST_CELLS = 4_000_000

function middle(before: readonly string[], after: readonly string[]): Line[] {
  const table = before.length * after.length > MOST_CELLS ? undefined : commonLengths(before, after)
  const lines: Line[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    if (table && i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ mark: ' ', text: before[i]! })
      i++
      j++
    } else if (i < before.length && (j >= after.length || !table || table[i + 1]![j]! >= table[i]![j + 1]!))
      lines.push({ mark: '-', text: before[i++]! })
    else lines.push({ mark: '+', text: after[j++]! })
  }
  return lines
}

/** `table[i][j]`: how many lines the rests from i and from j have in common, in order. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const table = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      table[i]![j] = before[i] === after[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!)
  return table
}

function hunksOf(lines: readonly Line[]): string[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ mark }) => mark !== ' '),
  )
  const hunks: string[] = []
  for (let from = isNear.indexOf(true); from >= 0; ) {
    const end = isNear.indexOf(false, from)
    const to = end < 0 ? lines.length : end
    hunks.push(hunk(lines, from, to))
    from = isNear.indexOf(true, to)
  }
  return hunks
}

function hunk(lines: readonly Line[], from: number, to: number): string {
  const count = (without: '+' | '-', slice: readonly Line[]) => slice.filter(({ mark }) => mark !== without).length
  const range = (without: '+' | '-') => {
    const length = count(without, lines.slice(from, to))
    const first = count(without, lines.slice(0, from)) + (length === 0 ? 0 : 1)
    return length === 1 ? `${first}` : `${first},${length}`
  }
  const body = lines.slice(from, to).map(({ mark, text }) => `${mark}${text.replace(/\r$/, '')}`)
  return [`@@ -${range('+')} +${range('-')} @@`, ...body].join('\n')
}
