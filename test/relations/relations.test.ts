import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Relation, relationOf } from '../../src/engine/laws/relation.ts'
import { loadEmbedder } from '../../src/machine/load-embedder.ts'

/**
 * Pairs of lessons that say the same, contradict each other or are two lessons, written before the rules. The rules were tuned on `tuned.jsonl` only; look at the
 * totals of `held.jsonl`, never at its single errors.
 */
function pairsOf(file: string): { is: Relation['relation']; a: string; b: string }[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function measure(file: string) {
  const embedder = loadEmbedder()
  const judged = pairsOf(file).map(({ is, a, b }) => ({ is, as: relationOf(a, b, embedder).relation }))
  const count = (is?: Relation['relation'], as?: Relation['relation']) =>
    judged.filter((pair) => (is ?? pair.is) === pair.is && (as ?? pair.as) === pair.as).length
  return {
    pairs: judged.length,
    joinPrecision: count('same', 'same') / count(undefined, 'same'),
    joinRecall: count('same', 'same') / count('same'),
    conflictPrecision: count('conflict', 'conflict') / count(undefined, 'conflict'),
    conflictRecall: count('conflict', 'conflict') / count('conflict'),
    contradictionsJoined: count('conflict', 'same'),
  }
}

describe.each(['tuned.jsonl', 'held.jsonl'])('the pairs of %s', (file) => {
  const measured = measure(file)

  it('joins restatements, and hardly ever anything else', () => {
    expect(measured.pairs).toBeGreaterThanOrEqual(150)
    expect(measured.joinPrecision).toBeGreaterThanOrEqual(0.95)
    expect(measured.joinRecall).toBeGreaterThanOrEqual(0.75)
  })

  it('finds contradictions, and joins none of them', () => {
    expect(measured.conflictPrecision).toBeGreaterThanOrEqual(0.85)
    expect(measured.conflictRecall).toBeGreaterThanOrEqual(0.8)
    expect(measured.contradictionsJoined).toBe(0)
  })

  it('gives the same answer in both directions', () => {
    const embedder = loadEmbedder()
    for (const { a, b } of pairsOf(file))
      expect(relationOf(b, a, embedder).relation, `${a} | ${b}`).toBe(relationOf(a, b, embedder).relation)
  })
})
