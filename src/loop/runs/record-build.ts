import { type ByType, byType, typesIn } from '../../domain/read-event.ts'
import type { ToolRecord } from '../../engine/trust/confirm-output.ts'
import type { LoopContext } from '../context.ts'
import { checkedDraft, checkPlace } from '../facts/append-keys.ts'
import { factsIn } from '../facts/facts-about.ts'
import { appendFact, placeOf, runStream } from '../journal/append-facts.ts'
import type { Fields } from '../verbs/define-verb.ts'
import type { recordBuildInput } from '../verbs/learning.ts'

export type BuildInput = Fields<typeof recordBuildInput>

/** Records a build. An iteration's last build is evidence on the patterns that its builders were shown. */
export async function recordBuild(context: LoopContext, input: BuildInput) {
  const { run, key, occurredAt, ...given } = input
  checkPlace({ run, occurredAt })
  const place = { ...placeOf(run, occurredAt), key: key === undefined ? undefined : `build/${run}/${key}` }
  const draft = await checkedDraft('build-finished', given, place)
  const { duplicate } = await appendFact(context, draft)
  return { run, passed: draft.payload.passed, duplicate }
}

const NEWEST = 500

/** A run's recorded tool results, builds and errors, newest first. Without a run, there is nothing to check claims against. */
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
