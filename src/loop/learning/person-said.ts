import { type Evidence, evidenceFrom } from '../../engine/trust/own-support.ts'
import { seenWords, sentencesOf } from '../../engine/trust/seen-words.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { bodiesOf } from '../facts/cached-lists.ts'
import { factsIn } from '../facts/facts-about.ts'
import { runStream } from '../journal/append-facts.ts'
import { relationBetween, type Sighting } from '../patterns/join-pattern.ts'

/** Somebody's words, normalised for comparison, and their time. */
export interface OwnWords {
  readonly words: string
  readonly at: number
}

export interface PersonSaid extends OwnWords {
  readonly evidence: Evidence
}

/** Longer prompts contain pasted text of unknown origin. */
const LONGEST_TYPED = 1_500

/** A person's typed words in a run, without fenced code and quotations. */
export async function personSaidIn(context: LoopContext, run: string): Promise<PersonSaid[]> {
  const facts = await factsIn(context, { stream: runStream(run), types: ['prompt-given'] })
  return facts.flatMap(({ payload: { text }, occurredAt: at }) => {
    if (text.length > LONGEST_TYPED) return []
    const typed = text.replace(/```[\s\S]*?(?:```|$)/g, '\n').replace(/^\s*>.*$/gm, '')
    return [{ words: seenWords(typed), at, evidence: evidenceFrom(sentencesOf(typed)) }]
  })
}

/** What the agent of a run wrote into files and commands, the oldest first. */
export async function ownWordsIn(context: LoopContext, run: string): Promise<OwnWords[]> {
  const facts = await factsIn(context, { stream: runStream(run), types: ['tool-used'] })
  const own = facts.flatMap(({ payload: { added = '', command = '' }, occurredAt: at }) => {
    const words = seenWords(`${added}\n${command}`)
    return words === '' ? [] : [{ words, at }]
  })
  return own.reverse()
}

/** What a run had been shown by some time, according to its receipts, and whether a statement only repeats that. */
export interface Echoes {
  /** The pattern that the words repeat; undefined when the run was not shown it, and so saw it by itself. */
  of(sighting: Pick<Sighting, 'text' | 'textHash' | 'polarity'>): string | undefined
  has(pattern: string): boolean
}

const SILENCE: Echoes = { of: () => undefined, has: () => false }

/** Detects echoes: a run that repeats a pattern it was shown, in any role, is no sighting; one withheld from it, it found independently. */
export async function echoesIn(
  context: LoopContext,
  { run, at }: { readonly run: string | undefined; readonly at: number },
): Promise<Echoes> {
  if (run === undefined) return SILENCE
  const receipts = await factsIn(context, { stream: runStream(run), types: ['pattern-injected'] })
  const ids = receipts
    .filter(({ occurredAt }) => occurredAt <= at)
    .flatMap(({ payload }) => payload.items)
    .map(({ pattern }) => pattern)
  if (ids.length === 0) return SILENCE
  const records = await bodiesOf(context.journal, PATTERN, ids)
  const shown = [...records.values()].map(({ pattern }) => pattern)
  return {
    has: (pattern) => ids.includes(pattern),
    of(sighting) {
      const says = (text: string, polarity: Sighting['polarity']) =>
        relationBetween(context, sighting, { text, polarity }).relation
      return shown.find(
        ({ text, aliases, textHash, polarity }) =>
          textHash === sighting.textHash ||
          (says(text, polarity) !== 'conflict' &&
            [text, ...aliases].some((wording) => says(wording, polarity) === 'same')),
      )?.id
    },
  }
}
