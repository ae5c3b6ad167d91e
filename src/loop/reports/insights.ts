import { readEvent } from '../../domain/events/lift-event.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { rolePairs } from '../../engine/laws/role-pairs.ts'
import { SKILL } from '../../projection/documents/governance-documents.ts'
import { type Insights, type InsightsRequest, insights as insightsOf, type SkillUse } from '../../report/insights.ts'
import { type Review, type Ruled, reviewOf, ruledOf } from '../../report/reviews.ts'
import type { LoopContext } from '../context.ts'
import { ALL } from '../facts/cached-lists.ts'
import { eachEvent, timesOf } from '../facts/facts-about.ts'

export type { InsightsRequest }

/** Insights, and how much of the journal they rest on. */
export interface InsightsReport extends Insights {
  readonly read: {
    readonly facts: number
    readonly most: number
    readonly capped: boolean
    /** How many there are in all. */
    readonly total: number
    /** Archived facts, which were not read. */
    readonly archived: number
  }
}

const TYPES = ['deliberation-recorded', 'verdict-recorded'] as const
const PAGE = 200
const MOST = 2_000

/** How the roles judge, over the newest 2,000 deliberations and verdicts. Deliberations may be large, so they are read page by page and only the results are kept. */
export async function insights(
  context: LoopContext,
  request: InsightsRequest = {},
  most = MOST,
): Promise<InsightsReport> {
  const reviews: Review[] = []
  const ruled: Ruled[] = []
  let facts = 0
  let archived = 0
  for await (const event of eachEvent(context.journal, { types: TYPES, newestFirst: true, limit: PAGE })) {
    if (facts >= most) break
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
  const total = await timesOf(context, ...TYPES)
  return { ...given, read: { facts, most, capped: facts >= most, total, archived } }
}

/** The skills in outcomes, from existing counts. */
async function skillsUsed({ journal }: LoopContext): Promise<SkillUse[]> {
  const documents = await journal.list(SKILL, { limit: ALL })
  return documents.map(({ body }) => {
    const { skill, sums, lastUsedAt } = body
    return { skill, ...sums, lastUsedAt }
  })
}
