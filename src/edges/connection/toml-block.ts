const BEGIN = '# mettle: begin'
const TABLE = '[mcp_servers.mettle]'
const END = '# mettle: end'

/** A complete block of ours. Its marks alone may occur in somebody's text, so the block must contain our table and no other. */
const OWN_BLOCK =
  /(?<![^\n])# mettle: begin\r?\n\[mcp_servers\.mettle\]\r?\n(?:(?!# mettle: (?:begin|end)\r?\n|\[(?!mcp_servers\.mettle[.\]]))[^\n]*\n)*# mettle: end(?=\r?\n|$)/

/** The table of our server at the end of a TOML file, between two comments. */
export function tomlBlock(values: Readonly<Record<string, string | readonly string[]>>): string {
  const lines = Object.entries(values).map(([name, value]) => `${name} = ${tomlValue(value)}`)
  return [BEGIN, TABLE, ...lines, END].join('\n')
}

/** JSON notation, except for DEL, which TOML needs escaped, and lone surrogates, which it forbids. */
function tomlValue(value: string | readonly string[]): string {
  if (typeof value !== 'string') return `[${value.map(tomlValue).join(', ')}]`
  return JSON.stringify(value.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('\u007f', '\\u007f')
}

export function ownBlock(text: string): string | undefined {
  const range = rangeOf(text)
  return range && text.slice(...range).replaceAll('\r\n', '\n')
}

/** The text with the block appended, in its own line endings, and the position of the block. */
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

const SERVERS = `(?:mcp_servers|"mcp_servers"|'mcp_servers')`
const NAME = `(?:mettle|"mettle"|'mettle')`

/** A server of our name, as its own table, as a dotted key, or inside the table of all servers. */
const NAMED = new RegExp(
  `^[ \\t]*(?:(?:\\[{1,2}[ \\t]*)?${SERVERS}[ \\t]*\\.[ \\t]*${NAME}[ \\t]*[\\].=]|\\[[ \\t]*${SERVERS}[ \\t]*\\][^\\n]*\\n(?:(?![ \\t]*\\[)[^\\n]*\\n)*?[ \\t]*${NAME}[ \\t]*[.=])`,
  'm',
)
/** All servers as an inline value or a list, to which no table can be added. */
const CLOSED = new RegExp(`^[ \\t]*(?:${SERVERS}[ \\t]*=|\\[\\[[ \\t]*${SERVERS}[ \\t]*\\]\\])`, 'm')

/** What conflicts with our table: with both, the client could not read the file. */
export function takenPlace(text: string): { readonly at: number; readonly why: string } | undefined {
  const [named, closed] = [NAMED.exec(text), CLOSED.exec(text)]
  if (named !== null) return { at: named.index, why: 'a server named mettle is there already' }
  return closed === null
    ? undefined
    : { at: closed.index, why: 'mcp_servers is a single value here, so no table can be added to it' }
}

function rangeOf(text: string): [number, number] | undefined {
  const found = OWN_BLOCK.exec(text)
  return found === null ? undefined : [found.index, found.index + found[0].length]
}
