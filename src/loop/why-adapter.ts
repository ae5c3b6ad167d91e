import { type KnownEvent, readEvent } from '../domain/read-event.ts'
import { ADAPTER, documentId } from '../projection/governance-documents.ts'
import { tell } from '../report/tell-fact.ts'
import { whyAdapter as tellAdapter } from '../report/why-adapter.ts'
import type { Told, WhyNamed } from '../report/why-named.ts'
import type { LoopContext } from './context.ts'
import { failuresOf, knownAdapter } from './policy-view.ts'

const TIMELINE = 50

/** Why the gate stands as it does for an adapter. */
export async function whyAdapter(context: LoopContext, name: string): Promise<WhyNamed> {
  const record = await knownAdapter(context, name)
  const failures = (await failuresOf(context, record.adapter)).filter(({ occurrences }) => occurrences > 0)
  const about = { record, base: await context.basePolicy(), failures, now: context.now() }
  return tellAdapter(about, await toldOf(context, record.adapter), context.policy)
}

async function toldOf({ journal }: LoopContext, adapter: string): Promise<Told> {
  const about = { subject: `${ADAPTER}/${documentId(adapter)}`, newestFirst: true, limit: TIMELINE }
  const stored = await journal.read(about)
  const archived = stored.filter((event) => event.archived).length
  const events = stored.flatMap((event) => (readEvent(event) as KnownEvent | undefined) ?? [])
  return {
    timeline: events.map((event) => {
      const { id, position, at, run, words } = tell(event)
      return { at, event: id, position, what: words, ...(run === undefined ? {} : { run }) }
    }),
    ...(archived === 0 ? {} : { archived }),
  }
}
