import type { PayloadOf } from '../domain/events/catalogue.ts'
import { type StoredName, storedName } from '../domain/events/stored-name.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { counted } from './counted.ts'
import { describeEvent } from './describe-event.ts'

/** A fact of the journal in plain words. */
export interface Told {
  readonly id: string
  readonly position: number
  readonly type: StoredName
  readonly at: number
  readonly run?: string
  readonly words: string
}

const MOST = 160

export function tell(event: KnownEvent): Told {
  const { id, position, type, occurredAt: at, run } = event
  const words = oneLine(wordsFor(event))
  return { id, position, type: storedName(type), at, run, words }
}

/** Facts that are about a pattern have their words already; these are about runs, adapters and the loop. */
function wordsFor(event: KnownEvent): string {
  switch (event.type) {
    case 'session-started':
      return `a session of ${event.payload.client} began`
    case 'session-ended':
      return 'the session ended'
    case 'prompt-given':
      return `asked: ${event.payload.text}`
    case 'tool-used':
      return step(event.payload)
    case 'turn-ended':
      return event.payload.said === undefined ? 'the agent stopped' : `the agent said: ${event.payload.said}`
    case 'learning-captured':
      return `learned: ${event.payload.lesson}`
    case 'deliberation-recorded':
      return `${event.payload.role} left a deliberation`
    case 'pattern-injected':
      return shown(event.payload)
    case 'pattern-pushed':
      return `${describeEvent(event, '')}: ${event.payload.text}`
    case 'build-finished':
      return `${event.payload.command ?? 'the build'} ${event.payload.passed ? 'passed' : 'failed'}`
    case 'error-recorded':
      return `${event.payload.type} error: ${event.payload.message}`
    case 'strike-added':
      return `strike for ${event.payload.task}: ${event.payload.reason}`
    case 'overlay-set':
    case 'overlay-loosened': {
      const { adapter, by, reason } = event.payload
      return `${adapter} ${event.type === 'overlay-set' ? 'tightened' : 'loosened'} by ${by}: ${reason}`
    }
    case 'failure-acknowledged':
      return `${event.payload.failureType} of ${event.payload.adapter} acknowledged by ${event.payload.by}: ${event.payload.reason}`
    case 'approval-asked':
      return `the gate stopped ${event.payload.action}`
    case 'plan-recorded':
      return `planned: ${event.payload.text}`
    case 'goal-chosen':
      return `${event.payload.by} chose the goal ${event.payload.goal}`
    case 'goal-evaluated':
      return `${event.payload.goal} ${event.payload.success ? 'reached' : 'missed'} in iteration ${event.payload.iteration}`
    case 'error-resolved':
      return `error settled: ${event.payload.how ?? event.payload.error}`
    case 'adapter-annotated':
      return `${event.payload.by} noted on ${event.payload.adapter}: ${event.payload.text}`
    case 'approval-answered':
      return `${event.payload.by} answered: ${event.payload.answer}`
    case 'event-undone':
      return `${event.payload.event} was taken back by ${event.payload.by}: ${event.payload.reason}`
    case 'loop-failed':
      return `${event.payload.part} failed: ${event.payload.message}`
    default:
      return describeEvent(event, '')
  }
}

function step({ tool, command, files = [], ended, exitCode }: PayloadOf<'tool-used'>): string {
  const what = command ?? files.join(', ')
  const code = exitCode === undefined || exitCode === 0 ? '' : ` with ${exitCode}`
  return `${tool}${what === '' ? '' : ` ${what}`}: ${ended}${code}`
}

function shown({ items, withheld, role, agent, tool }: PayloadOf<'pattern-injected'>): string {
  const who = agent ?? role
  const where = tool === undefined ? '' : ` before ${tool}`
  const held = withheld.length === 0 ? '' : `, ${withheld.length} withheld`
  return `${counted(items.length, 'pattern')} shown${who === undefined ? '' : ` to ${who}`}${where}${held}`
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= MOST ? line : `${line.slice(0, MOST - 1)}…`
}
