import { estimateTokenCount } from 'tokenx'

/** The number of tokens of a text, estimated from words, scripts and punctuation. In a separate file, because hooks know most counts and load this only for the others. */
export function estimateCount(text: string): number {
  return estimateTokenCount(text)
}
