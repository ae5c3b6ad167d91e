import { canonicalJson } from '../../domain/canonical-json.ts'
import { digest } from '../../domain/digest.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { redact } from '../../engine/secrets/redact.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, type Draft, JOURNAL_STREAM } from '../journal/append-facts.ts'
import { factsIn } from '../journal/facts-about.ts'

type Refused = PayloadOf<'outcome-refused'>

const MOST_CHARACTERS = 16_000
const MOST_PROBLEMS = 100
const LONGEST_PROBLEM = 4_000

/** A record that was refused, with what is wrong with it. */
export interface RefusedOutcome extends Refused {
  readonly event: string
  readonly at: number
}

/** Keeps a refused record aside for whoever audits the log. The same record refused again for the same reasons is one. */
export async function keepRefused(
  context: LoopContext,
  refused: { readonly problems: readonly string[]; readonly record: unknown; readonly source?: string },
): Promise<void> {
  await appendFacts(context, [refusedDraft(refused)])
}

/** Redacted before it is cut: half a secret would no longer be known for one. */
export function refusedDraft({
  problems,
  record,
  source,
}: {
  readonly problems: readonly string[]
  readonly record: unknown
  readonly source?: string
}): Draft {
  const text = typeof record === 'string' ? record : JSON.stringify(record, null, 0)
  const payload: Refused = {
    problems: problems
      .slice(0, MOST_PROBLEMS)
      .map((problem) => redact(problem).text.slice(0, LONGEST_PROBLEM)),
    record: redact(text ?? '').text.slice(0, MOST_CHARACTERS),
    source,
  }
  const key = `outcome-refused/${digest(canonicalJson(payload)).slice(0, 32)}`
  return { type: 'outcome-refused', payload, stream: JOURNAL_STREAM, key }
}

/** The records that were refused, newest first. */
export async function refusedOutcomes(
  context: LoopContext,
  { limit = 50 }: { readonly limit?: number } = {},
): Promise<RefusedOutcome[]> {
  const facts = await factsIn(context, { types: ['outcome-refused'], limit })
  return facts.map(({ id, occurredAt, payload }) => ({ event: id, at: occurredAt, ...(payload as Refused) }))
}
