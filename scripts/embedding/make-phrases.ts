import type { StudentVocabulary } from './choose-vocabulary.ts'
import { seededRandom } from './seeded-random.ts'
import { SETTINGS } from './settings.ts'

const WORD = /^[a-z]{3,}$/

/** For every word of the vocabulary a few groups of it and common words: `feeds the alt fragments`. */
export function makePhrases({ pieces, counts }: StudentVocabulary): string[] {
  const { perWord, maxCompany, companyMinCount } = SETTINGS.phrases
  const random = seededRandom(SETTINGS.seed + 1)
  const words = pieces.filter((piece) => WORD.test(piece))
  const common = pieces.filter((piece, id) => WORD.test(piece) && counts[id]! >= companyMinCount)
  const pick = () => common[Math.floor(random() * common.length)]!
  return words.flatMap((word) =>
    Array.from({ length: perWord }, () => {
      const phrase = [word]
      for (let left = 1 + Math.floor(random() * maxCompany); left > 0; left -= 1)
        if (random() < 0.5) phrase.push(pick())
        else phrase.unshift(pick())
      return phrase.join(' ')
    }),
  )
}
