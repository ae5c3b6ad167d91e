import { decode, encode } from '@toon-format/toon'
import { type Read, type Reading, refused } from './foreign-record.ts'
import { instantOf, isoSeconds } from './json-value.ts'
import { COLUMNS, type PatternRow, readPatternRow } from './pattern-row.ts'

const HEADER = /^patterns\[(\d{1,9})([|\t]?)\]\{([^{}]*)\}:\s*$/
const OLD_ROW = /^([^|]+)\|([^|]*)\|([a-z]+)\|([^|]*)\|([a-z]*)\|(\d+)\|([\d.]*)\|([^|]*)\|([^|,]*),(".*")\s*$/
const QUOTED_CELL = /(?<![^,|\t])"(?:[^"\\]|\\.|"")*"(?![^,|\t])/g
const UPDATED = /^#\s*Last updated:\s*(\S+)/i

interface Table {
  readonly promised: number
  readonly delimiter: string
  readonly columns: readonly string[]
  readonly line: number
}

/** Reads `org-patterns.toon` line by line. Each row is decoded as a table of its own, so a broken row costs no other. Older rows have fields between pipes and the summary last, in quotes. */
export function createToonReader(): { line(text: string, number: number): Reading[]; end(): Reading[] } {
  let table: Table | undefined
  let rows = 0
  let updatedAt: number | undefined
  return {
    line(text, number) {
      const plain = text.trim()
      if (plain === '' || text.startsWith('#')) {
        updatedAt ??= instantOf(UPDATED.exec(text)?.[1] ?? '')
        return []
      }
      if (OLD_ROW.test(plain)) return [{ line: number, ...readOldRow(plain, updatedAt) }]
      const header = HEADER.exec(plain)
      if (header !== null) {
        const found = tableOf(header, number)
        if (typeof found === 'string') return [{ line: number, ...refused(found) }]
        table = found
        return []
      }
      if (/^patterns(?:\[0\])?: ?(?:\[\])?$/.test(plain)) return []
      if (table === undefined) return [{ line: number, ...refused('a row is before the header of its table') }]
      rows += 1
      return [{ line: number, ...readRow(withoutIndent(text), table, updatedAt) }]
    },
    end() {
      if (table === undefined || rows === table.promised) return []
      const reason = `the header promises ${table.promised} rows and ${rows} are there; the file may be cut short`
      return [{ line: table.line, ...refused(reason) }]
    },
  }
}

/** Strips only spaces, tabs and CR: other whitespace, such as a no-break space, may belong to a cell. */
function withoutIndent(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && ' \t'.includes(text[start]!)) start += 1
  while (end > start && ' \t\r'.includes(text[end - 1]!)) end -= 1
  return text.slice(start, end)
}

/** Writes the file with all rows. */
export function writeToon(rows: readonly PatternRow[], at: number): string {
  const head = `# Organization Patterns (TOON format)\n# Last updated: ${isoSeconds(at)}\n\n`
  return `${head}${encode({ patterns: rows })}\n`
}

function tableOf([, promised, delimiter = '', names = '']: RegExpExecArray, line: number): Table | string {
  const columns = names.split(delimiter === '' ? ',' : delimiter).map((name) => name.trim())
  const unknown = columns.find((name) => !(COLUMNS as readonly string[]).includes(name))
  if (unknown !== undefined) return `the table has a column '${unknown.slice(0, 40)}' that is not known`
  if (new Set(columns).size < columns.length) return 'the table has a column twice'
  const missing = ['id', 'category', 'summary', 'seen_count'].find((name) => !columns.includes(name))
  if (missing !== undefined) return `the table has no column '${missing}'`
  return { promised: Number(promised), delimiter, columns, line }
}

/** The other system doubles quotes inside quotes, and its older rows end before the repository. */
function readRow(row: string, table: Table, at: number | undefined): Read {
  const { delimiter, columns } = table
  try {
    const between = delimiter === '' ? ',' : delimiter
    const plain = row.replace(QUOTED_CELL, (cell) => `"${cell.slice(1, -1).replaceAll('""', '\\"')}"`)
    const { patterns } = decode(`patterns[1${delimiter}]{${columns.join(between)}}:\n  ${plain}`) as {
      patterns: unknown[]
    }
    return readPatternRow(patterns[0], at)
  } catch (error) {
    const { message } = error as Error
    if (columns.at(-1) === 'repo' && message.endsWith(`got ${columns.length - 1}`))
      return readRow(row, { ...table, columns: columns.slice(0, -1) }, at)
    return refused(message.replace(/^Line \d+: /, ''))
  }
}

/** `P-001|org|pattern|auth_flow|high|5|0.85||impl-subagent,"Check token expiry"` */
function readOldRow(row: string, at: number | undefined): Read {
  const [, id, , category, trigger, , seen_count, success_rate, flags, applies_to, quoted] = OLD_ROW.exec(row)!
  try {
    const summary: unknown = JSON.parse(quoted!)
    return readPatternRow({ id, category, summary, trigger, seen_count, success_rate, flags, applies_to }, at)
  } catch {
    return refused('its summary is not a text in quotes')
  }
}
