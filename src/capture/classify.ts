import type { Category, Strength } from '../domain/values/pattern.ts'
import { strengthOfPattern } from './pattern-cues.ts'
import { polarityOf } from './polarity.ts'

/** What a learning is about, how it is worded, and whether it says what to do or what to avoid. */
export interface Classification {
  readonly category: Category
  readonly strength: Strength
  readonly polarity: 'do' | 'avoid'
}

const MISTAKE =
  /\b(mistake|bug|broke|broken|fail(s|ed|ure)?|error|crash(es|ed)?|regress(ion|ed)?|wrong|forgot|missed|missing|leak(s|ed)?|race)\b/i
const CONVENTION =
  /\b(convention|style|naming|named?|format(ting)?|lint|always use|we use|prefer|in this (repo|project|codebase))\b/i
const INSIGHT = /\b(turns out|it seems|interesting|noticed|learned that|discovered|in practice|surprising)\b/i

/**
 * Labels a learning by its wording alone. What an agent says about its own learning (a fix it had to make, a category it
 * names) goes before the guess.
 */
export function classify(learning: {
  readonly lesson: string
  readonly whatHappened?: string | undefined
  readonly fixApplied?: string | undefined
  readonly category?: Classification['category'] | undefined
  readonly strength?: Classification['strength'] | undefined
  readonly polarity?: Classification['polarity'] | undefined
}): Classification {
  const { lesson, whatHappened = '', fixApplied = '' } = learning
  return {
    category: learning.category ?? categoryOf(lesson, whatHappened, fixApplied),
    strength: learning.strength ?? strengthOfPattern(lesson),
    polarity: learning.polarity ?? polarityOf(lesson),
  }
}

function categoryOf(lesson: string, whatHappened: string, fixApplied: string): Classification['category'] {
  if (CONVENTION.test(lesson)) return 'convention'
  if (fixApplied !== '' || MISTAKE.test(whatHappened) || MISTAKE.test(lesson)) return 'mistake'
  return INSIGHT.test(lesson) ? 'insight' : 'pattern'
}
