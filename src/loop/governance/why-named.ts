import type { BasePolicy } from '../../domain/base-policy.ts'
import type { StoredEvent } from '../../domain/event.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { nearest, notFound, type UserError } from '../../domain/user-error.ts'
import { newAdapter } from '../../engine/governance/adapter-record.ts'
import { gateOf, ruleFor } from '../../engine/governance/gate.ts'
import { idOf } from '../../engine/governance/normalise-outcome.ts'
import { nameId } from '../../projection/documents/fold-documents.ts'
import { ADAPTER, documentId } from '../../projection/documents/governance-documents.ts'
import { CRITERION } from '../../projection/fold-scores.ts'
import { STRATEGY } from '../../projection/fold-strategies.ts'
import { inWords } from '../../report/tell-fact.ts'
import { whyStrategy as tellStrategy } from '../../report/why/what-would-change.ts'
import { whyAdapter as tellAdapter } from '../../report/why/why-adapter.ts'
import { momentsOf, whyCriterion as tellCriterion, type WhyHistory, type WhyNamed } from '../../report/why/why-named.ts'
import type { LoopContext } from '../context.ts'
import { known } from '../facts/facts-about.ts'
import { failuresOf, knownAdapter } from '../views/policy-view.ts'
import { listCriteria, listStrategies } from './criteria.ts'
import { strictestOf } from './gate.ts'

const TIMELINE = 50

export async function whyCriterion(context: LoopContext, name: string): Promise<WhyNamed> {
  const known = await listCriteria(context)
  const view = known.find(({ criterion }) => criterion === name)
  const names = known.map(({ criterion }) => criterion)
  if (view === undefined) throw unknown(CRITERION, name, names)
  return tellCriterion(view, await historyOf(context, CRITERION, name), context.policy)
}

/** Why a strategy is shown as working, as a warning, or not at all. */
export async function whyStrategy(context: LoopContext, name: string): Promise<WhyNamed> {
  const known = await listStrategies(context)
  const view = known.find(({ strategy }) => strategy.toLowerCase() === name.toLowerCase())
  const names = known.map(({ strategy }) => strategy)
  if (view === undefined) throw unknown(STRATEGY, name, names)
  return tellStrategy(view, await historyOf(context, STRATEGY, view.strategy), context.policy)
}

async function historyOf({ journal, policy }: LoopContext, kind: string, name: string): Promise<WhyHistory> {
  const stored = await journal.read({ subject: `${kind}/${nameId(name)}`, newestFirst: true, limit: TIMELINE })
  const events = stored.flatMap((event) => readEvent(event) ?? [])
  return { timeline: momentsOf(events, policy), archived: archivedIn(stored) }
}

function archivedIn(stored: readonly StoredEvent[]): number | undefined {
  return stored.filter(({ archived }) => archived).length || undefined
}

function unknown(kind: string, name: string, known: readonly string[]): UserError {
  const meant = nearest(name, known)
  const question = meant === undefined ? '' : ` Did you mean '${meant}'?`
  return notFound(`There is no ${kind} '${name}'.${question}`, `mettle ${kind} list`)
}

export async function whyAdapter(context: LoopContext, name: string): Promise<WhyNamed> {
  const base = await strictestPolicy(context, name)
  const isRuled = Object.keys(ruleFor(name, base)).length > 0
  const history = await adapterHistory(context, idOf(name))
  const record = await knownAdapter(context, name).catch((error) => {
    // The gate may judge steps of an adapter that no run has used: by the file, or by its safety rules.
    if (isRuled || history.timeline.length > 0) return newAdapter(idOf(name), context.policy)
    throw error
  })
  const failures = (await failuresOf(context, record.adapter)).filter(({ occurrences }) => occurrences > 0)
  const about = { record, base, failures, now: context.now() }
  return tellAdapter(about, history, context.policy)
}

/** The policy that the gate uses: the current file, or the accepted one if stricter. */
async function strictestPolicy(context: LoopContext, adapter: string): Promise<BasePolicy> {
  const policies = await (context.policies?.() ?? context.basePolicy().then((base) => [base]))
  const question = { adapters: [{ adapter }], risk: 'medium' } as const
  return strictestOf(policies.map((base) => ({ base, judged: gateOf(question, base) }))).base
}

async function adapterHistory({ journal }: LoopContext, adapter: string): Promise<WhyHistory> {
  const about = { subject: `${ADAPTER}/${documentId(adapter)}`, newestFirst: true, limit: TIMELINE }
  const stored = await journal.read(about)
  const timeline = known(stored).map((fact) => {
    const { id, position, at, run, words } = inWords(fact)
    return { at, event: id, position, what: words, run }
  })
  return { timeline, archived: archivedIn(stored) }
}
