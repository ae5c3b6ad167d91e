import { estimateBlockTokens } from '../text/tokens.ts'
import type { Injection } from './inject.ts'
import { turnsOf } from './share-room.ts'

/** Lines under a heading; those with an id are patterns, and stand on the receipt. */
export interface Section {
  readonly title: string
  readonly lines: readonly SectionLine[]
}

interface SectionLine {
  readonly id?: string
  /** Where its pattern comes from; left out, a source of its own. */
  readonly source?: string
  readonly line: string
}

/**
 * A block of sections within a budget. The sections are filled in their order, each with the lines that still fit, and no source gets more than half
 * while others wait; a heading is paid for by the first of its lines, and stands only above one. No line is blank, so that the block
 * ends where the next text begins.
 */
export function packSections(header: string, sections: readonly Section[], budget: number): Injection {
  const room = budget - estimateBlockTokens([header])
  const lines = sections.flatMap(({ title, lines: all }) => all.map((line) => priced(title, line)))
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

function priced(title: string, { source, ...said }: SectionLine): Priced {
  return { ...said, title, source: source ?? said.line, tokens: estimateBlockTokens([said.line]) }
}

/** What finds room, in the order of the sections. */
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
