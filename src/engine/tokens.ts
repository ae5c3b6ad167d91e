import { estimateTokenCount } from 'tokenx'

const RESERVE_PERCENT = 5

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
