import { textTokens } from '../engine/search/text-tokens.ts'

const EMPTY_PHRASE =
  /^\W*(n\/?a|none|nothing|no learnings?|todo|tbd|everything (is|was) fine|all good|done)\W*$/i

/** A line of our own block ends in the pattern's track record: `(5x validated) via:auditor`. */
const OWN_LINE = /\((\d+x validated|-\d+ net, \d+x ignored|score:\d+\.\d\d)\)( via:\S{1,200})?\W*$/

/** Why a lesson is not worth remembering, or undefined. Junk is worse than a gap: it is shown to every later run. */
export function junkReason(lesson: string): string | undefined {
  if (EMPTY_PHRASE.test(lesson)) return 'it says nothing'
  if (OWN_LINE.test(lesson)) return 'it is a line that Mettle itself injected'
  const words = textTokens(lesson)
  if (words.length < 4) return `it has ${words.length} words; a lesson needs at least 4`
  if (new Set(words).size < words.length / 3) return 'it repeats itself'
  if (letterShare(lesson) < 0.5) return 'it is mostly not words'
  return undefined
}

function letterShare(text: string): number {
  const letters = text.match(/[\p{L}\p{N}\s]/gu)?.length ?? 0
  return letters / [...text].length
}
