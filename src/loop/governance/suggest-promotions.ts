import { promotable } from '../../engine/belief/promotable.ts'
import { evidenceAbove, evidenceBelow } from '../../engine/belief/statistics.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { SPEAKS } from '../../projection/documents/belief-documents.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import { UPLIFT } from '../../projection/documents/sharing-documents.ts'
import type { LoopContext } from '../context.ts'
import { ALL, bodiesOf } from '../facts/cached-lists.ts'

/** A decision that the evidence supports and that only a person can make. */
export interface Suggestion {
  readonly action: 'promote' | 'deprecate'
  readonly pattern: string
  readonly text: string
  readonly eValue: number
  readonly command: string
}

interface Tested extends Pick<Suggestion, 'pattern' | 'eValue'> {
  readonly record: PatternRecord
}

/** Patterns to promote or retire, strongest first, based on random withholding. With many patterns tested, each needs more evidence (e-BH); reading the list every day is safe. */
export async function suggestDecisions(context: LoopContext): Promise<Suggestion[]> {
  const { journal } = context
  if ((await journal.count(UPLIFT, [SPEAKS])) === 0) return []
  const uplifts = (await journal.list(UPLIFT, { limit: ALL })).filter(({ body }) => body.sums.runs > 0)
  const ids = uplifts.map(({ id }) => id)
  const records = await bodiesOf(journal, PATTERN, ids)
  const strongest = (of: typeof evidenceAbove): Tested[] =>
    promotable(
      uplifts.flatMap(({ id, body }) => {
        const record = records.get(id)
        return record === undefined ? [] : [{ pattern: id, record, eValue: of(body.sums, 0) }]
      }),
      context.policy.bayes,
    )
  const [promote, retire] = [strongest(evidenceAbove), strongest(evidenceBelow)]
  return [
    ...promote.filter(({ record }) => mayBePromoted(record)).map((one) => suggestion('promote', one)),
    ...retire.filter(({ record }) => mayBeRetired(record)).map((one) => suggestion('deprecate', one)),
  ]
}

/** No suggestion if a person has decided already, or if the pattern is not shown anyway. */
function mayBePromoted({ pattern }: PatternRecord): boolean {
  const { lifecycle, maturity } = pattern.decisions
  return lifecycle === undefined && maturity === undefined && isThere({ pattern })
}

function mayBeRetired({ pattern }: PatternRecord): boolean {
  const { lifecycle, maturity } = pattern.decisions
  return lifecycle?.kind !== 'deprecate' && maturity?.kind !== 'deprecate' && isThere({ pattern })
}

function isThere({ pattern }: Pick<PatternRecord, 'pattern'>): boolean {
  return !pattern.quarantined && pattern.mergedInto === undefined
}

const REASONS = { promote: 'runs that saw it do better', deprecate: 'runs without it do better' }

function suggestion(action: Suggestion['action'], { pattern, record, eValue }: Tested): Suggestion {
  const command = `mettle pattern ${action} ${pattern} --reason "${REASONS[action]}"`
  return { action, pattern, text: record.pattern.text, eValue, command }
}
