import type { Holdout } from '../../engine/belief/holdout.ts'
import { evidenceAbove, evidenceBelow } from '../../engine/belief/statistics.ts'
import { NO_TRIALS, type Uplift, type UpliftSums, upliftOf } from '../../engine/belief/uplift.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import { ALL_LINES, LOOP_UPLIFT, ONE_LINE, UPLIFT, upliftSums } from '../../projection/documents/sharing-documents.ts'
import { upliftWords } from '../../report/wording.ts'
import type { LoopContext } from '../context.ts'
import { ALL, bodiesOf, bodyOf, totals, withTotal } from '../facts/cached-lists.ts'
import { readerOf } from '../facts/facts-about.ts'
import { type Suggestion, suggestDecisions } from '../governance/suggest-promotions.ts'
import { patternsNamed, theOnly } from '../patterns/named-pattern.ts'

export interface UpliftRequest {
  readonly pattern?: string
  /** Maximum number of patterns; default 20. */
  readonly limit?: number
}

/** The uplift, with a sentence that sums it up. */
export interface DescribedUplift extends Uplift {
  readonly words: string
}

export interface PatternUplift extends DescribedUplift {
  readonly pattern: string
  readonly text: string
}

export interface ContextUplift extends DescribedUplift {
  /** The role, and the phase if any. */
  readonly context: string
}

/** The effect of showing patterns on how runs end, measured by withholding some at random. */
export interface UpliftReport {
  /** What is withheld from now on. */
  readonly holdout: Holdout & { readonly afterRuns: number }
  /** The effect of one pattern in what a run is shown. */
  readonly line: DescribedUplift
  /** The effect of all patterns; only if whole runs are withheld. */
  readonly whole?: DescribedUplift
  readonly contexts: readonly ContextUplift[]
  /** The best-known effects first. */
  readonly patterns: readonly PatternUplift[]
  /** How many patterns were measured in all. */
  readonly measured: number
  readonly suggestions: readonly Suggestion[]
}

const MOST_TOLD = 20

export async function uplift(context: LoopContext, request: UpliftRequest = {}): Promise<UpliftReport> {
  const { holdout, holdoutAfterRuns: afterRuns } = context.settings
  const found = await context.journal.list(LOOP_UPLIFT, { limit: ALL })
  const sums = (id: string) => upliftSums(readerOf(found), LOOP_UPLIFT, id)
  const whole = sums(ALL_LINES)
  const suggestions = await suggestDecisions(context)
  const patterns = await ofPatterns(context, request)
  const isTold = (pattern: string) => request.pattern === undefined || patterns[0]?.pattern === pattern
  return {
    holdout: { ...holdout, afterRuns },
    line: toldUplift(sums(ONE_LINE)),
    whole: whole.runs === 0 && holdout.runShare === 0 ? undefined : toldUplift(whole),
    contexts: found
      .map(({ body }) => body)
      .flatMap(({ context: name, sums: known }) =>
        name === undefined || known.runs === 0 ? [] : [{ context: name, ...toldUplift(known) }],
      )
      .sort((a, b) => b.runs - a.runs || (a.context < b.context ? -1 : 1)),
    patterns,
    measured: totals.get(patterns) ?? patterns.length,
    suggestions: suggestions.filter(({ pattern }) => isTold(pattern)),
  }
}

async function ofPatterns(context: LoopContext, { pattern, limit = MOST_TOLD }: UpliftRequest) {
  if (pattern !== undefined) return [await ofPattern(context, theOnly(await patternsNamed(context, pattern), pattern))]
  const measured = (await context.journal.list(UPLIFT, { limit: ALL }))
    .map(({ id: pattern, body: { sums } }): Measured => {
      return { pattern, sums, strength: Math.max(evidenceAbove(sums, 0), evidenceBelow(sums, 0)) }
    })
    .filter(({ sums }) => sums.runs > 0)
    .sort((a, b) => b.strength - a.strength || b.sums.runs - a.sums.runs || (a.pattern < b.pattern ? -1 : 1))
  const shown = measured.slice(0, limit)
  const ids = shown.map(({ pattern }) => pattern)
  const records = await bodiesOf(context.journal, PATTERN, ids)
  const views = shown.flatMap(({ pattern: id, sums }): PatternUplift[] => {
    const text = records.get(id)?.pattern.text
    return text === undefined ? [] : [{ pattern: id, ...toldUplift(sums), text }]
  })
  return withTotal(views, measured.length)
}

export async function ofPattern(context: LoopContext, { pattern }: PatternRecord): Promise<PatternUplift> {
  const sums = (await bodyOf(context.journal, UPLIFT, pattern.id))?.sums ?? NO_TRIALS
  return { pattern: pattern.id, text: pattern.text, ...toldUplift(sums) }
}

interface Measured {
  readonly pattern: string
  readonly sums: UpliftSums
  /** The strength of the evidence either way; intervals cost much more, so only printed patterns get one. */
  readonly strength: number
}

function toldUplift(sums: UpliftSums): DescribedUplift {
  const known = upliftOf(sums)
  return { ...known, words: upliftWords(known) }
}
