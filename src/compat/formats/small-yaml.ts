/** What a settings file holds. Maps have no prototype, so that no key of theirs is anything but a key. */
export type Yaml = string | number | boolean | null | readonly Yaml[] | { readonly [key: string]: Yaml }

export class YamlProblem extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

interface Line {
  readonly number: number
  readonly indent: number
  readonly text: string
}

const MOST_CHARACTERS = 262_144
const DEEPEST = 16

/** Reads the YAML that settings are written in. Anchors, aliases, tags, merge keys and block texts are refused by their line: nothing can refer to anything, so nothing grows beyond the file. */
export function readSmallYaml(text: string): Yaml {
  if (text.length > MOST_CHARACTERS) throw new YamlProblem(1, `it is longer than ${MOST_CHARACTERS} characters`)
  const lines = text.split(/\r?\n/).flatMap((line, index) => lineOf(line, index + 1))
  if (lines.length === 0) return null
  const reader = { lines, at: 0 }
  const value = readBlock(reader, lines[0]!.indent, 0)
  const rest = lines[reader.at]
  if (rest !== undefined) throw new YamlProblem(rest.number, 'it is indented as nothing before it')
  return value
}

function lineOf(raw: string, number: number): Line[] {
  const text = withoutComment(raw).trimEnd()
  if (text.trim() === '' || text === '---' || text.startsWith('%')) return []
  const indent = text.length - text.trimStart().length
  if (text.slice(0, indent).includes('\t')) throw new YamlProblem(number, 'it is indented by a tab')
  return [{ number, indent, text: text.trimStart() }]
}

