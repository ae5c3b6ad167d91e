/** A JSON text as a tree with positions, so that an edit changes nothing else. */
export type JsonNode = JsonContainer | { readonly kind: 'leaf'; readonly start: number; readonly end: number }

export interface JsonContainer {
  readonly kind: 'object' | 'list'
  readonly start: number
  /** The position after the closing bracket. */
  readonly end: number
  readonly entries: readonly JsonEntry[]
  /** The end of the last comment inside, if it follows the last entry. */
  readonly lastComment?: number
}

export interface JsonEntry {
  /** Absent in a list. */
  readonly key?: string
  readonly start: number
  readonly value: JsonNode
  /** The position after the following comma, if there is one. */
  readonly comma?: number
}

export class JsonProblem extends Error {
  readonly line: number

  constructor(what: string, line: number) {
    super(what)
    this.line = line
  }
}

/** Parses a text into a tree. A syntax error names its line. `comments`: allow comments and a trailing comma, as in JSONC. */
export function readJsonText(text: string, { comments = false } = {}): JsonNode {
  const reader = new Reader(text, comments)
  const root = reader.value()
  reader.end()
  return root
}

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const TEXT = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[\u007f-\u009f])*"/uy
const MOST_DEPTH = 500

class Reader {
  readonly #text: string
  readonly #comments: boolean
  #at: number
  #lastComment = -1
  #depth = 0

  constructor(text: string, comments: boolean) {
    this.#text = text
    this.#comments = comments
    this.#at = text.startsWith('\ufeff') ? 1 : 0
  }

