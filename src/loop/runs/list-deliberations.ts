import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { sameRole } from '../../engine/laws/role-pairs.ts'
import type { LoopContext } from '../context.ts'
import { runStream } from '../journal/append-facts.ts'
import { factsIn } from '../journal/facts-about.ts'

export interface DeliberationFilter {
  readonly run?: string
  readonly role?: string
  readonly issue?: string
  readonly limit?: number
}

/** A deliberation as it is in the journal. */
export interface DeliberationView extends PayloadOf<'deliberation-recorded'> {
  readonly run?: string
  readonly at: number
}

const MOST_READ = 2_000

/** What roles left behind, newest first. */
export async function listDeliberations(
  context: LoopContext,
  { run, role, issue, limit = MOST_READ }: DeliberationFilter = {},
): Promise<DeliberationView[]> {
  const where = run === undefined ? {} : { stream: runStream(run) }
  const facts = await factsIn(context, { ...where, types: ['deliberation-recorded'], limit: MOST_READ })
  return facts
    .flatMap((fact) =>
      fact.type === 'deliberation-recorded' ? [{ ...fact.payload, at: fact.occurredAt, run: fact.run }] : [],
    )
    .filter((view) => role === undefined || sameRole(view.role, role))
    .filter((view) => issue === undefined || view.issue === issue)
    .slice(0, limit)
}
