import type { PayloadOf } from '../domain/events/catalogue.ts'
import { type StoredName, storedName } from '../domain/events/stored-name.ts'
import { type ByType, byType, type KnownEvent } from '../domain/read-event.ts'
import { oneLine } from '../engine/text/visible-text.ts'
import { describeEvent } from './describe-event.ts'
import { counted } from './standing-words.ts'

/** A fact of the journal in plain words. */
export interface DescribedEvent {
  readonly id: string
  readonly position: number
  readonly type: StoredName
  readonly at: number
  readonly run?: string
  readonly words: string
}

const MOST = 160

export function inWords(event: KnownEvent): DescribedEvent {
  const { id, position, type, occurredAt: at, run } = event
  const line = oneLine(byType(WORDS, event) ?? describeEvent(event, ''))
  const words = line.length <= MOST ? line : `${line.slice(0, MOST - 1)}…`
  return { id, position, type: storedName(type), at, run, words }
}

/** Texts for facts on runs, adapters and the loop; those on patterns are elsewhere. */
const WORDS: ByType<string> = {
  'session-started': ({ payload }) => `a session of ${payload.client} began`,
  'session-ended': () => 'the session ended',
  'prompt-given': ({ payload }) => `prompt: ${payload.text}`,
  'lesson-asked': () => 'Mettle asked the agent for a lesson',
  'tool-used': ({ payload }) => step(payload),
  'turn-ended': ({ payload: { said } }) => (said === undefined ? 'the agent stopped' : `the agent said: ${said}`),
  'learning-captured': ({ payload }) => `learned: ${payload.lesson}`,
  'deliberation-recorded': ({ payload }) => `${payload.role} recorded its reasoning`,
  'pattern-injected': ({ payload }) => shown(payload),
  'pattern-pushed': (event) => `${describeEvent(event, '')}: ${event.payload.text}`,
  'build-finished': ({ payload: { command = 'the build', passed } }) => `${command} ${passed ? 'passed' : 'failed'}`,
  'error-recorded': ({ payload: { type, message } }) => `${type === 'unknown' ? '' : `${type} `}error: ${message}`,
  'strike-added': ({ payload: { task, reason } }) => `failed attempt at ${task}: ${reason}`,
  'overlay-set': ({ payload: { adapter, by, reason } }) => `${adapter} tightened by ${by}: ${reason}`,
  'overlay-loosened': ({ payload: { adapter, by, reason } }) => `${adapter} loosened by ${by}: ${reason}`,
  'adapter-observed': ({ payload }) => used(payload),
  'failure-acknowledged': ({ payload: { failureType, adapter, by, reason } }) =>
    `${failureType} of ${adapter} acknowledged by ${by}: ${reason}`,
  'approval-asked': ({ payload }) => `the gate asked for approval of ${payload.action}: ${payload.reasons.join('; ')}`,
  'plan-recorded': ({ payload }) => `planned: ${payload.text}`,
  'goal-chosen': ({ payload: { by, goal } }) => `${by} chose the goal ${goal}`,
  'goal-evaluated': ({ payload: { goal, success, iteration } }) =>
    `${goal} ${success ? 'reached' : 'missed'} in iteration ${iteration}`,
  'error-resolved': ({ payload: { how, error } }) => `error resolved: ${how ?? error}`,
  'adapter-annotated': ({ payload: { by, adapter, text } }) => `${by} noted on ${adapter}: ${text}`,
  'approval-answered': ({ payload: { by, answer } }) => `${by} answered: ${answer}`,
  'event-undone': ({ payload: { event, by, reason } }) => `${event} was undone by ${by}: ${reason}`,
  'loop-failed': ({ payload: { part, message } }) => `${part} failed: ${message}`,
}

function step({ tool, command, files = [], ended, exitCode }: PayloadOf<'tool-used'>): string {
  const what = command ?? files.join(', ')
  const code = exitCode === undefined || exitCode === 0 ? '' : ` with ${exitCode}`
  return `${tool}${what === '' ? '' : ` ${what}`}: ${ended}${code}`
}

/** `gh pr create failed: auth (HTTP 401), 2 retries; not counted: gh pr checks, …` */
function used({ adapter, calls, failed, retries, failures }: PayloadOf<'adapter-observed'>): string {
  const said = (counts: boolean) => [
    ...new Map(failures.filter((one) => one.counts === counts).map((one) => [one.command + one.type, one])).values(),
  ]
  const bad = said(true).map(({ command, type, because }) => `${command} failed, ${type}: ${because}`)
  const others = said(false).map(({ command, because }) => `${command} failed, which does not count: ${because}`)
  const held = `${adapter}: ${calls === 0 ? 'no command to judge it by' : `${calls - failed} of ${counted(calls, 'command')} worked`}`
  const again = retries === 0 ? [] : [retries === 1 ? '1 retry' : `${retries} retries`]
  return [held, ...bad, ...again, ...others].join('; ')
}

function shown({ items, withheld, role, agent, tool }: PayloadOf<'pattern-injected'>): string {
  const who = agent ?? role
  const where = tool === undefined ? '' : ` before ${tool}`
  const held = withheld.length === 0 ? '' : `, ${withheld.length} withheld`
  return `${counted(items.length, 'pattern')} shown${who === undefined ? '' : ` to ${who}`}${where}${held}`
}
