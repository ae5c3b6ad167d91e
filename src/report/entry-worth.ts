import type { PayloadOf } from '../domain/events/catalogue.ts'

type Receipt = PayloadOf<'pattern-injected'>
type Entry = Receipt['displaced' | 'withheld' | 'items'][number]

/**
 * What an entry of a receipt was worth to the work: its score, or under the bayes profile its value, which the receipt keeps of what was shown. Of the rest it keeps what
 * places are given by, `value / sqrt(tokens)`.
 */
export function entryWorth(entry: Entry, profile: Receipt['profile']): number {
  if (profile !== 'bayes') return entry.score
  const known = 'parts' in entry ? entry.parts.value : undefined
  return known ?? entry.score * Math.sqrt(Math.max(1, entry.tokens))
}
