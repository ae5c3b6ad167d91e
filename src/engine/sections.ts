import type { Injection } from './inject.ts'
import { estimateBlockTokens } from './tokens.ts'

/** Lines under a heading; those with an id are patterns, and stand on the receipt. */
export interface Section {
  readonly title: string
  readonly lines: readonly { readonly id?: string; readonly line: string }[]
}

/**
 * A block of sections within a budget. The sections are filled in their order, each with the lines that still fit; a heading is
 * paid for by the first of its lines, and stands only above one. No line is blank, so that the block ends where the next
 * text begins.
 */
export function packSections(header: string, sections: readonly Section[], budget: number): Injection {
  let left = budget - estimateBlockTokens([header])
  const block = [header]
  const included: string[] = []
  const dropped: string[] = []
  let isCut = false
  for (const { title, lines } of sections) {
    let heading = estimateBlockTokens([title])
    for (const { id, line } of lines) {
      const cost = heading + estimateBlockTokens([line])
      const fits = cost <= left
      if (fits) {
        block.push(...(heading > 0 ? [title] : []), line)
        left -= cost
        heading = 0
      }
      isCut ||= !fits
      if (id !== undefined) (fits ? included : dropped).push(id)
    }
  }
  const isEmpty = block.length === 1
  return {
    block: isEmpty ? '' : block.join('\n'),
    tokens: isEmpty ? 0 : estimateBlockTokens(block),
    included,
    dropped,
    path: isEmpty ? 'skipped' : isCut ? 'truncated' : 'full',
  }
}
