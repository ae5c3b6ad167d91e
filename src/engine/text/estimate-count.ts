import { estimateTokenCount } from 'tokenx'

/** How many tokens a text has, as far as words, scripts and punctuation tell. Apart, for hooks know most counts and load this for the others alone. */
export function estimateCount(text: string): number {
  return estimateTokenCount(text)
}
