import type { PayloadOf } from '../domain/events/catalogue.ts'
import { type OutcomeFeedback, outcomeFeedback } from '../engine/outcome-feedback.ts'
import { appendFacts, type Draft, runStream } from './append-facts.ts'
import { checkPayload } from './check-payload.ts'
import type { LoopContext } from './context.ts'

type Outcome = PayloadOf<'outcome-recorded.v1'>

/** A pattern that the run says it used, and where the change shows it. */
export interface AppliedPattern {
  readonly pattern: string
  readonly file?: string
  readonly line?: number
}

export interface OutcomeInput extends Omit<Outcome, 'observedBy'> {
  readonly observedBy?: Outcome['observedBy']
  readonly applied?: readonly AppliedPattern[]
  readonly merged?: boolean
  readonly reverted?: boolean
  readonly agent?: string
  readonly occurredAt?: number
}

export interface OutcomeRecorded {
  readonly run: string
  readonly duplicate: boolean
  /** Undefined: nobody observed it, so it credits nothing. */
  readonly feedback?: OutcomeFeedback
  readonly applied: readonly {
    readonly pattern: string
    readonly verified: boolean
    readonly reason: string
  }[]
}

/**
 * Records how a run ended, which injected patterns it used, and whether its work was merged or taken back. One transaction;
 * the same outcome twice is one, another one for the same run and task is a conflict that shows both.
 */
export async function recordOutcome(context: LoopContext, input: OutcomeInput): Promise<OutcomeRecorded> {
  const { applied = [], merged = false, reverted = false, agent, occurredAt, ...given } = input
  const payload = await checkPayload('outcome-recorded.v1', {
    ...given,
    observedBy: given.observedBy ?? 'record',
  })
  const common = {
    stream: runStream(payload.run),
    run: payload.run,
    ...(occurredAt === undefined ? {} : { occurredAt }),
  }
  const uses = applied.map((use) => ({ ...use, ...checkCitation(use, payload.files ?? []) }))
  const drafts: Draft[] = [
    ...(
      await Promise.all(
        uses.flatMap((use) =>
          acknowledgement(use, payload.run, agent).map(
            async (draft) => ({ ...draft, payload: await checkPayload(draft.type, draft.payload) }) as Draft,
          ),
        ),
      )
    ).map((draft) => ({ ...draft, ...common })),
    { type: 'outcome-recorded.v1', payload, key: outcomeKey(payload), ...common },
    ...(merged
      ? [
          {
            type: 'run-merged.v1' as const,
            payload: { run: payload.run },
            key: `merged/${payload.run}`,
            ...common,
          },
        ]
      : []),
    ...(reverted
      ? [
          {
            type: 'run-reverted.v1' as const,
            payload: { run: payload.run },
            key: `reverted/${payload.run}`,
            ...common,
          },
        ]
      : []),
  ]
  const appended = await appendFacts(context, drafts)
  const feedback = outcomeFeedback(payload, context.policy.implicitFeedback)
  return {
    run: payload.run,
    duplicate: appended.every((item) => item.duplicate),
    ...(feedback === undefined ? {} : { feedback }),
    applied: uses.map(({ pattern, verified, reason }) => ({ pattern, verified, reason })),
  }
}

/** A run has one outcome as a whole, and one for each attempt at each of its tasks. */
function outcomeKey({ run, task, attempt = 1 }: Outcome): string {
  return task === undefined ? `outcome/${run}` : `outcome/${run}/${task}/${attempt}`
}

function acknowledgement(
  use: AppliedPattern & { verified: boolean; reason: string },
  run: string,
  agent: string | undefined,
) {
  const { pattern, file, line, verified, reason } = use
  const citation = file === undefined ? undefined : { file, ...(line === undefined ? {} : { line }) }
  const acknowledged = {
    type: 'pattern-acknowledged.v1' as const,
    payload: {
      pattern,
      citations: citation === undefined ? [] : [citation],
      ...(agent === undefined ? {} : { agent }),
    },
    key: `acknowledged/${run}/${pattern}`,
  }
  if (citation === undefined) return [acknowledged]
  const key = `citation/${run}/${pattern}/${file}:${line ?? ''}`
  return [
    acknowledged,
    { type: 'citation-verified.v1' as const, payload: { pattern, citation, verified, reason }, key },
  ]
}

/** A citation holds when the file is among those that the run changed. */
function checkCitation(
  { file }: AppliedPattern,
  changed: readonly string[],
): { verified: boolean; reason: string } {
  if (file === undefined) return { verified: false, reason: 'no place in the change was named' }
  if (changed.length === 0) return { verified: false, reason: 'the run did not say which files it changed' }
  const verified = changed.includes(file)
  return {
    verified,
    reason: verified ? `${file} is among the changed files` : `${file} is not among the changed files`,
  }
}
