import type { JournalEvent, StoredEvent } from '../../domain/event.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { typeOf } from '../../domain/events/stored-name.ts'
import { NO_HOLDOUT } from '../../engine/belief/holdout.ts'
import { patternValue } from '../../engine/belief/pattern-value.ts'
import { axesOf } from '../../engine/standing/axes.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import type { Journal } from '../../store/port.ts'
import type { LoopContext } from '../context.ts'
import { bodiesOf } from '../facts/cached-lists.ts'
import type { JournalServices, Settled } from '../journal/keepers.ts'
import { PatternCache } from '../views/pattern-cache.ts'
import { inject } from './inject.ts'
import { injectForAgent, injectForPrompt, injectForTool } from './inject-surfaces.ts'

export type Receipt = PayloadOf<'pattern-injected'>

/** What a policy would have done at a past request. */
export interface Rehearsed {
  /** Its choice, before random withholding. */
  readonly wanted: readonly string[]
  readonly tokens: number
  /** The policy's scores of the patterns actually shown, even those it would not show; 0 for one that is gone. */
  readonly scores: readonly number[]
}

/** Replays the past under one policy: takes in facts one by one, and can be asked in between what it would have shown. */
export class Rehearsal {
  readonly #context: LoopContext
  readonly #take: (facts: readonly StoredEvent[]) => Promise<void>
  #now = 0
  #receipt: Receipt | undefined

  static async of(context: LoopContext, settled: Settled, { beside }: Pick<JournalServices, 'beside'>) {
    const { journal, take } = await beside(context.journal.scope, [], settled.projector)
    return new Rehearsal({ ...context, ...settled, journal }, take)
  }

  private constructor({ spool: _, precomputed: __, metrics: ___, ...context }: LoopContext, take: Rehearsal['take']) {
    this.#take = take
    const settings = { ...context.settings, holdout: NO_HOLDOUT }
    const journal = recordingNothing(context.journal, (receipt) => {
      this.#receipt = receipt
    })
    this.#context = { ...context, settings, journal, cache: new PatternCache(), now: () => this.#now }
  }

  take(facts: readonly StoredEvent[]): Promise<void> {
    return this.#take(facts)
  }

  async at(event: JournalEvent<Receipt>): Promise<Rehearsed> {
    this.#now = event.occurredAt
    this.#receipt = undefined
    await asked(this.#context, event)
    const receipt = this.#receipt as Receipt | undefined
    const items = receipt?.items ?? []
    const shown = event.payload.items.map(({ pattern }) => pattern)
    const byId = await bodiesOf(this.#context.journal, PATTERN, shown)
    const known = new Map([...items, ...(receipt?.displaced ?? [])].map(({ pattern, score }) => [pattern, score]))
    const unasked = (record: PatternRecord | undefined) =>
      record === undefined ? 0 : unaskedScore(record, this.#context, this.#now)
    const scoreOf = (id: string) => known.get(id) ?? unasked(byId.get(id))
    return { wanted: items.map(({ pattern }) => pattern), tokens: receipt?.usedTokens ?? 0, scores: shown.map(scoreOf) }
  }
}

/** The score of a pattern that was not considered: its own under classic, or as off topic under bayes. */
export function unaskedScore(
  record: PatternRecord,
  { settings, policy }: Pick<LoopContext, 'settings' | 'policy'>,
  now: number,
): number {
  if (settings.profile === 'classic') return axesOf(record, now, policy).score
  return patternValue({ posterior: policy.bayes.prior, relevance: 0 }, policy.bayes).best
}

/** Repeats a past request, which its receipt contains. */
async function asked(context: LoopContext, { payload: receipt, run }: JournalEvent<Receipt>): Promise<void> {
  const { request, role = '', agent, tool, surface, budgetTokens } = receipt
  const { command, ...work } = request
  const room = { run, budgetTokens }
  const who = agent === undefined ? {} : { agent }
  if (surface === 'agent-start') await injectForAgent(context, { ...work, ...room, agent: agent ?? role })
  else if (surface === 'tool-call')
    await injectForTool(context, { ...room, ...who, tool: tool ?? '', command, file: work.files?.[0], task: work.task })
  else if (surface === 'prompt') await injectForPrompt(context, { ...room, ...who, task: work.task ?? '' })
  else await inject(context, { ...work, ...room, ...who, role })
}

/** A read-only journal; a receipt to be appended goes to the callback instead. */
function recordingNothing(journal: Journal, receive: (receipt: Receipt) => void): Journal {
  return new Proxy(journal, {
    get(target, name: keyof Journal) {
      if (name === 'append')
        return async (events: readonly { readonly type: string; readonly payload: string }[]) => {
          for (const { type, payload } of events)
            if (typeOf(type) === 'pattern-injected') receive(JSON.parse(payload) as Receipt)
          return []
        }
      const value = target[name]
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

export function receiptAt(fact: StoredEvent): JournalEvent<Receipt> | undefined {
  return typeOf(fact.type) === 'pattern-injected'
    ? (readEvent(fact) as JournalEvent<unknown> as JournalEvent<Receipt> | undefined)
    : undefined
}
