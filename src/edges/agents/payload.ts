import { orElse, own } from '../../domain/sets.ts'

/** A client's payload; no field or type is certain. */
export type Payload = Readonly<Record<string, unknown>>

export function recordIn(value: unknown): Payload | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : undefined
}

/** Parses a line of a client's transcript; undefined if it is torn, since clients write while we read. */
export function recordInLine(line: string): Payload | undefined {
  return orElse(() => recordIn(JSON.parse(line)), undefined)
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The first of the named members that is a text and not empty. Clients spell the same field differently. */
export function textOf(payload: Payload | undefined, ...names: readonly string[]): string | undefined {
  for (let at = 0; at < names.length; at += 1) {
    const value = own(payload, names[at]!)
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

export function recordOf(payload: Payload | undefined, ...names: readonly string[]): Payload | undefined {
  return names.map((name) => recordIn(own(payload, name))).find((value) => value !== undefined)
}

export function wholeNumberOf(payload: Payload | undefined, ...names: readonly string[]): number | undefined {
  return names
    .map((name) => own(payload, name))
    .find((value): value is number => typeof value === 'number' && Number.isSafeInteger(value))
}

/** The text of a tool result: a string, or blocks with a `text` each. */
export function printedIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const texts = listIn(value).flatMap((item) => textOf(recordIn(item), 'text') ?? textsIn(item))
  return texts.length === 0 ? undefined : texts.join('\n')
}

/** All text in a result of unknown format (a page, a search, a server's answer), because the agent has read it. */
export function everyTextIn(value: unknown): string | undefined {
  const texts = textsIn(value)
  return texts.length === 0 ? undefined : texts.join('\n')
}

const DEEPEST = 8

/** Images and other data are not text. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return []
  return Object.entries(value).flatMap(([name, one]) => (name === 'data' ? [] : textsIn(one, depth + 1)))
}

export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}
