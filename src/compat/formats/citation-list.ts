import type { Citation } from './foreign-record.ts'

const MOST = 50
const LONGEST = 4_096
const CODES: Readonly<Record<string, string>> = { '%': '%25', ',': '%2C', ';': '%3B', ':': '%3A', ' ': '%20' }
const SIGNS = new Map(Object.entries(CODES).map(([sign, code]) => [code, sign]))

/** `src/a.ts:10, src/b.ts` as places. */
export function readCitations(text: string): Citation[] {
  return (
    text
      .split(/[,;]/)
      .map((part) => part.replace(/^ +| +$/g, ''))
      .filter((part) => part !== '')
      .map(citationOf)
      // By the name itself: its codes make it longer, and what is written must be read again.
      .filter(({ file }) => file.length <= LONGEST)
      .slice(0, MOST)
  )
}

/** What would end a place, or pass for its line, is written as a code: `%2C` for a comma in the name of a file. */
export function writeCitations(citations: readonly Citation[]): string {
  return citations.map(placeText).join(', ')
}

function placeText({ file, line }: Citation): string {
  const name = file.replace(/[%,;]|^ +| +$|:(?=\d+(?:-\d+)?$)/g, (signs) =>
    [...signs].map((sign) => CODES[sign]).join(''),
  )
  return line === undefined ? name : `${name}:${line}`
}

function citationOf(text: string): Citation {
  const [, file, line] = /^(.+):([1-9]\d{0,6})(?:-\d+)?$/s.exec(text) ?? []
  return file === undefined ? { file: decoded(text) } : { file: decoded(file), line: Number(line) }
}

function decoded(text: string): string {
  return text.replace(/%(?:25|2C|3B|3A|20)/g, (code) => SIGNS.get(code)!)
}
