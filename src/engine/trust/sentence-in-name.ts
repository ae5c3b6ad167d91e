import { stopWords } from '../search/stop-words.ts'
import { adviceRisk } from './advice-risk.ts'

export const SENTENCE_IN_NAME = { mostWords: 10, mostInPart: 5, mostSmallWords: 1 }

/** Words of orders, beside those that say nothing about a subject. */
const SMALL: ReadonlySet<string> = new Set('you your please agents agent assistant first ignore'.split(' '))

/**
 * Whether a name or a path says more than a name: more than five words in one part, more than ten in all, two words that names do without (`the`, `before`,
 * `must`), or a text that would be held if it were written with blanks. `ignore-all-previous-instructions` and `agents/must/first/run/setup` do;
 * `packages/web/src/use-session.test.ts` does not.
 */
export function carriesSentence(name: string, policy = SENTENCE_IN_NAME): boolean {
  const parts = name.split(/[/\\:=]+/).map(wordsIn)
  const words = parts.flat()
  if (words.length > policy.mostWords || parts.some((part) => part.length > policy.mostInPart)) return true
  if (words.filter((word) => stopWords().has(word) || SMALL.has(word)).length > policy.mostSmallWords)
    return true
  return words.length > 2 && adviceRisk(words.join(' ')) !== undefined
}

function wordsIn(part: string): string[] {
  const apart = part.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return apart.match(/\p{L}{2,}/gu) ?? []
}
