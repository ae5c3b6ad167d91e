import type { LoopContext } from '../context.ts'
import { appendFacts, runStream } from '../journal/append-facts.ts'
import { checkPayload, checkPlace } from '../journal/check-payload.ts'

/** How a build or a test run ended. */
export interface BuildInput {
  readonly run: string
  readonly passed: boolean
  readonly command?: string
  readonly exitCode?: number
  readonly durationMs?: number
  /** Of the run, from 1; else the one that it is in. */
  readonly iteration?: number
  /** The same key is the same build, told twice. */
  readonly key?: string
  readonly occurredAt?: number
}

/** Records a build. The last one of an iteration speaks for the patterns that its builders were shown. */
export async function recordBuild(
  context: LoopContext,
  input: BuildInput,
): Promise<{ run: string; passed: boolean; duplicate: boolean }> {
  const { run, key, occurredAt, ...given } = input
  checkPlace({ run, occurredAt })
  const payload = await checkPayload('build-finished', given)
  const [appended] = await appendFacts(context, [
    {
      type: 'build-finished',
      payload,
      stream: runStream(run),
      run,
      key: key === undefined ? undefined : `build/${run}/${key}`,
      occurredAt,
    },
  ])
  return { run, passed: payload.passed, duplicate: appended?.duplicate ?? false }
}
