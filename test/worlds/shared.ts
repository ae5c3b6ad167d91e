import type { SharedEvidence, SharedPattern } from '../../src/domain/shared-pattern.ts'
import { DAY_ZERO } from './any-event.ts'

export const COUNTS: SharedEvidence = {
  sightings: 3,
  runs: 2,
  days: 2,
  successes: 1,
  reinforcements: 0,
  ignores: 0,
  ignoreWeight: 0,
  helpful: 0,
  helpfulMass: 0,
  helpfulAt: 0,
  harmful: 0,
  harmfulMass: 0,
  harmfulAt: 0,
  applications: 0,
  earned: 0,
}

/** A pattern of the project web, as the organisation would hold it, but for what the test says otherwise. */
export function sharedBy(more: Partial<SharedPattern> = {}): SharedPattern {
  return {
    project: 'web',
    journal: 'journal-of-web',
    event: 'push-1',
    pattern: 'p-1',
    pushedAt: DAY_ZERO,
    by: 'a person',
    text: 'Always close the database handle before the temp folder is removed',
    role: 'builder',
    category: 'mistake',
    strength: 'rule',
    polarity: 'do',
    appliesTo: ['*'],
    evidence: COUNTS,
    ...more,
  }
}
