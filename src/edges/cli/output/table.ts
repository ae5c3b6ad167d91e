import { displayWidth, truncate } from './display-width.ts'

/** A cell's value; undefined leaves it empty. */
export type Cell = string | number | undefined

export interface TableOptions {
  readonly head?: readonly string[]
  /** Columns of numbers, aligned at their ends. */
  readonly right?: readonly number[]
  /** The terminal's width; without one nothing is cut, so that a pipe gets everything. */
  readonly width?: number | undefined
  readonly indent?: number
  /** Columns that are never cut. */
  readonly whole?: readonly number[]
  /** The last column is prose; if it gets too little room, it goes below its row. */
  readonly isLastProse?: boolean
  /** The least width of that prose beside its row; default 30. */
  readonly leastProse?: number
}

const GAP = 2
const NARROWEST = 8
const NARROWEST_PROSE = 30

/** Rows in aligned columns. On a narrow terminal the widest column shrinks first. */
export function table(rows: readonly (readonly Cell[])[], options: TableOptions = {}): string {
  const oneLine = (cell: Cell) => String(cell ?? '').replace(/\s*[\r\n\t]+\s*/g, ' ')
  const lines = (options.head === undefined ? rows : [options.head, ...rows]).map((row) => row.map(oneLine))
  if (lines.length === 0) return ''
  const indent = options.indent ?? 0
  const room = options.width === undefined ? undefined : options.width - indent
  const natural = naturalWidths(lines)
  const right = options.right ?? []
  const least = options.leastProse ?? NARROWEST_PROSE
  const isUnder = options.isLastProse === true && isTight(natural, room, least)
  const widths = narrowed(isUnder ? natural.slice(0, -1) : natural, room, options.whole)
  const told = lines.flatMap((row, at) => {
    const isHead = at === 0 && options.head !== undefined
    const prose = () => `${' '.repeat(GAP)}${truncate(row.at(-1)!, room! - GAP)}`
    return [lineOf(row, widths, right), ...(isUnder && !isHead ? [prose()] : [])]
  })
  return told.map((line) => `${' '.repeat(indent)}${line}\n`).join('')
}

function isTight(natural: readonly number[], room: number | undefined, least: number): boolean {
  const others = natural.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0)
  return room !== undefined && room - others < Math.min(least, natural.at(-1)!)
}

function naturalWidths(lines: readonly (readonly string[])[]): number[] {
  const count = Math.max(...lines.map((row) => row.length))
  return Array.from({ length: count }, (_, i) => Math.max(...lines.map((row) => displayWidth(row[i] ?? ''))))
}

function narrowed(widths: readonly number[], room: number | undefined, whole: readonly number[] = []): number[] {
  const fitted = [...widths]
  const columns = fitted.map((_, column) => column).filter((column) => !whole.includes(column))
  const total = () => fitted.reduce((sum, width) => sum + width, GAP * (fitted.length - 1))
  while (room !== undefined && total() > room) {
    const most = Math.max(0, ...columns.map((column) => fitted[column]!))
    if (most <= NARROWEST) break
    fitted[columns.find((column) => fitted[column] === most)!]! -= 1
  }
  return fitted
}

function lineOf(row: readonly string[], widths: readonly number[], right: readonly number[]): string {
  const cells = widths.map((width, i) => {
    const cell = truncate(row[i] ?? '', width)
    const gap = ' '.repeat(Math.max(0, width - displayWidth(cell)))
    return right.includes(i) ? `${gap}${cell}` : `${cell}${gap}`
  })
  return cells.join(' '.repeat(GAP)).trimEnd()
}
