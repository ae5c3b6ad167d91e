import type { Embedder } from '../search/static-embedder.ts'
import { stopWords, textTokens } from '../search/words.ts'
import { sayFailure } from './describe-failure.ts'
import { ADVISES, isCommonWord, isProse, sentencesOf, tellsReader } from './seen-words.ts'

/** The evidence of one step, whoever describes it. */
export interface Evidence {
  readonly lines: readonly string[]
  readonly words: ReadonlySet<string>
  vectors?: readonly Float32Array[]
}

export interface SupportPolicy {
  /** A lesson is about a few consecutive steps: a check that fails, the change, the check that passes. */
  readonly steps: number
  /** The least sum of share and nearness, for a run with few steps. */
  readonly least: number
  /** The least share by itself, if no model compares meaning. */
  readonly leastShare: number
  /** How much the threshold rises per e-fold of steps, because among many steps something is always similar. */
  readonly more: number
  readonly newest: number
  readonly linesOfStep: number
}

export const SUPPORT: SupportPolicy = {
  steps: 4,
  least: 0.6,
  leastShare: 0.2,
  more: 0.065,
  newest: 400,
  linesOfStep: 40,
}

export interface DoneStep {
  readonly command?: string | undefined
  readonly files?: readonly string[] | undefined
  readonly added?: string | undefined
  readonly removed?: string | undefined
  readonly output?: string | undefined
  readonly ended?: string | undefined
}

/** The evidence of a step: its command, the files it names, code, and failures. Prose is left out everywhere: a page, a comment or a message is somebody's text, not an event. `isOutside` leaves out all output. */
export function evidenceOf(
  { command = '', files = [], added = '', removed = '', output = '', ended }: DoneStep,
  isOutside: boolean,
): Evidence {
  const isSource = files.length > 0 && files.every((file) => SOURCE.test(file))
  const isSaid = (line: string) => isProse(line) && !(isSource && CODE.test(line))
  const printed = isOutside ? [] : output.split('\n')
  return evidenceFrom([
    ...files.map((file) => file.split('/').slice(-3).join('/')),
    ...withoutSpeech(command).split('\n'),
    ...[added, removed].flatMap((text) => text.split('\n').filter((line) => !isSaid(line))),
    ...printed.flatMap((line) => (!isSaid(line) ? [line] : ended === 'failed' ? reportsIn(line) : [])),
  ])
}

/** A code file: its extension is not one of texts for people. */
const SOURCE = /\.(?!(?:md|mdx|markdown|txt|text|rst|adoc|html?|log|org|tex)$)[a-z]\w*$/i
const CODE = /[{}();=<>[\]].*[{}();=<>[\]]/

/** A person's own words are evidence without filtering. */
export function evidenceFrom(texts: readonly string[]): Evidence {
  const lines = texts.map((line) => line.trim().slice(0, 200)).filter(({ length }) => length > 2)
  return { lines: [...new Set(lines)].slice(0, 400), words: new Set(lines.flatMap(wordsOf)) }
}

/** From the sentences of a failing command: the failure in our own words, and reports that ask for nothing. */
function reportsIn(line: string): string[] {
  const said = sayFailure(line, 'other')
  const reports = sentencesOf(line).filter(isReport)
  return [...(said === undefined ? [] : [said]), ...reports]
}

/** Whether a text says more than that something failed, and is not only code. */
export function speaks(text: string): boolean {
  return text
    .split(/\n|(?<=[.!?;]) /)
    .some((sentence) => isProse(sentence) && (ADVISES.test(sentence) || !(isReport(sentence) || CODE.test(sentence))))
}

/** Whether a sentence only reports a failure, and asks for nothing. */
function isReport(sentence: string): boolean {
  return sentence.length < LONGEST_REPORT && REPORTS.test(sentence) && !tellsReader(sentence) && !ADVISES.test(sentence)
}

const LONGEST_REPORT = 160
const REPORTS =
  /\b(?:error|err|exception|fatal|failed|fails|failure|cannot|could not|not found|undefined|unexpected|expected|missing|requires|refused|denied|invalid|timed out|did not|incorrectly)\b/i

