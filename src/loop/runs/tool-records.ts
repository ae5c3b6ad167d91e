import type { KnownEvent } from '../../domain/read-event.ts'
import type { ToolRecord } from '../../engine/trust/confirmed-output.ts'
import type { LoopContext } from '../context.ts'
import { runStream } from '../journal/append-facts.ts'
import { factsIn } from '../journal/facts-about.ts'

const NEWEST = 500

/** What the tools of a run left on record: builds and errors, newest first. Without a run there is nothing to hold against. */
export async function toolRecords(context: LoopContext, run: string | undefined): Promise<ToolRecord[]> {
  if (run === undefined) return []
  const types = ['build-finished', 'error-recorded'] as const
  const facts = await factsIn(context, { stream: runStream(run), types, limit: NEWEST })
  return facts.flatMap((fact) => recordOf(fact) ?? [])
}

function recordOf(fact: KnownEvent): ToolRecord | undefined {
  if (fact.type === 'build-finished') {
    const { command, output: printed, passed, exitCode } = fact.payload
    return { command, printed, passed, exitCode }
  }
  if (fact.type !== 'error-recorded') return undefined
  const { message, context = '', stack = '', exitCode } = fact.payload
  return { printed: [message, context, stack].join('\n'), passed: false, exitCode }
}
