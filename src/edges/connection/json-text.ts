/** A JSON text as a tree that knows where each piece stands, so that an edit touches nothing else. */
export type JsonNode = JsonContainer | JsonLeaf

export interface JsonLeaf {
  readonly kind: 'leaf'
  readonly start: number
  readonly end: number
}

export interface JsonContainer {
  readonly kind: 'object' | 'list'
  readonly start: number
  /** Behind the closing bracket. */
  readonly end: number
  readonly entries: readonly JsonEntry[]
  /** Where the last comment inside ends, if it stands behind the last entry. */
  readonly lastComment?: number
}

export interface JsonEntry {
  /** Absent in a list. */
  readonly key?: string
  readonly start: number
  readonly value: JsonNode
  /** Behind the comma that follows, if one does. */
  readonly comma?: number
}

export class JsonProblem extends Error {
  readonly line: number

  constructor(what: string, line: number) {
    super(what)
    this.line = line
  }
}

export interface JsonReading {
  /** Whether comments and a comma behind the last entry are legal, as in JSONC. */
  readonly comments?: boolean
}

/** Reads a text into a tree. What is not JSON is told with its line. */
export function readJsonText(text: string, { comments = false }: JsonReading = {}): JsonNode {
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
    if (this.#at < this.#text.length) throw this.#problem('something follows the end')
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
    if (last?.comma !== undefined && !this.#comments) throw this.#problem('a comma is too much')
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
    if (!this.#match(TEXT)) throw this.#problem('a text does not end')
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
        throw this.#problem('it has a comment, which is not legal in this file')
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

/** The line of a place, counted from 1. */
export function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}

/** The value that a node stands for. */
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

/** The entry of that name; of two with one name the later holds, as everywhere in JSON. */
export function entryOf(node: JsonNode, key: string): JsonEntry | undefined {
  return node.kind === 'object' ? node.entries.findLast((entry) => entry.key === key) : undefined
}
