import * as z from 'zod'
import { category, count, line, name, names, polarity, safeId, share, strength } from './fields.ts'

const LAST_INSTANT = 253_402_300_799_999
const instant = z.int().min(0).max(LAST_INSTANT)
const mass = z.number().min(0).max(1_000_000_000)

/** What speaks for and against a pattern in the journal that shares it, as counts: a rate alone could be neither checked nor added up. Feedback fades, so its masses come with their times. */
export const sharedEvidence = z.strictObject({
  sightings: count,
  /** Distinct runs and days; only the first few are kept. */
  runs: count,
  days: count,
  successes: count,
  reinforcements: count,
  ignores: count,
  ignoreWeight: mass,
  helpful: count,
  helpfulMass: mass,
  helpfulAt: instant,
  harmful: count,
  harmfulMass: mass,
  harmfulAt: instant,
  /** Iterations that saw it, and what they earned in sum: 1 where it was applied and held. */
  applications: count,
  earned: mass,
  /** What a file of another system says without saying how it was counted. */
  claimedRate: share.optional(),
})

/** What a pattern says and for whom; nothing that holds in one repository alone, such as its files. */
export const sharedContent = {
  text: line,
  role: name,
  category,
  strength,
  polarity,
  appliesTo: names,
  trigger: z.string().max(200).optional(),
  tags: names.optional(),
  labels: names.optional(),
}

/** One pattern as the organisation holds it: whose it is, what it says, and what speaks for it there. */
export const sharedPattern = z.strictObject({
  project: name,
  /** A copy of the project's journal, and in it the event and the pattern: what was counted once is known by them. */
  journal: safeId,
  event: safeId,
  pattern: safeId,
  pushedAt: instant,
  by: name.optional(),
  ...sharedContent,
  evidence: sharedEvidence,
})

export { instant }
export type SharedEvidence = z.output<typeof sharedEvidence>
export type SharedPattern = z.output<typeof sharedPattern>
