import { readFileSync } from 'node:fs'
import { madeDistractors } from './distractors.ts'
import type { Case, Triple } from './metrics.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

export function readTriples(): Triple[] {
  return read('./triples.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Triple)
}

/**
 * Variants are chosen on the even triples with the even paraphrases alone; the odd ones are reported, among all
 * paraphrases. Both have the same 1,000 distractors: the triples' own and statements about code made from parts.
 */
export function readCases(): { development: Case; reported: Case } {
  const triples = readTriples()
  const texts = madeDistractors(1_000 - triples.length)
  const distractors = [...triples.map((triple) => triple.distractor), ...texts]
  const even = triples.filter((_, at) => at % 2 === 0)
  const odd = triples.filter((_, at) => at % 2 === 1)
  const paraphrases = (of: Triple[]) => of.map((triple) => triple.paraphrase)
  return {
    development: { triples: even, paraphrases: paraphrases(even), distractors },
    reported: { triples: odd, paraphrases: paraphrases(triples), distractors },
  }
}

/** Every text that is measured, each once. */
export function allTexts(): string[] {
  const { reported } = readCases()
  const triples = readTriples()
  const own = triples.flatMap(({ anchor, trap }) => [anchor, trap])
  return [...new Set([...own, ...reported.paraphrases, ...reported.distractors])]
}
