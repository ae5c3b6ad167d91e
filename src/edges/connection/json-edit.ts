import { entryOf, type JsonContainer, type JsonNode, JsonProblem, lineOf, readJsonText } from './json-text.ts'

/** A piece of text that was put in. */
export interface Insertion {
  readonly at: number
  readonly text: string
}

/** A piece of text that goes. */
export interface Deletion {
  readonly start: number
  readonly end: number
}

/** How a file is written: what ends its lines, and what it indents by. Neither where all stands in one line. */
export interface JsonStyle {
  readonly newline: string
  readonly indent: string
}

/** What stands under a name, or is one of a list: `path` leads to the object or list that holds it. */
export interface Addition {
  readonly path: readonly string[]
  /** The name in an object; absent: one more in a list. */
  readonly key?: string
  readonly value: unknown
}

/** As the file is written already; two spaces where it does not tell. */
function styleOf(text: string, root: JsonNode): JsonStyle {
  const inside = text.slice(root.start, root.end)
  if (root.kind !== 'leaf' && root.entries.length > 0 && !inside.includes('\n'))
    return { newline: '', indent: '' }
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n'
  return { newline, indent: /\n([ \t]+)\S/.exec(inside)?.[1] ?? '  ' }
}

/**
 * The insertions that add a value, in the order of the text: nothing that is there is moved or rewritten. What is missing on the way is
 * made.
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
    kind === 'object' ? 'an object belongs here' : 'a list belongs here',
    lineOf(text, node.start),
  )
}

interface Piece {
  readonly key: string | undefined
  readonly value: unknown
  readonly style: JsonStyle
}

function intoContainer(text: string, node: JsonContainer, { key, value, style }: Piece): Insertion[] {
  const isEmpty = node.entries.length === 0
  const space = style.newline === '' ? '' : ' '
  const label = key === undefined ? '' : `${JSON.stringify(key)}:${space}`
  if (style.newline === '' || (!isEmpty && !text.slice(node.start, node.end).includes('\n'))) {
    const piece = `${label}${JSON.stringify(value)}`
    return isEmpty
      ? [{ at: node.lastComment ?? node.start + 1, text: piece }]
      : behindLast(node, `${space}${piece}`)
  }
  const margin = marginOf(text, node, style)
  const piece = `${style.newline}${margin}${label}${printed(value, style, margin)}`
  return isEmpty ? intoEmpty(text, node, { piece, ...style }) : behindLast(node, piece)
}

/** The margin of what is there already, else one step more than what is around. */
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

function printed(value: unknown, { newline, indent }: JsonStyle, margin: string): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', `${newline}${margin}`)
}

function intoEmpty(text: string, node: JsonContainer, how: JsonStyle & { piece: string }): Insertion[] {
  const at = node.lastComment ?? node.start + 1
  const isClosedBelow = text.slice(at, node.end).includes('\n')
  return [{ at, text: `${how.piece}${isClosedBelow ? '' : `${how.newline}${lineMargin(text, node.start)}`}` }]
}

/** The comma goes behind the last value, the new one behind the comment that may follow. */
function behindLast(node: JsonContainer, piece: string): Insertion[] {
  const last = node.entries.at(-1)!
  const comma = last.comma === undefined ? [{ at: last.value.end, text: ',' }] : []
  const at = Math.max(last.comma ?? last.value.end, node.lastComment ?? 0)
  if (comma[0]?.at === at) return [{ at, text: `,${piece}` }]
  return [...comma, { at, text: piece }]
}

/** What must go for an entry to be gone, and nothing else. */
export function deletionsFor(text: string, node: JsonContainer, index: number): Deletion[] {
  const entry = node.entries[index]!
  const next = node.entries[index + 1]
  const end = entry.comma ?? entry.value.end
  if (next !== undefined) return [{ start: entry.start, end: pastSpace(text, end) }]
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

function pastSpace(text: string, at: number): number {
  return at + /^[ \t\r\n]*/.exec(text.slice(at))![0].length
}

function beforeSpace(text: string, at: number): number {
  return text.slice(0, at).replace(/[ \t\r\n]+$/, '').length
}

export function insertAll(text: string, insertions: readonly Insertion[]): string {
  return insertions.reduceRight(
    (whole, { at, text: piece }) => whole.slice(0, at) + piece + whole.slice(at),
    text,
  )
}

export function deleteAll(text: string, deletions: readonly Deletion[]): string {
  return deletions.reduceRight((whole, { start, end }) => whole.slice(0, start) + whole.slice(end), text)
}
