import { digest } from '../../domain/digest.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { hasTrait, type TypeThat } from '../../domain/events/traits.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { isLateEnd } from './session.ts'

/** The facts that both hooks and transcripts report. */
export type SharedFact = {
  [T in TypeThat<'in-transcripts'>]: { readonly type: T; readonly payload: PayloadOf<T> }
}[TypeThat<'in-transcripts'>]

const LENGTH = 16

/** A fingerprint that is equal for two reports of the same prompt, step or message: the text without spacing, the last line of a message, or the action of a step. The tool name counts only if nothing else is recorded, because one client calls the same tool `bash` in one place and `Bash` in another. */
export function printOf({ type, payload }: SharedFact): string {
  switch (type) {
    case 'prompt-given':
      return hashed('p', letters(payload.text))
    case 'turn-ended':
      return hashed('t', payload.agent ?? '', lastLine(payload.said ?? ''))
    case 'tool-used': {
      const { kind, tool, command = '', files = [], removed = '', added = '' } = payload
      const isNamed = kind === 'mcp' || kind === 'other'
      return hashed('s', kind, isNamed ? tool.toLowerCase() : '', command, ...files, removed, added)
    }
  }
}

/** Some clients give their hooks all that was said in a turn, others only the last message. */
const lastLine = (text: string) => letters(text.trimEnd().split('\n').at(-1)!)

const letters = (text: string) => text.replace(/\s+/g, '')

function hashed(kind: string, ...parts: readonly string[]): string {
  return `${kind}${digest(JSON.stringify(parts)).slice(0, LENGTH)}`
}

/** Whether a print is that of the end of a turn. */
export function isTurn(print: string): boolean {
  return print.startsWith('t')
}

/** Something that a transcript holds. */
export type TranscriptFact = SharedFact & {
  /** Stable across readings. */
  readonly id: string
  readonly at: number
}

/** The key under which a fact of a transcript is recorded. */
export function transcriptKey(run: string, id: string): string {
  return `transcript/${run}/${id}`
}

/** Whether a fact was read from a transcript, not reported by a hook. */
export function isFromTranscript({ key }: Pick<KnownEvent, 'key'>): boolean {
  return key.startsWith('transcript/')
}

/** A fact on record that both hooks and transcripts report. */
export type KnownShared = KnownEvent & SharedFact

export function isShared(fact: KnownEvent): fact is KnownShared {
  return hasTrait(fact.type, 'in-transcripts') && !isLateEnd(fact)
}
