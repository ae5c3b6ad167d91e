import { lastVerdictBlock } from '../engine/laws/verdict-block.ts'
import { proseOf } from './prose.ts'

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu
const FIRST_WORD = /^[^\p{L}\p{N}]{0,8}([\p{L}\p{N}_][\p{L}\p{N}_.-]*)/u
/** What looks like the id of a finding, asked for or not: `J1`, `SEC-12`. */
const ID = /^\p{Lu}[\p{L}_-]{0,15}\d{1,6}$/u
const LONGEST = 2_000
const MOST = 40

/**
 * What a report says under each finding's id: the blocks of its prose that name the id, with those that follow a heading which
 * does, and the summary of the issue in its verdict. A line that begins with an id begins a block of its own, so that what stands in the lines around it is
 * not taken for its words. One pass over the text, however many ids are asked for.
 */
export function findingTexts(report: string, ids: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const wanted = new Set(ids)
  const found = new Map<string, string[]>()
  const add = (id: string, text: string) => {
    const known = found.get(id) ?? []
    if (text.trim() === '' || known.length >= MOST) return
    known.push(text.slice(0, LONGEST))
    found.set(id, known)
  }
  let under: readonly string[] = []
  for (const { kind, lines } of proseOf(report))
    for (const text of byFinding(lines, wanted)) {
      const named = idsIn(text, wanted)
      if (kind === 'heading') under = named
      for (const id of new Set([...named, ...under])) add(id, text)
    }
  for (const { id, text } of summaries(report)) if (wanted.has(id)) add(id, text)
  return found
}

/** The lines of a block, each with those that go on with it. */
function byFinding(lines: readonly string[], wanted: ReadonlySet<string>): string[] {
  const parts: string[][] = []
  for (const line of lines) {
    if (parts.length === 0 || beginsFinding(line, wanted)) parts.push([])
    parts.at(-1)!.push(line)
  }
  return parts.map((part) => part.join(' '))
}

function beginsFinding(line: string, wanted: ReadonlySet<string>): boolean {
  const first = bare(FIRST_WORD.exec(line)?.[1] ?? '')
  return wanted.has(first) || ID.test(first)
}

/** An id without the full stop or the dash after it. */
function bare(word: string): string {
  return word.replace(/[.-]+$/, '')
}

function idsIn(text: string, wanted: ReadonlySet<string>): string[] {
  const named = (text.match(WORD) ?? []).map(bare)
  return [...new Set(named.filter((word) => wanted.has(word)))]
}

/** The issues of the last verdict block, as far as they can be read: of any severity, and in a verdict that does not stand. */
function summaries(report: string): { id: string; text: string }[] {
  const json = lastVerdictBlock(report)?.json
  if (json === undefined) return []
  try {
    const { issues } = JSON.parse(json) as { issues?: unknown }
    return Array.isArray(issues) ? issues.flatMap(summaryOf) : []
  } catch {
    return []
  }
}

function summaryOf(issue: unknown): { id: string; text: string }[] {
  const { id, summary } = (issue ?? {}) as { id?: unknown; summary?: unknown }
  return typeof id === 'string' && typeof summary === 'string' ? [{ id, text: summary }] : []
}
