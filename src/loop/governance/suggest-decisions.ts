import { mixtureEValue, promotable } from '../../engine/belief/e-value.ts'
import type { PosteriorRecord } from '../../engine/belief/posterior-record.ts'
import { evidenceAbove, evidenceBelow } from '../../engine/belief/statistics.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { POSTERIOR, SPEAKS } from '../../projection/documents/belief-documents.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import { UPLIFT, type UpliftRecord } from '../../projection/documents/sharing-documents.ts'
import type { LoopContext } from '../context.ts'

/** A decision that the evidence speaks for and that only a person takes. */
export interface Suggestion {
  readonly deed: 'promote' | 'deprecate'
  readonly pattern: string
  readonly text: string
  readonly eValue: number
  /** What of it is due to runs that used the pattern, and what to runs that it was withheld from. */
  readonly from: { readonly outcomes?: number; readonly holdout?: number }
  /** What to type. */
  readonly command: string
}

interface Tested extends Pick<Suggestion, 'pattern' | 'eValue' | 'from'> {
  readonly record: PatternRecord
}

const MOST_READ = 20_000

/**
 * Patterns to promote or to retire, the strongest first. Two e-values speak for a promotion: of outcomes where the pattern was used, and of what was withheld at random; their
 * mean is one, too. Against it speaks what was withheld. Since as many patterns as have any evidence were looked at, those are asked for more (e-BH), and the list may be read
 * every day.
 */
export async function suggestDecisions(context: LoopContext): Promise<Suggestion[]> {
  const { journal } = context
  const speaking = (await journal.count(POSTERIOR, [SPEAKS])) + (await journal.count(UPLIFT, [SPEAKS]))
  if (speaking === 0) return []
  const tested = await testedPatterns(context)
  const strongest = (of: (one: Evidence) => Suggestion['from']) =>
    promotable(
      tested.map(({ record, ...rest }) => weighed(record, of(rest))),
      context.policy.bayes,
    )
  const promote = strongest(({ outcomes, helps }) => ({
    ...told('outcomes', outcomes),
    ...told('holdout', helps),
  }))
  const retire = strongest(({ harms }) => told('holdout', harms))
  return [
    ...promote.filter(({ record }) => mayBePromoted(record)).map((one) => suggestion('promote', one)),
    ...retire.filter(({ record }) => mayBeRetired(record)).map((one) => suggestion('deprecate', one)),
  ]
}

interface Evidence {
  readonly outcomes?: number
  readonly helps?: number
  readonly harms?: number
}

function told(name: 'outcomes' | 'holdout', eValue: number | undefined): Suggestion['from'] {
  return eValue === undefined ? {} : { [name]: eValue }
}

function weighed(record: PatternRecord, from: Suggestion['from']): Tested {
  const values = Object.values(from)
  const eValue = values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length
  return { pattern: record.pattern.id, record, from, eValue }
}

async function testedPatterns({ journal }: LoopContext): Promise<(Evidence & { record: PatternRecord })[]> {
  const [posteriors, uplifts] = await Promise.all([
    journal.list(POSTERIOR, { limit: MOST_READ }),
    journal.list(UPLIFT, { limit: MOST_READ }),
  ])
  const evidence = new Map<string, Evidence>()
  for (const { id, body } of posteriors) evidence.set(id, ofOutcomes(body))
  for (const { id, body } of uplifts) evidence.set(id, { ...evidence.get(id), ...ofHoldout(body) })
  const documents = await journal.documents([...evidence.keys()].map((id) => ({ kind: PATTERN, id })))
  return documents.map(({ id, body }) => ({ ...evidence.get(id), record: body }))
}

function ofOutcomes({ wagers }: PosteriorRecord): Evidence {
  return { outcomes: mixtureEValue(wagers) }
}

function ofHoldout({ sums }: UpliftRecord): Evidence {
  return sums.runs === 0 ? {} : { helps: evidenceAbove(sums, 0), harms: evidenceBelow(sums, 0) }
}

/** A person's word stands; what nobody is shown needs none. */
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

const REASONS = {
  promote: 'runs that saw it do better',
  deprecate: 'runs without it do better',
}

function suggestion(deed: Suggestion['deed'], { pattern, record, eValue, from }: Tested): Suggestion {
  const command = `mettle pattern ${deed} ${pattern} --reason "${REASONS[deed]}"`
  return { deed, pattern, text: record.pattern.text, eValue, from, command }
}
