import { reliabilityOfRecord } from '../../engine/governance/adapter-record.ts'
import { distinctIds } from '../../engine/governance/normalise-outcome.ts'
import { CYCLE } from '../../projection/documents/governance-documents.ts'
import type { Appended } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import { bodyOf } from '../facts/cached-lists.ts'
import { adapterRecords } from '../views/active-overlays.ts'
import type { Draft } from './append-facts.ts'
import type { Metrics } from './metrics.ts'

/** Reads the state before facts are appended; the returned function, called afterwards, reports the metrics. */
export async function measureFacts(
  context: LoopContext,
  metrics: Metrics,
  drafts: readonly Draft[],
): Promise<(appended: readonly Appended[]) => Promise<void>> {
  const adapters = distinctIds(
    drafts.flatMap(({ type, payload }) =>
      type === 'outcome-recorded' ? [...(payload.adapters ?? []), payload.failureAdapter ?? []].flat() : [],
    ),
  )
  const before = await scores(context, adapters)
  return async (appended) => {
    const news = drafts.filter((_, index) => appended[index]?.duplicate === false)
    for (const draft of news) count(metrics, draft)
    for (const draft of news)
      if (draft.type === 'outcome-recorded') await countCycle(context, metrics, draft.payload.run)
    for (const [adapter, score] of await scores(context, adapters))
      if (score !== before.get(adapter)) metrics.record('mettle.reliability', score, { adapter })
  }
}

async function scores(context: LoopContext, adapters: readonly string[]): Promise<Map<string, number>> {
  const records = await adapterRecords(context, adapters)
  return new Map(
    records.flatMap((record) => {
      const score = reliabilityOfRecord(record, context.policy)?.score
      return score === undefined ? [] : [[record.adapter, score] as const]
    }),
  )
}

function count(metrics: Metrics, { type, payload }: Draft): void {
  if (type === 'outcome-recorded') metrics.record('mettle.outcomes', 1, { result: payload.result })
  if (type === 'loop-failed') metrics.record('mettle.loop.failures', 1, { part: payload.part, code: payload.code })
  if (type !== 'pattern-injected') return
  const { surface, usedTokens } = payload
  metrics.record('mettle.injections', 1, { surface })
  metrics.record('mettle.injection.tokens', usedTokens, { surface })
}

/** Counts what a run's outcome led to: failures and changed overlays. */
async function countCycle(context: LoopContext, metrics: Metrics, run: string): Promise<void> {
  const found = await bodyOf(context.journal, CYCLE, run)
  if (found === undefined) return
  const { governed, policyDiff } = found
  const failure = governed.outcome?.failure
  if (failure !== undefined)
    metrics.record('mettle.failure_patterns', 1, { adapter: failure.adapterId, failure_type: failure.failureType })
  const moved = Object.keys(policyDiff).flatMap((key) =>
    key.includes(' ') ? [key.slice(0, key.lastIndexOf(' '))] : [],
  )
  for (const { adapter, overlay } of await adapterRecords(context, [...new Set(moved)]))
    metrics.record('mettle.overlays.applied', 1, { adapter, require_approval: overlay.requireApproval })
}
