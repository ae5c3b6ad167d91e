const BEGIN = '# mettle: begin'
const END = '# mettle: end'

/** A block at the end of a TOML file, between two comments by which it is found again. */
export function tomlBlock(lines: readonly string[]): string {
  return [BEGIN, ...lines, END].join('\n')
}

/** The block of ours in a text, with line feeds. */
export function ownBlock(text: string): string | undefined {
  const range = rangeOf(text)
  return range && text.slice(...range).replaceAll('\r\n', '\n')
}

/** The text with the block behind everything else, in the text's own line endings, and where it was put in. */
export function withBlock(text: string, block: string): { text: string; at: number } {
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n'
  const gap = text === '' ? '' : text.endsWith('\n') ? newline : `${newline}${newline}`
  return { text: `${text}${gap}${block.replaceAll('\n', newline)}${newline}`, at: text.length }
}

/** The text without the block and the empty line before it. */
export function withoutBlock(text: string): string {
  const range = rangeOf(text)
  if (range === undefined) return text
  const [start, end] = range
  const before = text.slice(0, start).replace(/(\n)\r?\n$/, '$1')
  return `${before}${text.slice(end).replace(/^\r?\n/, '')}`
}

function rangeOf(text: string): [number, number] | undefined {
  const start = text.indexOf(BEGIN)
  const end = start < 0 ? -1 : text.indexOf(END, start)
  return end < 0 ? undefined : [start, end + END.length]
}
