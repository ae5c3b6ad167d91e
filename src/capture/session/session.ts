import type { PayloadOf } from '../../domain/events/catalogue.ts'
import type { EventOf, KnownEvent } from '../../domain/read-event.ts'
import { withoutUndefined } from '../../domain/sets.ts'
import { LATE_END } from '../../domain/values/session.ts'
import { stripOwnBlocks } from '../../engine/text/own-blocks.ts'

/** A step that the agent took, or that was refused. */
export interface Tool extends Omit<PayloadOf<'tool-used'>, 'call'> {
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

export type Step = { is: 'prompt'; event: string; at: number; text: string } | Tool | Said

/** What happened in a session, in order of time, without anything that Mettle itself put there. */
export function stepsOf(facts: readonly KnownEvent[]): Step[] {
  const ordered = [...facts].sort((a, b) => a.occurredAt - b.occurredAt || a.position - b.position)
  const late = new Map(ordered.flatMap((fact) => (isLateEnd(fact) ? [[fact.payload.call, fact]] : [])))
  return ordered.flatMap((fact) => {
    if (fact.type !== 'tool-used') return stepOf(fact) ?? []
    const end = late.get(fact.payload.call)
    if (end === undefined) return stepOf(fact)!
    // Its position is from the hook's report, its result from the transcript.
    return end === fact ? [] : { ...stepOf(end)!, event: fact.id, at: fact.occurredAt }
  })
}

/** Whether a step was recorded a second time only because its end became known. */
export function isLateEnd(fact: KnownEvent): fact is EventOf<'tool-used'> {
  return fact.type === 'tool-used' && fact.key.endsWith(LATE_END)
}

function stepOf(fact: KnownEvent): Step | undefined {
  const place = { event: fact.id, at: fact.occurredAt }
  switch (fact.type) {
    case 'prompt-given':
      return { is: 'prompt', ...place, text: ownWords(fact.payload.text) }
    case 'tool-used': {
      const { call: _, output, ...used } = fact.payload
      return { is: 'tool', ...place, ...used, ...(output !== undefined && { output: ownWords(output) }) }
    }
    case 'turn-ended': {
      const { agent, said = '' } = fact.payload
      return { is: 'said', ...place, text: ownWords(said), ...withoutUndefined({ agent }) }
    }
    default:
      return undefined
  }
}

const ownWords = (text: string) => stripOwnBlocks(text).trim()
