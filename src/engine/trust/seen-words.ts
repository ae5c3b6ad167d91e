import { isCommonStem, stopWords, synonymOf, textTokens } from '../search/words.ts'

/** The most words that are stored of a text, the longest part of it that is read, and the most words of one sketch. */
export const SEEN_WORDS = { mostWords: 5_000, longestText: 1_000_000, longestSentence: 30 }

/** Each word becomes one character of this Unicode block, which is large, has no meaning here, and never looks like a secret. */
const FIRST = 0x4e00
const BUCKETS = 20_992
export const BETWEEN_SENTENCES = ' '

/** Four consecutive words separated only by blanks and commas: prose. Code, tables and listings seldom have them. */
const PROSE =
  /(?:[A-Za-z\u00c0-\uffff'’-]+,?[ \t]+){3}[A-Za-z\u00c0-\uffff'’-]|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{6}/

export function isProse(line: string): boolean {
  return PROSE.test(line)
}

/**
 * A sketch of all the prose in a text, to recognise repetitions: the meaningful words of every sentence, each as one
 * character, equal for words of one stem and for synonyms. It cannot be read back, and takes about a third of the room of the text.
 *
 * "Always run the tests first." and "Execute the test suite before" have the same first two characters.
 */
export function seenWords(text: string, policy = SEEN_WORDS): string {
  const sentences = sentencesOf(ends(text, policy.longestText)).filter(isProse)
  const sketches = [...new Set(sentences.flatMap((sentence) => sketchesOf(sentence, policy)))]
  let words = sketches.reduce((sum, { length }) => sum + length, 0)
  if (words <= policy.mostWords) return sketches.join(BETWEEN_SENTENCES)
  // Advice is what may be repeated as a lesson; the longest sentences are left out first.
  const kept = new Set(sketches)
  for (const one of sketches.toSorted((a, b) => b.length - a.length)) {
    if (words <= policy.mostWords) break
    kept.delete(one)
    words -= one.length
  }
  return [...kept].join(BETWEEN_SENTENCES)
}

/** Words of orders and of attacks; each makes its sentence worth checking. */
const TELLS =
  /\b(?:ignore|disregard|forget|instructions?|agents?|assistants?|system|ai|llm|you are|must|always|never|should|please|important|curl|wget|npx|upload|send|tokens?|secrets?|passwords?|credentials?|approved?|policy|skip|disable|install)\b/gi
/** A sentence that begins with an instruction is advice, whatever code or failure it names. */
export const ADVISES =
  /^\W*(?:(?:note|hint|tip|error|warning|fix|solution)\W+)?(?:add|allow|always|avoid|change|commit|configure|copy|create|delete|disable|do|drop|enable|ensure|give|grant|ignore|install|keep|let|make|merge|move|never|open|paste|pass|pin|prefer|publish|push|put|raise|remove|rename|replace|report|return|run|send|set|skip|sort|stop|store|switch|trust|turn|upgrade|upload|use|wrap|write)\s+(?!is\b|was\b|has\b|failed\b|of\b)\S/i
const LONGEST_ADVICE = 2_000

export function tellsReader(sentence: string): boolean {
  return sentence.search(TELLS) !== -1
}

/** The sentences of a text that instruct their reader, those with the most words of orders first, within 2,000 characters. */
export function adviceIn(text: string): string {
  const found = sentencesOf(ends(text, SEEN_WORDS.longestText)).flatMap((sentence) => {
    const words = sentence.match(TELLS)?.length ?? 0
    const tells = sentence.length > 400 ? 0 : words + (ADVISES.test(sentence) ? 0.5 : 0)
    return tells === 0 ? [] : [{ sentence: sentence.trim(), tells }]
  })
  let advice = ''
  for (const { sentence } of found.sort((a, b) => b.tells - a.tells)) {
    if (advice.length + sentence.length > LONGEST_ADVICE) break
    advice += `${sentence}\n`
  }
  return advice
}

/** The sentences of a text, even if it is quoted in JSON or has markup. */
export function sentencesOf(text: string): string[] {
  return text
    .replace(/\\[nrt]/g, '\n')
    .replace(/<\/?[a-z][^<>\n]{0,300}>/gi, ' ')
    .split(/\n|[.!?;:](?=\s|["'`*)\]]|$)|[。！？；]/)
}

function ends(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most / 2)}\n${text.slice(-most / 2)}`
}

/** One sketch for each thirty words: a longer one would match anything. */
function sketchesOf(sentence: string, { longestSentence }: typeof SEEN_WORDS): string[] {
  const sketch = sketchOf(sentence)
  if (sketch.length < 2) return []
  const parts: string[] = []
  for (let at = 0; at < sketch.length; at += longestSentence) parts.push(sketch.slice(at, at + longestSentence))
  return parts
}

/** The words of one sentence, in order. */
const sketchOf = (sentence: string) => tellingWords(sentence).map(characterOf).join('')

/** The meaningful words of a sentence. */
export function tellingWords(sentence: string): string[] {
  return textTokens(sentence).filter(isTelling)
}

/** Two-letter words and stop words do not count; in scripts without spaces, each character is a word. */
const isTelling = (word: string) => (word.length > 2 ? !stopWords().has(word) : word.charCodeAt(0) > 0x2e80)

export function isCommonWord(word: string): boolean {
  return isCommonStem(stemOf(word))
}

export function characterOf(word: string): string {
  const stem = synonymOf(stemOf(word))
  let hash = 0x811c9dc5
  for (let at = 0; at < stem.length; at++) hash = Math.imul(hash ^ stem.charCodeAt(at), 0x01000193)
  return String.fromCharCode(FIRST + ((hash >>> 0) % BUCKETS))
}

/** Running, runs and run are one word. */
function stemOf(word: string): string {
  if (word.length < 4 || word.charCodeAt(0) > 0x7f) return word
  const bare = word.replace(/(?:'s|ies|ing|ed|es|ly|s|y|e)$/, '')
  return bare.length < 3 ? word : bare.replace(/([b-df-hj-np-tv-z])\1$/, '$1')
}
