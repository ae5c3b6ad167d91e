import type { PayloadOf } from '../../src/domain/events/catalogue.ts'
import type { KnownEvent } from '../../src/domain/read-event.ts'
import type { LoopContext } from '../../src/loop/context.ts'
import { appendFacts, type Draft, runStream } from '../../src/loop/journal/append-facts.ts'
import { DAY_ZERO } from './any-event.ts'
import { fact } from './facts.ts'

type Used = PayloadOf<'tool-used'>

/** A step as a person would write it down: a prompt, a tool, or the agent's last words. */
export type LivedStep =
  | { readonly prompt: string }
  | { readonly said: string; readonly agent?: string }
  | Omit<Used, 'call'>

export const STEP_MS = 1_000

export const prompt = (text: string): LivedStep => ({ prompt: text })
export const said = (text: string, agent?: string): LivedStep =>
  agent === undefined ? { said: text } : { said: text, agent }
export const ran = (command: string, ended: Used['ended'] = 'passed', output?: string): LivedStep => ({
  tool: 'Bash',
  kind: 'shell',
  command,
  ended,
  ...(ended === 'failed' ? { exitCode: 1 } : {}),
  ...(output === undefined ? {} : { output }),
})
export const edited = (file: string, more: Partial<Used> = {}): LivedStep => ({
  tool: 'Edit',
  kind: 'edit',
  files: [file],
  ended: 'passed',
  ...more,
})

/** The facts of a session, a second apart. */
export function sessionFacts(steps: readonly LivedStep[], place: { run?: string; at?: number } = {}): KnownEvent[] {
  const { run = 'r1', at = DAY_ZERO } = place
  return steps.map((step, index) => {
    const [type, payload] = factOf(step, `call-${index + 1}`)
    const event = fact(type, payload as never, { run, at: at + index * STEP_MS })
    return { ...event, id: `${run}-${index + 1}`, position: index + 1 } as KnownEvent
  })
}

/** Puts a session on record, as its client would have told it; `from` steps are there already. */
export async function lived(
  context: LoopContext,
  run: string,
  steps: readonly LivedStep[],
  { from = 0, at = context.now() }: { from?: number; at?: number } = {},
): Promise<void> {
  const place = { stream: runStream(run), run }
  const started = { client: 'claude-code' } as const
  const drafts: Draft[] = from > 0 ? [] : [{ type: 'session-started', payload: started, occurredAt: at, ...place }]
  let iteration = steps.slice(0, from).filter((step) => 'prompt' in step).length
  for (const [index, step] of steps.entries()) {
    if (index < from) continue
    const [type, payload] = factOf(step, `call-${index + 1}`)
    const when = { occurredAt: at + (index + 1) * STEP_MS, ...place }
    drafts.push({ type, payload, ...when, key: `hook/${run}/${index}` } as Draft)
    if ('prompt' in step) {
      iteration += 1
      drafts.push({ type: 'iteration-started', payload: { iteration }, ...when })
    }
  }
  await appendFacts(context, drafts)
}

function factOf(step: LivedStep, call: string) {
  if ('prompt' in step) return ['prompt-given', { text: step.prompt }] as const
  if ('said' in step) return ['turn-ended', step] as const
  return ['tool-used', { call, ...step }] as const
}
