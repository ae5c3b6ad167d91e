import { type ByType, byType, typesIn } from '../../domain/read-event.ts'
import type { ToolRecord } from '../../engine/trust/confirmed-output.ts'
import type { LoopContext } from '../context.ts'
import { runStream } from '../journal/append-facts.ts'
import { factsIn } from '../journal/facts-about.ts'

const NEWEST = 500

/** What the tools of a run left on record: builds and errors, newest first. Without a run there is nothing to hold against. */
export async function toolRecords(context: LoopContext, run: string | undefined): Promise<ToolRecord[]> {
  if (run === undefined) return []
  const types = typesIn(RECORD_OF)
  const facts = await factsIn(context, { stream: runStream(run), types, limit: NEWEST })
  return facts.flatMap((fact) => byType(RECORD_OF, fact) ?? [])
}

const RECORD_OF: ByType<ToolRecord> = {
  'build-finished': ({ payload: { command, output: printed, passed, exitCode } }) => ({
    command,
    printed,
    passed,
    exitCode,
  }),
  'error-recorded': ({ payload: { message, context = '', stack = '', exitCode } }) => ({
    printed: [message, context, stack].join('\n'),
    passed: false,
    exitCode,
  }),
}
