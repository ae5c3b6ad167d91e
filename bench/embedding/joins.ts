import type { Embedder } from '../../src/engine/search/static-embedder.ts'
import { jaccard, tokenSet } from '../../src/engine/search/words.ts'
import { readTriples } from './cases.ts'

/** The rule that was planned for taking two wordings as one pattern. */
const RULE = { cosine: 0.86, jaccard: 0.3 }

/** How many texts of each kind the rule would join to their anchor: paraphrases it should, the others it should not. */
export function joinsOf(embedder: Embedder) {
  const triples = readTriples()
  const joined = (kind: 'paraphrase' | 'distractor' | 'trap') =>
    triples.filter((triple) => isJoined(embedder, triple.anchor, triple[kind])).length
  return {
    rule: RULE,
    of: triples.length,
    paraphrases: joined('paraphrase'),
    distractors: joined('distractor'),
    traps: joined('trap'),
  }
}

function isJoined(embedder: Embedder, a: string, b: string): boolean {
  const cosine = embedder.similarity(embedder.embed(a), embedder.embed(b))
  return cosine >= RULE.cosine && jaccard(tokenSet(a), tokenSet(b)) >= RULE.jaccard
}