  value(): JsonNode {
    this.#skip()
    const start = this.#at
    const first = this.#text[start]
    if (first === '{') return this.#container('object', '}')
    if (first === '[') return this.#container('list', ']')
    if (first === '"') this.#string()
    else if (!this.#match(LITERAL)) throw this.#problem('a value is missing')
    return { kind: 'leaf', start, end: this.#at }
  }

  end(): void {
    this.#skip()
    if (this.#at < this.#text.length) throw this.#problem('there is text after the end')
  }

  #container(kind: 'object' | 'list', close: string): JsonContainer {
    if (++this.#depth > MOST_DEPTH) throw this.#problem('it is nested too deeply')
    const start = this.#at++
    const entries: JsonEntry[] = []
    this.#skip()
    while (this.#text[this.#at] !== close) {
      const last = entries.at(-1)
      if (last !== undefined && last.comma === undefined) throw this.#problem('a comma is missing')
      entries.push(this.#entry(kind))
      this.#skip()
    }
    const last = entries.at(-1)
    if (last?.comma !== undefined && !this.#comments) throw this.#problem('there is one comma too many')
    const end = ++this.#at
    this.#depth--
    const hasComment = this.#lastComment > (last?.value.end ?? start)
    return { kind, start, end, entries, lastComment: hasComment ? this.#lastComment : undefined }
  }

  #entry(kind: 'object' | 'list'): JsonEntry {
    const start = this.#at
    const key = kind === 'object' ? { key: this.#key() } : {}
    const value = this.value()
    this.#skip()
    if (this.#text[this.#at] !== ',') return { ...key, start, value }
    return { ...key, start, value, comma: ++this.#at }
  }

  #key(): string {
    const start = this.#at
    if (this.#text[start] !== '"') throw this.#problem('a name in quotes is missing')
    this.#string()
    const key = JSON.parse(this.#text.slice(start, this.#at)) as string
    this.#skip()
    if (this.#text[this.#at++] !== ':') throw this.#problem('a colon is missing')
    return key
  }

  #string(): void {
    if (!this.#match(TEXT)) throw this.#problem('a string does not end')
  }

  /** White space and, where they are legal, comments. */
  #skip(): void {
    for (;;) {
      this.#match(/[ \t\r\n]*/y)
      const from = this.#at
      if (this.#text[from] !== '/') return
      if (!this.#match(/\/\/[^\n\r]*|\/\*[\s\S]*?\*\//y)) throw this.#problem('a comment does not end')
      if (!this.#comments) {
        this.#at = from
        throw this.#problem('it has a comment, which this file must not have')
      }
      this.#lastComment = this.#at
    }
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found === null) return false
    this.#at = pattern.lastIndex
    return true
  }

  #problem(what: string): JsonProblem {
    return new JsonProblem(what, lineOf(this.#text, this.#at))
  }
}

export function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}

export function jsonValue(text: string, node: JsonNode): unknown {
  if (node.kind === 'leaf') return JSON.parse(text.slice(node.start, node.end))
  if (node.kind === 'list') return node.entries.map(({ value }) => jsonValue(text, value))
  const object: Record<string, unknown> = {}
  for (const { key, value } of node.entries)
    Object.defineProperty(object, key!, {
      value: jsonValue(text, value),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return object
}

/** The entry of that name; of duplicates the last, as in JSON. */
export function entryOf(node: JsonNode, key: string): JsonEntry | undefined {
  return node.kind === 'object' ? node.entries.findLast((entry) => entry.key === key) : undefined
}

export interface Insertion {
  readonly at: number
  readonly text: string
}

export interface Deletion {
  readonly start: number
  readonly end: number
}

/** A file's line ending and indent; neither if it is all on one line. */
export interface JsonStyle {
  readonly newline: string
  readonly indent: string
}

/** A value to add: under a name or as a list item; `path` leads to its object or list. */
export interface Addition {
  readonly path: readonly string[]
  /** The name in an object; absent: append to a list. */
  readonly key?: string
  readonly value: unknown
}

/** The file's own style; two spaces if it shows none. */
function styleOf(text: string, root: JsonNode): JsonStyle {
  const inside = text.slice(root.start, root.end)
  if (root.kind !== 'leaf' && root.entries.length > 0 && !inside.includes('\n')) return { newline: '', indent: '' }
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n'
  return { newline, indent: /\n([ \t]+)\S/.exec(inside)?.[1] ?? '  ' }
}

/**
 * The insertions that add a value, in text order. Existing text is neither moved nor rewritten; missing parents are created.
 *
 * Handwritten, because `jsonc-parser` 3.3.1 puts a new entry between the last one and its comment, expands a one-line object into several lines, removes a
 * neighbour's comment with an entry, and overflows the stack on deep nesting.
 */
export function insertionsFor(text: string, { path, key, value }: Addition): Insertion[] {
  const root = readJsonText(text, { comments: true })
  let node = root
  let depth = 0
  for (; depth < path.length; depth++) {
    const entry = entryOf(mustBe('object', text, node), path[depth]!)
    if (entry === undefined) break
    node = entry.value
  }
  const isThere = depth === path.length
  const steps = [...path.slice(depth), ...(key === undefined ? [] : [key])]
  const first = steps.shift()
  const inmost = key === undefined && !isThere ? [value] : value
  const whole = steps.reduceRight<unknown>((inner, step) => ({ [step]: inner }), inmost)
  const kind = key === undefined && isThere ? 'list' : 'object'
  const piece = { key: first, value: whole, style: styleOf(text, root) }
  return intoContainer(text, mustBe(kind, text, node), piece)
}

function mustBe(kind: 'object' | 'list', text: string, node: JsonNode): JsonContainer {
  if (node.kind === kind) return node
  throw new JsonProblem(
    kind === 'object' ? 'an object is expected here' : 'a list is expected here',
    lineOf(text, node.start),
  )
}

function intoContainer(
  text: string,
  node: JsonContainer,
  { key, value, style }: { key: string | undefined; value: unknown; style: JsonStyle },
): Insertion[] {
  const isEmpty = node.entries.length === 0
  const space = style.newline === '' ? '' : ' '
  const label = key === undefined ? '' : `${JSON.stringify(key)}:${space}`
  if (style.newline === '' || (!isEmpty && !text.slice(node.start, node.end).includes('\n'))) {
    const piece = `${label}${JSON.stringify(value)}`
    return isEmpty ? [{ at: node.lastComment ?? node.start + 1, text: piece }] : behindLast(node, `${space}${piece}`)
  }
  const margin = marginOf(text, node, style)
  const printed = JSON.stringify(value, null, style.indent).replaceAll('\n', `${style.newline}${margin}`)
  const piece = `${style.newline}${margin}${label}${printed}`
  return isEmpty ? intoEmpty(text, node, { piece, ...style }) : behindLast(node, piece)
}

/** The indent of the existing entries, else one step more than their container's. */
function marginOf(text: string, node: JsonContainer, { indent }: JsonStyle): string {
  const first = node.entries[0]
  if (first !== undefined) {
    const before = text.slice(text.lastIndexOf('\n', first.start - 1) + 1, first.start)
    if (/^[ \t]*$/.test(before)) return before
  }
  return `${lineMargin(text, node.start)}${indent}`
}

function lineMargin(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))![0]
}

function intoEmpty(text: string, node: JsonContainer, how: JsonStyle & { piece: string }): Insertion[] {
  const at = node.lastComment ?? node.start + 1
  const isClosedBelow = text.slice(at, node.end).includes('\n')
  return [{ at, text: `${how.piece}${isClosedBelow ? '' : `${how.newline}${lineMargin(text, node.start)}`}` }]
}

/** The comma goes after the last value, the new entry after any comment that follows it. */
function behindLast(node: JsonContainer, piece: string): Insertion[] {
  const last = node.entries.at(-1)!
  const comma = last.comma === undefined ? [{ at: last.value.end, text: ',' }] : []
  const at = Math.max(last.comma ?? last.value.end, node.lastComment ?? 0)
  if (comma[0]?.at === at) return [{ at, text: `,${piece}` }]
  return [...comma, { at, text: piece }]
}

/** The minimal deletions that remove an entry. */
export function deletionsFor(text: string, node: JsonContainer, index: number): Deletion[] {
  const entry = node.entries[index]!
  const next = node.entries[index + 1]
  const end = entry.comma ?? entry.value.end
  if (next !== undefined) return [{ start: entry.start, end: end + /^[ \t\r\n]*/.exec(text.slice(end))![0].length }]
  const previous = node.entries[index - 1]
  if (previous === undefined) {
    const until = node.lastComment === undefined ? node.end - 1 : end
    return [{ start: beforeSpace(text, entry.start), end: until }]
  }
  const before = beforeSpace(text, entry.start)
  const ours = { start: before, end }
  // A comma behind the last entry was ours, too, unless there was one before us.
  if (entry.comma !== undefined) return [ours]
  const comma = { start: previous.value.end, end: previous.comma! }
  return comma.end >= before ? [{ start: comma.start, end }] : [comma, ours]
}

function beforeSpace(text: string, at: number): number {
  return text.slice(0, at).replace(/[ \t\r\n]+$/, '').length
}

export function insertAll(text: string, insertions: readonly Insertion[]): string {
  return insertions.reduceRight((whole, { at, text: piece }) => whole.slice(0, at) + piece + whole.slice(at), text)
}

export function deleteAll(text: string, deletions: readonly Deletion[]): string {
  return deletions.reduceRight((whole, { start, end }) => whole.slice(0, start) + whole.slice(end), text)
}
