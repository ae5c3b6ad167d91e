import * as z from 'zod'
import { category, count, line, name, names, polarity, safeId, share, strength } from './fields.ts'

const LAST_INSTANT = 253_402_300_799_999
const instant = z.int().min(0).max(LAST_INSTANT)
const mass = z.number().min(0).max(1_000_000_000)

/** The evidence for and against a pattern in the journal that shares it, as counts: a rate alone could be neither checked nor added up. Feedback fades, so its masses come with their times. */
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
  /** Iterations that were shown it, and the sum of their credit: 1 if it was applied and held. */
  applications: count,
  earned: mass,
  /** The rate in a file of another system, which does not say how it was counted. */
  claimedRate: share.optional(),
})

/** The words of a pattern and whom they are for, without anything that holds in one repository alone, such as files. */
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

/** One pattern as the organisation stores it: its origin, its content, and the evidence for it there. */
export const sharedPattern = z.strictObject({
  project: name,
  /** The copy of the project's journal, and the event and the pattern in it; by these, nothing is counted twice. */
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
