import { estimateTokenCount } from 'tokenx'

const RESERVE_PERCENT = 5
const TOKENS_PER_LINE = 2

/**
 * How many tokens a text may cost, on the high side: `ceil(estimate x 1.05)`.
 *
 * The estimate knows words, scripts and punctuation; the reserve covers the tokenizers it does not know.
 * An estimate of 100 counts as 105. A budget kept in these tokens is kept in real ones.
 */
export function estimateTokens(text: string): number {
  return withReserve(estimateTokenCount(text))
}

/** 100 -> 105, 1 -> 2, 0 -> 0. Whole numbers first, so that no rounding error adds a token. */
export function withReserve(tokens: number): number {
  return Math.ceil((tokens * (100 + RESERVE_PERCENT)) / 100)
}

/**
 * What lines cost as a block: each line's estimate plus 2 for its dash, its brackets and its line break, which the
 * estimator counts too low on short lines. Costs add up, so a block can be packed line by line.
 */
export function estimateBlockTokens(lines: readonly string[]): number {
  return lines.reduce((total, line) => total + estimateTokens(line) + TOKENS_PER_LINE, 0)
}
