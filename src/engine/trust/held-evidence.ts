import { type Claim, evidenceLevel } from '../laws/evidence-level.ts'
import { confirmedBy, type ToolRecord } from './confirmed-output.ts'
import { shownOutputs } from './shown-output.ts'

/** What the output that a text shows is held against. */
export interface Witness {
  /** The text is by a role whose own output is believed. */
  readonly trusted: boolean
  /** What the tools of the run left on record. */
  readonly records: readonly ToolRecord[]
}

export interface HeldEvidence {
  readonly level: 1 | 2 | 3
  readonly reason: string
}

/**
 * The level that a text keeps once its output was held against the record: output that nobody confirms is a claim, and the
 * text stands on its citations. Pasted `3 failed` without a record: 3; with `src/a.ts:4` of the change beside it: 2.
 */
export function heldEvidence(claim: Claim, { trusted, records }: Witness): HeldEvidence {
  const { level, claimed, reason, levelIfUnconfirmed } = evidenceLevel(claim)
  if (!claimed || trusted) return { level, reason }
  const record = shownOutputs(claim.text)
    .map((shown) => confirmedBy(shown, records))
    .find((found) => found !== undefined)
  if (record === undefined)
    return { level: levelIfUnconfirmed, reason: `${reason}, which no record of the run confirms` }
  return { level, reason: `${reason}, as ${record.command ?? 'a tool'} of the run printed it` }
}