/** A command without addresses and without the sentences it passes on: a commit message, the text of a file. */
function withoutSpeech(command: string): string {
  return command
    .replace(/<<-?\s*(['"]?)(\w+)\1[\s\S]*?(?:\n\s*\2\b|$)/g, ' ')
    .replace(/\b[a-z]+:\/\/\S+/g, ' ')
    .replace(/"[^"]*"|'[^']*'/g, (quoted) => (isProse(quoted) ? ' ' : quoted))
}

const PREFIX = 5
const LITTLE: ReadonlySet<string> = new Set(
  'am an as at be by do go he if in is it me my no of on or so to up us we'.split(' '),
)

/** The words of a text with their weights, including those inside names. Words are cut to their first letters, so that `locales`, `localized` and `locale` are equal. */
function weighedWords(text: string): [word: string, weight: number][] {
  const apart = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
  return textTokens(apart).flatMap((word) => {
    if ((word.length < 2 && word.charCodeAt(0) < 0x2e80) || stopWords().has(word) || LITTLE.has(word)) return []
    const short = word.length > PREFIX ? word.slice(0, PREFIX) : word.replace(/(?<=..)s$/, '')
    return [[short, isCommonWord(word) ? 0.5 : 1]]
  })
}

const wordsOf = (text: string) => weighedWords(text).map(([word]) => word)

export interface Support {
  /** The share of its words that the best few steps have, and how near in meaning one of their lines is. */
  readonly share: number
  readonly near: number
  /** The least that both together must reach. */
  readonly least: number
  readonly isEnough: boolean
}

/**
 * How far a statement rests on steps that were taken: the share of its words that a few consecutive steps have, and how near in meaning one of their lines is.
 * Words common in advice weigh half, and words that many of the steps have weigh less.
 *
 * "Routes need an entry in permissions.ts too" after an edit of `src/routes.ts` and of `src/permissions.ts` has route and permi of route, entry, permi, ts: 0.75 with `ts`.
 */
export function supportOf(
  statement: string,
  evidence: readonly Evidence[],
  embedder: Embedder | undefined,
  typed: readonly Evidence[] = [],
  policy = SUPPORT,
): Support {
  const steps = evidence.slice(-policy.newest)
  const weights = weightsIn(statement, steps)
  const own = embedder?.embed(statement)
  const nears = steps.map((one) => (own === undefined ? 0 : nearest(own, one, embedder!, policy)))
  const more = policy.more * Math.log(Math.max(1, steps.length) / policy.steps)
  const least = (embedder === undefined ? policy.leastShare : policy.least) + more
  let best = { share: 0, near: 0 }
  for (let at = 0; at < steps.length; at++) {
    const share = coverage(weights, [...typed, ...steps.slice(at, at + policy.steps)])
    const near = Math.max(...nears.slice(at, at + policy.steps))
    if (share + near > best.share + best.near) best = { share, near }
  }
  return { ...best, least, isEnough: best.share > 0 && best.share + best.near >= least }
}

type Weights = ReadonlyMap<string, number>

const MANY = 8
/** This many words of a long statement are enough. */
const MOST_WORDS = 6

function weightsIn(statement: string, steps: readonly Evidence[]): Weights {
  const rarity = (word: string) => {
    if (steps.length <= MANY) return 1
    const having = steps.filter(({ words }) => words.has(word)).length
    return Math.log((steps.length + 1) / (having + 0.5)) / Math.log((steps.length + 1) / 0.5)
  }
  return new Map(weighedWords(statement).map(([word, weight]) => [word, weight * rarity(word)]))
}

/** The share of the words, by weight, that some of the steps have. */
function coverage(weights: Weights, steps: readonly Pick<Evidence, 'words'>[]): number {
  let [found, whole] = [0, 0]
  for (const [word, weight] of weights) {
    whole += weight
    if (steps.some(({ words }) => words.has(word))) found += weight
  }
  return whole === 0 ? 0 : Math.min(1, found / Math.min(whole, MOST_WORDS))
}

function nearest(own: Float32Array, one: Evidence, embedder: Embedder, { linesOfStep }: SupportPolicy): number {
  one.vectors ??= one.lines.slice(0, linesOfStep).map((line) => embedder.embed(line))
  return one.vectors.reduce((most, vector) => Math.max(most, embedder.similarity(own, vector)), 0)
}

/** The share of a statement's words that one of the sentences has. */
export function shareIn(statement: string, sentences: readonly string[]): number {
  const weights: Weights = new Map(weighedWords(statement))
  return sentences.reduce(
    (most, sentence) => Math.max(most, coverage(weights, [{ words: new Set(wordsOf(sentence)) }])),
    0,
  )
}
