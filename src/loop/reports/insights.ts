import { readEvent } from '../../domain/events/lift-event.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { rolePairs } from '../../engine/laws/role-pairs.ts'
import { SKILL } from '../../projection/documents/governance-documents.ts'
import { type Insights, type InsightsRequest, insights as insightsOf, type SkillUse } from '../../report/insights.ts'
import { type Review, type Ruled, reviewOf, ruledOf } from '../../report/reviews.ts'
import type { LoopContext } from '../context.ts'

export type { InsightsRequest }

/** Insights, and how much of the journal they rest on. */
export interface InsightsReport extends Insights {
  readonly read: {
    readonly facts: number
    readonly most: number
    readonly capped: boolean
    /** Facts whose words are in an archive, and so were not read. */
    readonly archived: number
  }
}

const TYPES = ['deliberation-recorded', 'verdict-recorded']
const PAGE = 200
const MOST = 5_000

/** How the roles judge, over the newest 5,000 deliberations and verdicts. A deliberation may be large, so that they are read page by page and only what they came to is kept. */
export async function insights(
  context: LoopContext,
  request: InsightsRequest = {},
  most = MOST,
): Promise<InsightsReport> {
  const reviews: Review[] = []
  const ruled: Ruled[] = []
  let facts = 0
  let archived = 0
  for await (const event of newestFirst(context, most)) {
    facts += 1
    if (event.archived) archived += 1
    const known = readEvent(event) as KnownEvent | undefined
    const review = known === undefined ? undefined : reviewOf(known)
    const one = known === undefined ? undefined : ruledOf(known)
    if (review !== undefined) reviews.push(review)
    if (one !== undefined) ruled.push(one)
  }
  const pairs = rolePairs(context.policy.roles)
  const skills = request.skills === true ? { skills: await skillsUsed(context) } : {}
  const given = insightsOf({ reviews, ruled, pairs, ...skills }, request, context.now())
  return { ...given, read: { facts, most, capped: facts >= most, archived } }
}

/** The skills that outcomes name, as they are counted anyway. */
async function skillsUsed({ journal }: LoopContext): Promise<SkillUse[]> {
  const documents = await journal.list(SKILL, { limit: MOST })
  return documents.map(({ body }) => {
    const { skill, sums, lastUsedAt } = body
    return { skill, ...sums, lastUsedAt }
  })
}

async function* newestFirst({ journal }: LoopContext, most: number) {
  let upTo: number | undefined
  for (let left = most; left > 0; ) {
    const limit = Math.min(PAGE, left)
    const page = await journal.read({ types: TYPES, newestFirst: true, limit, upTo })
    yield* page
    if (page.length < limit) return
    left -= page.length
    upTo = page.at(-1)!.position - 1
  }
}
