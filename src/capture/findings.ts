import { lastVerdictBlock } from '../engine/verdict-block.ts'
import { proseOf } from './prose.ts'

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu
const LONGEST = 2_000
const MOST = 40

/**
 * What a report says under each finding's id: the blocks of its prose that name the id, with those that follow a heading which
 * does, and the summary of the issue in its verdict. One pass over the text, however many ids are asked for.
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
  for (const { kind, text } of proseOf(report)) {
    const named = idsIn(text, wanted)
    if (kind === 'heading') under = named
    for (const id of new Set([...named, ...under])) add(id, text)
  }
  for (const { id, text } of summaries(report)) if (wanted.has(id)) add(id, text)
  return found
}

function idsIn(text: string, wanted: ReadonlySet<string>): string[] {
  const named = (text.match(WORD) ?? []).map((word) => word.replace(/[.-]+$/, ''))
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
