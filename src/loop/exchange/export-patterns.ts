import { type ExportClaim, type ExportPattern, exportRows } from '../../compat/formats/pattern-row.ts'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { readEvent } from '../../domain/events/lift-event.ts'
import { FLAGS } from '../../domain/values/pattern.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import type { SuccessRate } from '../../engine/standing/success-rate.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { ALL } from '../facts/cached-lists.ts'
import { eachEvent } from '../facts/facts-about.ts'
import { usageOf } from '../views/usage.ts'

const PAGE = 500

/** The patterns as rows of a shared file, best first. Quarantined, merged, and by a person or harm retired ones are left out; one that has merely aged is included with its flag. */
export async function exportPatternRows(context: LoopContext, most: number) {
  const documents = await context.journal.list(PATTERN, { limit: ALL })
  const records = documents.map(({ body }) => body).filter(mayGo)
  const rates = await ratesOf(context, records)
  const claims = await ownClaims(context)
  const patterns = records.map(
    ({ pattern: { id, text, category, appliesTo, tags, sightings, repositories } }): ExportPattern => {
      const told = { text, category, appliesTo, tags, sightings, repository: repositories?.[0] }
      return { ...told, rate: rates.get(id)!, claim: claims.get(id) }
    },
  )
  const updatedAt = records.map(({ pattern }) => pattern.lastSeenAt).sort((a, b) => b - a)[0]
  return { rows: exportRows(patterns, most), total: records.length, updatedAt }
}

async function ratesOf(context: LoopContext, records: readonly PatternRecord[]) {
  const rates = new Map<string, SuccessRate>()
  for (let from = 0; from < records.length; from += PAGE) {
    const ids = records.slice(from, from + PAGE).map(({ pattern }) => pattern.id)
    const rateOf = await usageOf(context, ids)
    for (const id of ids) rates.set(id, rateOf(id))
  }
  return rates
}

function mayGo({ pattern, evidence }: PatternRecord): boolean {
  const { lifecycle, maturity } = pattern.decisions
  const isRetired = lifecycle?.kind === 'deprecate' || maturity?.kind === 'deprecate' || pattern.recovered === true
  const isHarmful = maturity === undefined && evidence.maturity === 'deprecated'
  return !pattern.quarantined && pattern.mergedInto === undefined && !isRetired && !isHarmful
}

/** The claims of the user's own files on each pattern, newest first. Other people's claims are not passed on. */
async function ownClaims({ journal }: LoopContext): Promise<ReadonlyMap<string, ExportClaim>> {
  const claims = new Map<string, ExportClaim>()
  for await (const stored of eachEvent(journal, { types: ['pattern-imported'] })) {
    const event = stored.provenance.trust === 'internal' ? readEvent(stored) : undefined
    if (event !== undefined) claims.set(...claimOf(event.payload as PayloadOf<'pattern-imported'>))
  }
  return claims
}

function claimOf({ pattern, sourceId, label, evidence }: PayloadOf<'pattern-imported'>): [string, ExportClaim] {
  const { seenCount, successRate } = evidence
  return [pattern, { sourceId, seenCount, successRate, flag: FLAGS.find((flag) => flag === label) }]
}
