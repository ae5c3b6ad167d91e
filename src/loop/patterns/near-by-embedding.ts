import type { Embedder } from '../../engine/search/static-embedder.ts'
import { isSuspect } from '../../engine/trust/advice-risk.ts'
import { sentencesOf, tellsReader } from '../../engine/trust/seen-words.ts'
import type { Seen } from '../learning/seen-texts.ts'

/** Similarity from which two sentences say the same in other words. Local text shares its topic with every lesson about it, so its threshold is higher. So is that of earlier runs, where some sentence out of many is always close. A sentence that asks for something dangerous has a lower threshold. */
export const NEAR = {
  thisRun: { outside: 0.78, here: 0.9, suspect: 0.6 },
  earlier: { outside: 0.82, here: 0.9, suspect: 0.65 },
  texts: 200,
  sentences: 150,
  shortest: 24,
}

interface Sentence {
  readonly text: string
  /** It gives orders or asks for something dangerous, as planted text does. */
  readonly isSuspect: boolean
  readonly isOutside: boolean
  vector?: Float32Array
}

const SENTENCES = new WeakMap<Seen, readonly Sentence[]>()

/** The newest text with the same meaning in other words, according to the embedding model; undefined if none, or without a model. */
export function nearByEmbedding(
  text: string,
  seen: readonly Seen[],
  run: string | undefined,
  embedder: Embedder | undefined,
  policy = NEAR,
): Seen | undefined {
  if (embedder === undefined) return undefined
  const wanted = [text, ...sentencesOf(text)]
    .filter(({ length }) => length >= policy.shortest)
    .map((one) => embedder.embed(one))
  const isNear = (sentence: Sentence, { outside, here, suspect }: typeof NEAR.thisRun) => {
    sentence.vector ??= embedder.embed(sentence.text)
    const least = sentence.isSuspect ? suspect : sentence.isOutside ? outside : here
    return wanted.some((own) => embedder.similarity(own, sentence.vector!) >= least)
  }
  return seen.slice(-policy.texts).findLast((one) => {
    const least = one.run === run ? policy.thisRun : policy.earlier
    return comparedOf(one, policy).some((sentence) => isNear(sentence, least))
  })
}

/** The newest text with a sentence at least this near, where the limit may depend on the number of sentences. Without a model, the newest external text. */
export function nearestText(
  text: string,
  seen: readonly Seen[],
  embedder: Embedder | undefined,
  least: number | ((sentences: number) => number),
  policy = NEAR,
): Seen | undefined {
  const newest = seen.slice(-policy.texts)
  if (embedder === undefined)
    return typeof least === 'number' ? newest.findLast(({ isOutside }) => isOutside) : undefined
  const own = embedder.embed(text)
  const sentences = newest.map((one) => comparedOf(one, policy))
  const wanted = typeof least === 'number' ? least : least(sentences.flat().length)
  return newest.findLast((_, at) =>
    sentences[at]!.some((sentence) => {
      sentence.vector ??= embedder.embed(sentence.text)
      return embedder.similarity(own, sentence.vector) >= wanted
    }),
  )
}

/** Whether a text asks for something dangerous. */
export function isTempting(one: Seen): boolean {
  return comparedOf(one, NEAR).some(({ isSuspect }) => isSuspect)
}

function comparedOf(seen: Seen, policy: typeof NEAR): readonly Sentence[] {
  const known = SENTENCES.get(seen)
  if (known !== undefined) return known
  const all = sentencesOf(seen.text).filter(({ length }) => length >= policy.shortest)
  // Of a long text, sentences that instruct the reader come first.
  const sentences = [...new Set([...all.filter(tellsReader), ...all])]
    .slice(0, policy.sentences)
    .map((text) => ({ text, isSuspect: isSuspect(text), isOutside: seen.isOutside }))
  SENTENCES.set(seen, sentences)
  return sentences
}
