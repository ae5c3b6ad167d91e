import { jaccard } from '../engine/search/jaccard.ts'
import { tokenSet } from '../engine/search/text-tokens.ts'
import { normalizeText } from '../engine/text/text-hash.ts'
import { sentencesOf } from './sentences.ts'

/** A pattern under all the words by which it is known. */
export interface KnownWording {
  readonly id: string
  readonly texts: readonly string[]
}

export interface FindingMatch {
  readonly pattern: string
  readonly method: 'id' | 'substring' | 'overlap'
  readonly similarity: number
  /** The words of the report that gave it away. */
  readonly words: string
}

export const FINDING = { minOverlap: 0.5 }

const SHORTEST = 12

/**
 * Which one pattern a finding speaks of: the one whose id it cites; else the longest whose wording it contains; else the one
 * that shares most of the words of one of its sentences, at least half of them. Never more than one.
 *
 * {cache, key, lacks, the, locale} against {the, cache, key, lacks, a, tenant}: 4 / 7 = 0.5714.
 */
export function patternOfFinding(
  finding: readonly string[],
  patterns: readonly KnownWording[],
  policy = FINDING,
): FindingMatch | undefined {
  return byId(finding, patterns) ?? bySubstring(finding, patterns) ?? byOverlap(finding, patterns, policy)
}

function byId(finding: readonly string[], patterns: readonly KnownWording[]): FindingMatch | undefined {
  for (const text of finding) {
    const cited = patterns.find(({ id }) => hasWord(text, id))
    if (cited !== undefined) return { pattern: cited.id, method: 'id', similarity: 1, words: text }
  }
  return undefined
}

/** Whether an id stands in a text by itself, not as a part of a longer one. */
function hasWord(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const around = [text.charAt(at - 1), text.charAt(at + id.length)]
    if (!around.some((letter) => /[\p{L}\p{N}_-]/u.test(letter))) return true
  }
  return false
}

function bySubstring(
  finding: readonly string[],
  patterns: readonly KnownWording[],
): FindingMatch | undefined {
  const plain = finding.map((text) => ({ text, normal: normalizeText(text) }))
  let best: (FindingMatch & { length: number }) | undefined
  for (const { id, texts } of patterns) {
    for (const wording of texts.map(normalizeText)) {
      if (wording.length < SHORTEST || wording.length <= (best?.length ?? 0)) continue
      const holder = plain.find(({ normal }) => normal.includes(wording))
      if (holder !== undefined)
        best = { pattern: id, method: 'substring', similarity: 1, words: holder.text, length: wording.length }
    }
  }
  if (best === undefined) return undefined
  const { length: _, ...match } = best
  return match
}

function byOverlap(
  finding: readonly string[],
  patterns: readonly KnownWording[],
  policy: typeof FINDING,
): FindingMatch | undefined {
  const sentences = finding
    .flatMap((text) => sentencesOf(text))
    .map((words) => ({ words, set: tokenSet(words) }))
  let best: FindingMatch | undefined
  for (const { id, texts } of patterns) {
    for (const wording of texts.map(tokenSet)) {
      for (const { words, set } of sentences) {
        const similarity = jaccard(wording, set)
        if (similarity >= policy.minOverlap && similarity > (best?.similarity ?? 0))
          best = { pattern: id, method: 'overlap', similarity, words }
      }
    }
  }
  return best
}
