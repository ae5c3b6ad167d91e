import { CLASSIFIERS } from '../../../domain/values/session.ts'
import { POLICY } from '../../../engine/laws/policy.ts'
import { type ConfigKey, number, text } from './key.ts'

const { successRate, build } = POLICY

/** How the use of patterns is judged. */
export const PIPELINE_KEYS = {
  'classify.by': text(
    'rules',
    'Who labels learnings: fixed rules, or a model that you name. None of these settings is read from a project.',
    { oneOf: CLASSIFIERS },
  ),
  'classify.command': {
    kind: 'names',
    fallback: [],
    summary: 'The program of the model and its arguments, such as `claude,-p`; run without a shell.',
  },
  'classify.url': text(
    '',
    'The address of an OpenAI- or Anthropic-compatible endpoint, such as `https://host/v1`.',
  ),
  'classify.model': text('', 'The name of the model there.'),
  'classify.keyVariable': text('', 'The environment variable with its key; the key itself is never stored.'),
  'classify.timeoutMs': number(30_000, 100, 600_000, 'How long one answer may take.'),
  'classify.maxCalls': number(
    20,
    0,
    10_000,
    'The most calls in one `mettle learn`; after that the rules decide.',
  ),
  'classify.maxTokens': number(
    20_000,
    0,
    10_000_000,
    'The most tokens in one `mettle learn`, sent and received.',
  ),
  'learn.collection': text(
    '',
    'A JSON file in which `mettle learn` collects proven patterns of all your projects; if empty, none. Not read from a project.',
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
    'With more applications than this and such a low rate, the flag is PRUNE.',
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
