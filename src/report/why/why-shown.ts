import { whyBelieved } from './why-believed.ts'

/** The parts of a score, in the order and the words in which they are told. */
const WORDS: readonly (readonly [part: string, word: string])[] = [
  ['successRate', 'success rate'],
  ['decay', 'decay'],
  ['categoryWeight', 'strength'],
  ['multiplier', 'maturity'],
  ['freshness', 'cited lines have changed'],
  ['boost', 'boost for labels, files or phase'],
  ['semantic', 'likeness to the task'],
  ['relevance', 'relevance'],
]

/** What a pattern weighed for the work at hand. */
interface Weight {
  readonly score: number
  readonly parts: { readonly [part: string]: number | undefined }
}

/** Why a pattern is in a block: `score 0.98: success rate 1.00, decay 0.98, strength 1.30, maturity 1.50, likeness to the task 0.71`. */
export function whyShown({ score, parts }: Weight): string {
  if (parts.value !== undefined) return whyBelieved(parts)
  const said: string[] = []
  for (const [part, word] of WORDS) {
    const value = parts[part]
    if (value !== undefined && (part !== 'boost' || value !== 0)) said.push(`${word} ${value.toFixed(2)}`)
  }
  return `score ${score.toFixed(2)}: ${said.join(', ')}`
}
