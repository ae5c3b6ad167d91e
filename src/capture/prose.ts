/** A block of prose in a Markdown text; code and comments are left out. */
export interface ProseBlock {
  /** `task`: a checklist item. `row`: a table row, whose `lines` are its cells. `quote`: possibly somebody else's words. */
  readonly kind: 'heading' | 'item' | 'task' | 'paragraph' | 'row' | 'quote'
  /** On one line; a heading comes without its marks. */
  readonly text: string
  /** The same text with its original line breaks. */
  readonly lines: readonly string[]
  /** 1 to 6 for `#` headings; 7 for a line that only stands out, in bold or with a colon. */
  readonly level: number
}

const FENCE = /^[ \t]*(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/
const UNDERLINE = /^ {0,3}(=+|-{2,})[ \t]*$/
const BOLD_LINE = /^[ \t]*(?:\*\*|__)([^*_]{1,120})(?:\*\*|__):?[ \t]*$/
const LEAD_IN = /^[ \t]*([\p{L}][\p{L}\p{N} '’/-]{2,60}):[ \t]*$/u
const ITEM = /^[ \t]*(?:[-*+•–]|\(?\d{1,3}[.)])[ \t]+(\[[ xX]\][ \t]+)?(.*)$/
const ROW = /^[ \t]*\|(.*?)\|?[ \t]*$/
const RULED = /^[ \t|:-]+$/
const QUOTE = /^[ \t]*((?:>[ \t]?)+)(.*)$/
const NOT_PROSE = /^[ \t]*(?:\+\+\+|---|={3,}|\*{3,}$|diff --git|@@ )/
const LONGEST_LINE = 4_000

/** The prose of a text in reading order, in one pass. */
export function proseOf(text: string): ProseBlock[] {
  const blocks: ProseBlock[] = []
  let open: { kind: Exclude<ProseBlock['kind'], 'heading' | 'row'>; lines: string[] } | undefined
  let fence: string | undefined
  const close = () => {
    if (open !== undefined) blocks.push({ ...open, text: open.lines.join(' '), level: 0 })
    open = undefined
  }
  for (const raw of withoutComments(text).split('\n')) {
    const line = raw.length > LONGEST_LINE ? '' : raw.trimEnd()
    const mark = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
      continue
    }
    if (mark !== undefined) {
      close()
      fence = mark
      continue
    }
    if (open?.kind === 'paragraph' && open.lines.length === 1 && UNDERLINE.test(line)) {
      blocks.push(headed(open.lines[0]!, line.includes('=') ? 1 : 2))
      open = undefined
      continue
    }
    const row = ROW.exec(line)
    const quote = QUOTE.exec(line)
    if (row !== null || quote !== null) {
      if (row !== null || open?.kind !== 'quote') close()
      if (row !== null && !RULED.test(line)) {
        const cells = row[1]!.split(/(?<!\\)\|/).map((cell) => cell.trim())
        blocks.push({ kind: 'row', text: cells.join(' '), lines: cells, level: 0 })
      } else if (quote !== null) {
        open ??= { kind: 'quote', lines: [] }
        open.lines.push(quote[2]!.trim())
      }
      continue
    }
    const heading = headingOf(line)
    const item = ITEM.exec(line)
    if (line.trim() === '' || NOT_PROSE.test(line)) close()
    else if (heading !== undefined) {
      close()
      blocks.push(heading)
    } else if (item !== null) {
      close()
      open = { kind: item[1] === undefined ? 'item' : 'task', lines: [item[2]!.trim()] }
    } else if (open !== undefined) open.lines.push(line.trim())
    else if (!/^(?: {4}|\t)/.test(line)) open = { kind: 'paragraph', lines: [line.trim()] }
  }
  close()
  return blocks
}

function headingOf(line: string): ProseBlock | undefined {
  const marked = HEADING.exec(line)
  if (marked !== null) return headed(withoutEmphasis(withoutClosing(marked[2] ?? '')), marked[1]!.length)
  const plain = BOLD_LINE.exec(line) ?? LEAD_IN.exec(line)
  return plain === null ? undefined : headed(withoutEmphasis(plain[1] ?? '').replace(/:$/, ''), 7)
}

function headed(text: string, level: number): ProseBlock {
  return { kind: 'heading', text, lines: [text], level }
}

/** `Title ##` -> `Title` */
function withoutClosing(title: string): string {
  let end = title.length
  while (end > 0 && title.charAt(end - 1) === '#') end -= 1
  return title.slice(0, end).trimEnd()
}

/** Reduces `**bold**`, `_italic_` and links to their words; code spans keep their ticks. */
export function withoutEmphasis(text: string): string {
  return text
    .replace(/!?\[([^\]\n]{0,300})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/\*\*|__/g, '')
    .replace(/(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g, '')
    .replace(/(?<![\w`])_(?=\w[^_`\n]{0,200}_(?!\w))|(?<=\w)_(?![\w`])/g, '')
    .trim()
}

/** Comments are for machines: verdicts, proposals, markers. An unclosed one runs to the end. */
function withoutComments(text: string): string {
  let kept = ''
  let from = 0
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', from)) {
    kept += text.slice(from, start)
    const end = text.indexOf('-->', start + 4)
    if (end < 0) return kept
    from = end + 3
  }
  return kept + text.slice(from)
}

const ENDS = /[.!?…]["'”’)\]*_]*(?=\s)/g
const ABBREVIATED = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|no|fig|sec|mr|ms|mrs|dr|st|eq|al)\.$/i

/** The sentences of one line of prose. A mark ends a sentence when white space follows, so `a.ts`, `1.2` and `foo.bar()` stay whole; after an abbreviation or inside a code span it does not, and what follows must not begin in lower case. */
export function sentencesOf(line: string): string[] {
  const sentences: string[] = []
  let from = 0
  let ticks = 0
  let scanned = 0
  for (const match of line.matchAll(ENDS)) {
    const end = match.index + match[0].length
    for (; scanned < end; scanned++) if (line.charCodeAt(scanned) === 96) ticks += 1
    if (ticks % 2 === 1 || !isEnd(line, from, match.index, end)) continue
    sentences.push(line.slice(from, end).trim())
    from = end
  }
  const rest = line.slice(from).trim()
  return rest === '' ? sentences : [...sentences, rest]
}

function isEnd(line: string, from: number, mark: number, end: number): boolean {
  if (/^\s+\p{Ll}/u.test(line.slice(end, end + 4))) return false
  return !ABBREVIATED.test(line.slice(Math.max(from, mark - 12), mark + 1))
}

const SECTION = /^(?:\d+[.)]?\s*)?(?:accumulated|learned|recurring|observed)\s+patterns?\b/i

/** The section in which a role lists what it has learned, up to the next heading that is not below it, and the rest of the text. Without such a heading there is no section. */
export function patternSection(blocks: readonly ProseBlock[]): {
  readonly section?: readonly ProseBlock[]
  readonly rest: readonly ProseBlock[]
} {
  const start = blocks.findIndex(({ kind, text }) => kind === 'heading' && SECTION.test(text))
  if (start < 0) return { rest: blocks }
  const { level } = blocks[start]!
  const next = blocks.findIndex((block, index) => index > start && block.kind === 'heading' && block.level <= level)
  const end = next < 0 ? blocks.length : next
  return { section: blocks.slice(start + 1, end), rest: [...blocks.slice(0, start), ...blocks.slice(end)] }
}
