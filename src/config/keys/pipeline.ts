import { POLICY } from '../../engine/policy.ts'
import { type ConfigKey, number, text } from './key.ts'

const { successRate, build } = POLICY

/** How the use of patterns is judged. */
export const PIPELINE_KEYS = {
  'learn.collection': text(
    '',
    'A JSON file in which `mettle learn` gathers what has proven itself, over all your projects; empty: none. Not read from a project.',
  ),
  'successRate.highFrom': number(successRate.highFrom, 0, 1, 'Success rate from which confidence is high.'),
  'successRate.mediumFrom': number(
    successRate.mediumFrom,
    0,
    1,
    'Success rate from which confidence is medium.',
  ),
  'successRate.reviewBelow': number(
    successRate.reviewBelow,
    0,
    1,
    'Success rate below which a pattern is flagged REVIEW.',
  ),
  'successRate.pruneAboveApplications': number(
    successRate.pruneAboveApplications,
    0,
    1_000_000,
    'With more applications than these and a rate as low, the flag is PRUNE.',
  ),
  'successRate.staleIterations': number(
    successRate.staleIterations,
    1,
    1_000_000,
    'Iterations without an application after which the flag is STALE.',
  ),
  'build.agents': {
    kind: 'names',
    fallback: build.agents,
    summary: 'Agents that write code: a failed build counts against the patterns they were shown.',
  },
} as const satisfies Record<string, ConfigKey>
