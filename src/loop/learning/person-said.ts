import { type Evidence, evidenceFrom } from '../../engine/trust/own-support.ts'
import { seenWords, sentencesOf } from '../../engine/trust/seen-words.ts'
import type { LoopContext } from '../context.ts'
import { runStream } from '../journal/append-facts.ts'
import { factsIn } from '../journal/facts-about.ts'

/** What somebody said, as it is compared, and when. */
export interface OwnWords {
  readonly words: string
  readonly at: number
}

export interface PersonSaid extends OwnWords {
  readonly evidence: Evidence
}

/** A longer prompt holds what was pasted, and who wrote that nobody knows. */
const LONGEST_TYPED = 1_500

/** What a person typed in a run, without what stands in fences or is quoted. */
export async function personSaidIn(context: LoopContext, run: string): Promise<PersonSaid[]> {
  const facts = await factsIn(context, { stream: runStream(run), types: ['prompt-given'] })
  return facts.flatMap((fact) => {
    if (fact.type !== 'prompt-given' || fact.payload.text.length > LONGEST_TYPED) return []
    const typed = fact.payload.text.replace(/```[\s\S]*?(?:```|$)/g, '\n').replace(/^\s*>.*$/gm, '')
    return [{ words: seenWords(typed), at: fact.occurredAt, evidence: evidenceFrom(sentencesOf(typed)) }]
  })
}

/** What the agent of a run wrote into files and commands, the oldest first. */
export async function ownWordsIn(context: LoopContext, run: string): Promise<OwnWords[]> {
  const facts = await factsIn(context, { stream: runStream(run), types: ['tool-used'] })
  const own = facts.flatMap((fact) => {
    if (fact.type !== 'tool-used') return []
    const { added = '', command = '' } = fact.payload
    const words = seenWords(`${added}\n${command}`)
    return words === '' ? [] : [{ words, at: fact.occurredAt }]
  })
  return own.reverse()
}
