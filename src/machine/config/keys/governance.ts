import { POLICY } from '../../../engine/laws/policy.ts'
import { type ConfigKey, number, text } from './key.ts'

const { overlay } = POLICY

/** When an adapter needs a person. */
export const GOVERNANCE_KEYS = {
  'gate.approvalMinutes': number(
    30,
    1,
    10_080,
    "How long a person's answer to the gate is valid, for exactly that step.",
  ),
  'gate.deadlineMs': number(
    1_000,
    10,
    60_000,
    'How long `mettle gate` waits for the journal before it answers from the copy of the overlays.',
  ),
  'safety.off': {
    kind: 'names',
    fallback: [],
    summary:
      'Safety rules of the gate that are turned off, by id; docs/reference/safety-rules.md lists them. Not read from a project.',
  },
  'policy.ratchet': text(
    POLICY.policy.ratchet,
    'Whether overlays and thresholds only tighten automatically, or follow the evidence both ways.',
    { oneOf: ['strict', 'elastic'] },
  ),
  'policy.halfLifeDays': number(
    POLICY.policy.halfLifeDays,
    0.01,
    36_500,
    'Days in which a run loses half its weight under the elastic ratchet.',
  ),
  'policy.staleAfterDays': number(
    POLICY.policy.staleAfterDays,
    1,
    36_500,
    'Days without an outcome after which a tight overlay raises an alert.',
  ),
  'overlay.riskyBelow': number(overlay.riskyBelow, 0, 1, 'Reliability below which the risk is multiplied.'),
  'overlay.riskyMultiplier': number(overlay.riskyMultiplier, 1, 10, 'By how much.'),
  'overlay.unreliableBelow': number(
    overlay.unreliableBelow,
    0,
    1,
    'Reliability below which an adapter needs approval and has fewer retries.',
  ),
  'overlay.approvalOccurrences': number(
    overlay.approvalOccurrences,
    1,
    1_000_000,
    'Occurrences of one failure from which an adapter needs approval.',
  ),
  'overlay.maxRetries': number(overlay.maxRetries, 0, 1_000, 'Retries of an adapter that is reliable.'),
  'overlay.unreliableMaxRetries': number(
    overlay.unreliableMaxRetries,
    0,
    1_000,
    'Retries of an adapter that is not.',
  ),
} as const satisfies Record<string, ConfigKey>
