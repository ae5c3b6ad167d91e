import { codeBlocks } from '../engine/text/code-blocks.ts'

const HEADING = /^ {0,3}#{1,6}[ \t]/
const FENCE = /^[ \t]*(`{3,}|~{3,})/
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g

/**
 * What a report says about each of some findings: from a line that names it to the next heading, or to a line that names
 * others, with the code and the output in between. The verdict block is a list of ids and says nothing about them.
 */
export function textsByFinding(report: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const wanted = new Set(ids)
  const found = new Map<string, string>()
  let about: readonly string[] = []
  let fence: string | undefined
  for (const line of withoutVerdict(report).split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (fence === undefined && mark === undefined) {
      const named = idsIn(line, wanted)
      if (named.length > 0 || HEADING.test(line)) about = named
    }
    for (const id of about) found.set(id, `${found.get(id) ?? ''}${line}\n`)
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
  }
  return found
}

function idsIn(line: string, wanted: ReadonlySet<string>): string[] {
  const words = (line.match(WORD) ?? []).map((word) => word.replace(/[.-]+$/, ''))
  return [...new Set(words.filter((word) => wanted.has(word)))]
}

function withoutVerdict(report: string): string {
  let rest = report.replace(COMMENT, '')
  for (const { language, text } of codeBlocks(rest))
    if (/^(?:[\w.-]+:)?verdict-json$/.test(language)) rest = rest.replace(text, '')
  return rest
}
