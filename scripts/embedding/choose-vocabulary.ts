import { wholeWord } from '../../src/engine/search/vocabulary.ts'
import { identifierPieces, wordPieces } from '../../src/engine/search/wordpiece.ts'
import { packVocabulary } from './pack-vocabulary.ts'
import { SETTINGS } from './settings.ts'
import type { Teacher } from './teacher.ts'

/** The student's pieces, the teacher's pieces that stand for each, and how often each occurs in the corpus. */
export interface StudentVocabulary {
  readonly pieces: readonly string[]
  readonly teacherIds: readonly (readonly number[])[]
  readonly counts: Float64Array
}

const PLAIN = /^(##)?[\x21-\x7e]+$/
const LETTERS = /^[a-z]{3,24}$/

/**
 * The student's vocabulary: the teacher's relevant pieces, and whole words that the teacher splits.
 *
 * Removed are placeholders, pieces that the corpus never uses (beyond the most common ones of general English) and
 * other scripts beyond single characters. Added are frequent technical words: `mutex`, `webhook`, `refactor`.
 */
export function chooseVocabulary(teacher: Teacher, packages: readonly (readonly string[])[]): StudentVocabulary {
  const sentences = packages.flat()
  const used = pieceCounts(teacher, sentences)
  const kept = teacher.pieces.filter((piece, id) => matters(piece, id, used[id]!))
  const added = frequentCutWords(teacher, packages)
  const pieces = [...kept, ...added]
  const ids = new Map(teacher.pieces.map((piece, id) => [piece, id]))
  return {
    pieces,
    teacherIds: [
      ...kept.map((piece) => [ids.get(piece)!]),
      ...added.map((word) => wordPieces(teacher.vocabulary, word)),
    ],
    counts: studentCounts(pieces, sentences),
  }
}

function matters(piece: string, id: number, count: number): boolean {
  if (/^\[.+\]$/.test(piece)) return false
  if (!PLAIN.test(piece)) return [...piece.replace('##', '')].length === 1
  const { minCount, generalUpTo } = SETTINGS.vocabulary
  return count >= minCount || id < generalUpTo || piece.replace('##', '').length === 1
}

function pieceCounts(teacher: Teacher, sentences: readonly string[]): Float64Array {
  const counts = new Float64Array(teacher.pieces.length)
  for (const sentence of sentences) for (const id of wordPieces(teacher.vocabulary, sentence)) counts[id]! += 1
  return counts
}

/** Words that the teacher cuts and several packages use, most frequent first; ties in alphabetical order. */
function frequentCutWords(teacher: Teacher, packages: readonly (readonly string[])[]): string[] {
  const { addedMinCount, addedMinPackages, addedAtMost } = SETTINGS.vocabulary
  return [...wordUse(packages)]
    .filter(([, { count, packages }]) => count >= addedMinCount && packages >= addedMinPackages)
    .filter(([word]) => LETTERS.test(word) && wholeWord(teacher.vocabulary, word) < 0)
    .sort(([a, { count: n }], [b, { count: m }]) => m - n || (a < b ? -1 : 1))
    .slice(0, addedAtMost)
    .map(([word]) => word)
}

function wordUse(packages: readonly (readonly string[])[]) {
  const use = new Map<string, { count: number; packages: number; last: number }>()
  for (const [at, sentences] of packages.entries())
    for (const word of sentences
      .join(' ')
      .toLowerCase()
      .split(/[^a-z]+/)) {
      const known = use.get(word) ?? { count: 0, packages: 0, last: -1 }
      use.set(word, {
        count: known.count + 1,
        packages: known.packages + (known.last === at ? 0 : 1),
        last: at,
      })
    }
  return use
}

function studentCounts(pieces: readonly string[], sentences: readonly string[]): Float64Array {
  const vocabulary = packVocabulary(pieces)
  const counts = new Float64Array(pieces.length)
  for (const sentence of sentences) for (const id of identifierPieces(vocabulary, sentence)) counts[id]! += 1
  return counts
}