/** A comment begins at a sign that stands first or after a blank, outside of quotes. */
function withoutComment(text: string): string {
  let quote = ''
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!
    if (quote === '"' && sign === '\\') i += 1
    else if (quote !== '') quote = sign === quote ? '' : quote
    else if ((sign === '"' || sign === "'") && /^$|[\s,:[{-]/.test(text[i - 1] ?? '')) quote = sign
    else if (sign === '#' && /^$|\s/.test(text[i - 1] ?? '')) return text.slice(0, i)
  }
  return text
}

interface Reader {
  readonly lines: readonly Line[]
  at: number
}

function readBlock(reader: Reader, indent: number, depth: number): Yaml {
  const first = reader.lines[reader.at]!
  if (depth > DEEPEST) throw new YamlProblem(first.number, `it is nested deeper than ${DEEPEST} levels`)
  return isItem(first.text) ? readList(reader, indent, depth) : readMapOrValue(reader, indent, depth)
}

function isItem(text: string): boolean {
  return text === '-' || text.startsWith('- ')
}

function readList(reader: Reader, indent: number, depth: number): Yaml {
  const items: Yaml[] = []
  for (
    let line = reader.lines[reader.at];
    line?.indent === indent && isItem(line.text);
    line = reader.lines[reader.at]
  ) {
    const text = line.text.slice(1).trim()
    reader.at += 1
    if (text !== '' && keyOf(text, line.number) !== undefined)
      throw new YamlProblem(line.number, 'a map in a list must stand in braces')
    items.push(text === '' ? readNested(reader, indent, depth) : readValue(text, line.number))
  }
  return items
}

function readMapOrValue(reader: Reader, indent: number, depth: number): Yaml {
  const only = reader.lines[reader.at]!
  if (keyOf(only.text, only.number) === undefined) {
    reader.at += 1
    return readValue(only.text, only.number)
  }
  const map = Object.create(null) as Record<string, Yaml>
  for (let line = reader.lines[reader.at]; line?.indent === indent; line = reader.lines[reader.at]) {
    const found = keyOf(line.text, line.number)
    if (found === undefined) throw new YamlProblem(line.number, "it is neither 'key: value' nor '- item'")
    if (Object.hasOwn(map, found.key)) throw new YamlProblem(line.number, `'${found.key}' is there twice`)
    reader.at += 1
    map[found.key] = found.rest === '' ? readNested(reader, indent, depth) : readValue(found.rest, line.number)
  }
  return map
}

/** A list may stand at the indentation of its own key. */
function readNested(reader: Reader, indent: number, depth: number): Yaml {
  const next = reader.lines[reader.at]
  const isInside = next !== undefined && (next.indent > indent || (next.indent === indent && isItem(next.text)))
  return isInside && next.indent >= indent ? readBlock(reader, next.indent, depth + 1) : null
}

function keyOf(text: string, line: number): { key: string; rest: string } | undefined {
  if (/^[[{]/.test(text)) return undefined
  const [whole, key] = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'][^:]*?)\s*:(?=\s|$)/.exec(text) ?? []
  if (whole === undefined || key === undefined) return undefined
  return { key: keyText(key, line), rest: text.slice(whole.length).trim() }
}

function keyText(key: string, line: number): string {
  const text = String(readPlain(key, line))
  if (text === '<<') throw new YamlProblem(line, 'merge keys are not read')
  return text
}

function readValue(text: string, line: number): Yaml {
  if (!/^[[{]/.test(text)) return readPlain(text, line)
  const flow = { text, at: 0, line }
  const value = readFlow(flow, 0)
  if (flow.text.slice(flow.at).trim() !== '')
    throw new YamlProblem(line, 'there is something after the closing bracket')
  return value
}

interface Flow {
  readonly text: string
  readonly line: number
  at: number
}

function readFlow(flow: Flow, depth: number): Yaml {
  if (depth > DEEPEST) throw new YamlProblem(flow.line, `it is nested deeper than ${DEEPEST} levels`)
  skipBlanks(flow)
  const sign = flow.text[flow.at]
  if (sign === '[') return readFlowList(flow, depth)
  if (sign === '{') return readFlowMap(flow, depth)
  return readPlain(flowWord(flow, /[,\]}]/), flow.line)
}

function readFlowList(flow: Flow, depth: number): Yaml {
  const items: Yaml[] = []
  flow.at += 1
  while (!closes(flow, ']')) {
    items.push(readFlow(flow, depth + 1))
    separate(flow, ']')
  }
  return items
}

function readFlowMap(flow: Flow, depth: number): Yaml {
  const map = Object.create(null) as Record<string, Yaml>
  flow.at += 1
  while (!closes(flow, '}')) {
    const key = keyText(flowWord(flow, /[:,}]/), flow.line)
    if (flow.text[flow.at] !== ':') throw new YamlProblem(flow.line, `'${key}' has no value`)
    flow.at += 1
    map[key] = readFlow(flow, depth + 1)
    separate(flow, '}')
  }
  return map
}

function closes(flow: Flow, bracket: string): boolean {
  skipBlanks(flow)
  if (flow.at >= flow.text.length) throw new YamlProblem(flow.line, `'${bracket}' is missing`)
  if (flow.text[flow.at] !== bracket) return false
  flow.at += 1
  return true
}

function separate(flow: Flow, bracket: string): void {
  skipBlanks(flow)
  if (flow.text[flow.at] === ',') flow.at += 1
  else if (flow.text[flow.at] !== bracket) throw new YamlProblem(flow.line, `'${bracket}' is missing`)
}

function skipBlanks(flow: Flow): void {
  while (/\s/.test(flow.text[flow.at] ?? '')) flow.at += 1
}

/** The next key or value, up to a sign that ends it; a quoted one as a whole. */
function flowWord(flow: Flow, end: RegExp): string {
  skipBlanks(flow)
  const rest = flow.text.slice(flow.at)
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(rest)?.[0]
  const length = quoted?.length ?? (rest.search(end) === -1 ? rest.length : rest.search(end))
  flow.at += length
  skipBlanks(flow)
  return rest.slice(0, length).trim()
}

const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^&/, 'anchors are not read'],
  [/^\*/, 'aliases are not read'],
  [/^!/, 'tags are not read'],
  [/^[|>]/, 'block texts are not read; put the text in quotes'],
  [/^["'@`]/, 'its quotes do not close'],
]

function readPlain(text: string, line: number): Yaml {
  if (/^"(?:[^"\\]|\\.)*"$/.test(text)) return doubleQuoted(text, line)
  if (/^'(?:[^']|'')*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  const wrong = REFUSED.find(([pattern]) => pattern.test(text))
  if (wrong !== undefined) throw new YamlProblem(line, wrong[1])
  if (/^(?:~|null|)$/i.test(text)) return null
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return /^[-+]?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/.test(text) ? Number(text) : text
}

function doubleQuoted(text: string, line: number): string {
  try {
    return JSON.parse(text) as string
  } catch {
    throw new YamlProblem(line, 'a text in double quotes is not understood')
  }
}
