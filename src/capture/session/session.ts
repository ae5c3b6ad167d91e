import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { stripOwnBlocks } from '../../engine/text/own-blocks.ts'

type Used = PayloadOf<'tool-used'>

/** What a person typed. */
export interface Prompt {
  readonly is: 'prompt'
  readonly event: string
  readonly at: number
  readonly text: string
}

/** A step that the agent took, or was not let take. */
export interface Tool extends Omit<Used, 'call'> {
  readonly is: 'tool'
  readonly event: string
  readonly at: number
}

/** The agent's last words of a turn. */
export interface Said {
  readonly is: 'said'
  readonly event: string
  readonly at: number
  readonly text: string
  readonly agent?: string | undefined
}

export type Step = Prompt | Tool | Said

/** What happened in a session, in order of time, without anything that Mettle itself put there. */
export function stepsOf(facts: readonly KnownEvent[]): Step[] {
  const ordered = [...facts].sort((a, b) => a.occurredAt - b.occurredAt || a.position - b.position)
  return ordered.flatMap((fact) => stepOf(fact) ?? [])
}

function stepOf(fact: KnownEvent): Step | undefined {
  const place = { event: fact.id, at: fact.occurredAt }
  switch (fact.type) {
    case 'prompt-given':
      return { is: 'prompt', ...place, text: ownWords(fact.payload.text) }
    case 'tool-used': {
      const { call: _, output, ...used } = fact.payload
      return { is: 'tool', ...place, ...used, ...(output === undefined ? {} : { output: ownWords(output) }) }
    }
    case 'turn-ended': {
      const { agent, said = '' } = fact.payload
      return { is: 'said', ...place, text: ownWords(said), ...(agent === undefined ? {} : { agent }) }
    }
    default:
      return undefined
  }
}

function ownWords(text: string): string {
  return stripOwnBlocks(text).trim()
}
