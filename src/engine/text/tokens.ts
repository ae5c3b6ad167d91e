import { own, remembering } from '../../domain/sets.ts'
import { estimateCount } from './estimate-count.ts'

const RESERVE_PERCENT = 5
const TOKENS_PER_LINE = 2

/** Counts of late, since the same lines are weighed, packed and put on the receipt, injection after injection. */
const counted = remembering(estimateCount, 16_384)
const LONGEST_KNOWN = 1_000

/**
 * How many tokens a text may cost, on the high side: `ceil(estimate x 1.05)`.
 *
 * The estimate knows words, scripts and punctuation; the reserve covers the tokenizers it does not know.
 * An estimate of 100 counts as 105. A budget kept in these tokens is kept in real ones.
 */
export function estimateTokens(text: string): number {
  return withReserve(countTokens(text))
}

/** The bare estimate, without the reserve. Of texts with a blank between them it is the sum of each one's. */
export function countTokens(text: string): number {
  return own(taken, text) ?? (text.length <= LONGEST_KNOWN ? counted(text) : estimateCount(text))
}

let taken: { readonly [text: string]: number } = {}

/** Uses counts that were precomputed with the texts. */
export function takeCounts(counts: { readonly [text: string]: number }): void {
  taken = counts
}

/** 100 -> 105, 1 -> 2, 0 -> 0. Whole numbers first, so that no rounding error adds a token. */
export function withReserve(tokens: number): number {
  return Math.ceil((tokens * (100 + RESERVE_PERCENT)) / 100)
}

/** What lines cost as a block: each line's estimate plus 2 for dash, brackets and line break, which the estimator counts too low. Costs add up, so a block can be packed line by line. */
export function estimateBlockTokens(lines: readonly string[]): number {
  return lines.reduce((total, line) => total + estimateTokens(line) + TOKENS_PER_LINE, 0)
}

/** What a line costs in a block whose parts count so many tokens, so that a lesson is not counted again when its label changes. */
export function lineCost(count: number): number {
  return withReserve(count) + TOKENS_PER_LINE
}
