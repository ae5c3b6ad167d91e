import type { Injection } from '../laws/role-block.ts'
import { estimateBlockTokens } from './tokens.ts'

/** A line that needs room in a block, and the source of its pattern. */
export interface SourcedLine {
  readonly tokens: number
  /** The run, if only one run supports the pattern; otherwise the pattern itself. */
  readonly source: string
}

/** The most of a block that one source gets while others wait. */
export const SOURCE_SHARE = 0.5

/** The order in which lines get room: as given, but a source that would take more than half of the room waits until all others had their turn, so that neither one run nor one endless line excludes the rest. Lines already taken count. Room 100, lines of 30 from a, a, a and b: the third of a would be 90, so it comes after b. */
export function turnsOf<T extends SourcedLine>(lines: readonly T[], room: number, taken: readonly SourcedLine[] = []) {
  const bySource = new Map<string, number>()
  const add = ({ source, tokens }: SourcedLine) => {
    const sum = (bySource.get(source) ?? 0) + tokens
    bySource.set(source, sum)
    return sum
  }
  for (const line of taken) add(line)
  const first: T[] = []
  const later: T[] = []
  for (const line of lines) {
    if (add(line) > room * SOURCE_SHARE) later.push(line)
    else first.push(line)
  }
  return { first, later }
}

/** The lines that fit, in their order: each next one that fits, by turns. A single source may have everything. Room 100, lines of 30 from a, a, a and b: a, a, b are shown. */
export function shareRoom<T extends SourcedLine>(
  lines: readonly T[],
  room: number,
  most = Number.POSITIVE_INFINITY,
): T[] {
  const { first, later } = turnsOf(lines, room)
  const taken = new Set<T>()
  let left = room
  for (const line of [...first, ...later]) {
    if (line.tokens > left || taken.size >= most) continue
    left -= line.tokens
    taken.add(line)
  }
  return lines.filter((line) => taken.has(line))
}

/** The source of a pattern, by the contexts in which it was seen. */
export function sourceOf({ id, contexts }: { readonly id: string; readonly contexts: readonly string[] }) {
  const [only = ''] = contexts
  return contexts.length === 1 && only.startsWith('run ') ? only : id
}

/** Lines under a heading; those with an id are patterns, and are on the receipt. */
export interface Section {
  readonly title: string
  readonly lines: readonly SectionLine[]
}

interface SectionLine {
  readonly id?: string
  /** The source of its pattern; default: a source of its own. */
  readonly source?: string
  readonly line: string
}

/** A block of sections within a budget, filled in their order. No source gets more than half while others wait; a heading counts with the first of its lines. No line is blank. */
export function packSections(header: string, sections: readonly Section[], budget: number): Injection {
  const room = budget - estimateBlockTokens([header])
  const lines = sections.flatMap(({ title, lines: all }) =>
    all.map((said) => ({ source: said.line, ...said, title, tokens: estimateBlockTokens([said.line]) })),
  )
  const taken = taking(lines, room)
  const block = [header, ...sections.flatMap(({ title }) => under(title, taken))]
  const idsOf = (some: readonly Priced[]) => some.flatMap(({ id }) => id ?? [])
  const isEmpty = taken.length === 0
  return {
    block: isEmpty ? '' : block.join('\n'),
    tokens: isEmpty ? 0 : estimateBlockTokens(block),
    included: idsOf(taken),
    dropped: idsOf(lines.filter((line) => !taken.includes(line))),
    path: isEmpty ? 'skipped' : taken.length < lines.length ? 'truncated' : 'full',
  }
}

interface Priced extends SectionLine {
  readonly title: string
  readonly source: string
  readonly tokens: number
}

/** The lines that fit, in the order of the sections. */
function taking(lines: readonly Priced[], room: number): Priced[] {
  const { first, later } = turnsOf(lines, room)
  const taken = new Set<Priced>()
  const headed = new Set<string>()
  let left = room
  for (const line of [...first, ...later]) {
    const cost = line.tokens + (headed.has(line.title) ? 0 : estimateBlockTokens([line.title]))
    if (cost > left) continue
    left -= cost
    headed.add(line.title)
    taken.add(line)
  }
  return lines.filter((line) => taken.has(line))
}

function under(title: string, taken: readonly Priced[]): string[] {
  const lines = taken.filter((line) => line.title === title).map(({ line }) => line)
  return lines.length === 0 ? [] : [title, ...lines]
}
