import type { BasePolicy } from '../../domain/base-policy.ts'
import { type KnownEvent, readEvent } from '../../domain/read-event.ts'
import { newAdapter } from '../../engine/governance/adapter-record.ts'
import { gateOf, ruleFor } from '../../engine/governance/gate.ts'
import { idOf } from '../../engine/governance/run-outcome.ts'
import { ADAPTER, documentId } from '../../projection/documents/governance-documents.ts'
import { inWords } from '../../report/tell-fact.ts'
import { whyAdapter as tellAdapter } from '../../report/why/why-adapter.ts'
import type { WhyHistory, WhyNamed } from '../../report/why/why-named.ts'
import type { LoopContext } from '../context.ts'
import { strictestOf } from './gate.ts'
import { failuresOf, knownAdapter } from './policy-view.ts'

const TIMELINE = 50

/** Why the gate stands as it does for an adapter. */
export async function whyAdapter(context: LoopContext, name: string): Promise<WhyNamed> {
  const base = await strictestPolicy(context, name)
  const isRuled = Object.keys(ruleFor(name, base)).length > 0
  const record = await knownAdapter(context, name).catch((error) => {
    // The file may have a rule for an adapter that no run has used.
    if (isRuled) return newAdapter(idOf(name), context.policy)
    throw error
  })
  const failures = (await failuresOf(context, record.adapter)).filter(({ occurrences }) => occurrences > 0)
  const about = { record, base, failures, now: context.now() }
  return tellAdapter(about, await toldOf(context, record.adapter), context.policy)
}

/** The one by which the gate answers: the file as it stands, or what was accepted where that is stricter. */
async function strictestPolicy(context: LoopContext, adapter: string): Promise<BasePolicy> {
  const policies = await (context.policies?.() ?? context.basePolicy().then((base) => [base]))
  const question = { adapters: [{ adapter }], risk: 'medium' } as const
  return strictestOf(policies.map((base) => ({ base, judged: gateOf(question, base) }))).base
}

async function toldOf({ journal }: LoopContext, adapter: string): Promise<WhyHistory> {
  const about = { subject: `${ADAPTER}/${documentId(adapter)}`, newestFirst: true, limit: TIMELINE }
  const stored = await journal.read(about)
  const archived = stored.filter((event) => event.archived).length
  const events = stored.flatMap((event) => (readEvent(event) as KnownEvent | undefined) ?? [])
  return {
    timeline: events.map((event) => {
      const { id, position, at, run, words } = inWords(event)
      return { at, event: id, position, what: words, run }
    }),
    archived: archived === 0 ? undefined : archived,
  }
}
