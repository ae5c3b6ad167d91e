import { own, remembering } from '../../domain/sets.ts'
import { estimateCount } from './estimate-count.ts'

const RESERVE_PERCENT = 5
const TOKENS_PER_LINE = 2

/** Recent counts: the same lines are weighed, packed and put on the receipt, injection after injection. */
const counted = remembering(estimateCount, 16_384)
const LONGEST_KNOWN = 1_000

/**
 * An upper estimate of a text's tokens: `ceil(estimate x 1.05)`.
 *
 * The estimate covers words, scripts and punctuation; the reserve covers unknown tokenizers.
 * An estimate of 100 counts as 105. A block that fits its budget in these tokens also fits in real ones.
 */
export function estimateTokens(text: string): number {
  return withReserve(countTokens(text))
}

/** The estimate without the reserve. For texts joined by a blank, it is the sum of theirs. */
export function countTokens(text: string): number {
  return own(taken, text) ?? (text.length <= LONGEST_KNOWN ? counted(text) : estimateCount(text))
}

let taken: { readonly [text: string]: number } = {}

/** Uses counts that were precomputed with the texts. */
export function takeCounts(counts: { readonly [text: string]: number }): void {
  taken = counts
}

/** 100 -> 105, 1 -> 2, 0 -> 0. Multiplies before it divides, so that no rounding error adds a token. */
export function withReserve(tokens: number): number {
  return Math.ceil((tokens * (100 + RESERVE_PERCENT)) / 100)
}

/** The tokens of a block of lines: each line's estimate plus 2 for dash, brackets and line break, which the estimator counts too low. Costs add up, so a block can be packed line by line. */
export function estimateBlockTokens(lines: readonly string[]): number {
  return lines.reduce((total, line) => total + estimateTokens(line) + TOKENS_PER_LINE, 0)
}

/** The tokens of a line in a block, from the counts of its parts, so that a lesson is not counted again when its label changes. */
export function lineCost(count: number): number {
  return withReserve(count) + TOKENS_PER_LINE
}
