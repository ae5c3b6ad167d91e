import { POLICY } from '../../../engine/laws/policy.ts'
import { type ConfigKey, number, text } from './key.ts'

const { successRate, build } = POLICY

/** How the use of patterns is judged. */
export const PIPELINE_KEYS = {
  'classify.by': text(
    'rules',
    'Who labels learnings: fixed rules, or a model that you name. None of these settings is read from a project.',
    { oneOf: ['rules', 'command', 'openai', 'anthropic'] },
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
  'classify.keyVariable': text(
    '',
    'The environment variable that holds its key; the key itself is never stored.',
  ),
  'classify.timeoutMs': number(30_000, 100, 600_000, 'How long one answer may take.'),
  'classify.maxCalls': number(20, 0, 10_000, 'Calls in one `mettle learn`; after them the rules speak.'),
  'classify.maxTokens': number(20_000, 0, 10_000_000, 'Tokens in one `mettle learn`, sent and answered.'),
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
