export interface CodeBlock {
  readonly kind: 'fenced' | 'indented'
  /** First word after the fence, lower case; empty for an indented block. */
  readonly language: string
  readonly text: string
  /** Where the block begins in the whole text. */
  readonly start: number
}

interface OpenBlock {
  readonly language: string
  readonly start: number
  readonly lines: string[]
  /** The opening fence; absent for an indented block. */
  readonly fence?: string
}

const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*([^`]*)$/
const INDENTED = /^(?: {4}|\t)/

/**
 * The fenced and indented blocks of a Markdown text, in order, in one pass over its lines.
 *
 * An unclosed fence runs to the end, as in a renderer.
 */
export function codeBlocks(text: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  let open: OpenBlock | undefined
  let start = 0
  for (const raw of text.split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    const next = advance(open, line, start)
    if (open !== undefined && next !== open) blocks.push(close(open))
    open = next
    start += raw.length + 1
  }
  if (open !== undefined) blocks.push(close(open))
  return blocks
}

/** The block that is open after the line: the same one, a new one, or none. */
function advance(open: OpenBlock | undefined, line: string, start: number): OpenBlock | undefined {
  if (open?.fence !== undefined) return closes(line, open.fence) ? undefined : keep(open, line)
  const fence = FENCE.exec(line)
  if (fence?.[1] !== undefined) {
    return { fence: fence[1], language: (fence[2] ?? '').trim().split(/\s/, 1)[0]!.toLowerCase(), start, lines: [] }
  }
  if (open !== undefined && (INDENTED.test(line) || line.trim() === '')) return keep(open, line)
  return INDENTED.test(line) ? { language: '', start, lines: [line] } : undefined
}

function keep(open: OpenBlock, line: string): OpenBlock {
  open.lines.push(line)
  return open
}

function close({ fence, language, start, lines }: OpenBlock): CodeBlock {
  return { kind: fence === undefined ? 'indented' : 'fenced', language, start, text: lines.join('\n') }
}

function closes(line: string, fence: string): boolean {
  const mark = line.trim()
  return mark.length >= fence.length && mark === fence.charAt(0).repeat(mark.length)
}
