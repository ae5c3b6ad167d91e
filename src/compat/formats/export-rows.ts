import { CONFIDENCES } from '../../domain/values/gate.ts'
import { FLAGS, type Flag } from '../../domain/values/pattern.ts'
import { confidenceOf, type SuccessRate } from '../../engine/standing/success-rate.ts'
import { listText, type PatternRow } from './pattern-row.ts'

/** A pattern with the figures that a shared file tells of it. */
export interface ExportPattern {
  readonly text: string
  readonly category: string
  readonly appliesTo: readonly string[]
  readonly tags: readonly string[]
  /** The only one that it is for; a row names one or all. */
  readonly repository?: string
  readonly sightings: number
  readonly rate: SuccessRate
  /** What one's own file said when it was imported. It speaks only where nothing was seen since. */
  readonly claim?: ExportClaim
}

export interface ExportClaim {
  readonly sourceId?: string
  readonly seenCount?: number
  readonly successRate?: number
  readonly flag?: Flag
}

/** What a reader wants first: proven use, then what was not tried, then what gives cause for doubt. */
const TIERS: readonly Flag[] = ['', ...FLAGS]

/** Rows by flag, then confidence, then sightings; every row has an id of its own. */
export function exportRows(patterns: readonly ExportPattern[], most: number): PatternRow[] {
  const rows = patterns
    .map((pattern) => ({ pattern, ...figuresOf(pattern) }))
    .sort(
      (a, b) =>
        TIERS.indexOf(a.flag) - TIERS.indexOf(b.flag) ||
        CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence) ||
        b.seen - a.seen ||
        (a.pattern.text < b.pattern.text ? -1 : 1),
    )
    .slice(0, most)
  const ids = distinctIds(rows.map(({ pattern }) => pattern.claim?.sourceId))
  return rows.map(({ pattern, flag, confidence, seen, rate }, i) => ({
    id: ids[i]!,
    category: pattern.category,
    summary: pattern.text,
    confidence,
    seen_count: seen,
    success_rate: rate,
    flags: flag === '' ? '' : `[${flag}]`,
    applies_to: listText(pattern.appliesTo.length === 0 ? ['*'] : pattern.appliesTo),
    context: listText(pattern.tags),
    repo: pattern.repository ?? '*',
  }))
}

function figuresOf({ rate, sightings, claim }: ExportPattern) {
  const seen = Math.max(sightings, claim?.seenCount ?? 0)
  if (rate.known || claim?.successRate === undefined)
    return { seen, rate: rate.rounded, confidence: rate.confidence, flag: rate.flag }
  return {
    seen,
    rate: claim.successRate,
    confidence: confidenceOf(claim.successRate),
    flag: claim.flag ?? ('' as const),
  }
}

/** The id that a pattern had, if no other has it; else the next free one of `P-001`, `P-002` and so on. */
function distinctIds(wanted: readonly (string | undefined)[]): string[] {
  const used = new Set<string>()
  const kept = wanted.map((id) => {
    if (id === undefined || used.has(id)) return undefined
    used.add(id)
    return id
  })
  let next = 0
  return kept.map((id) => {
    if (id !== undefined) return id
    let free: string
    do free = `P-${String(++next).padStart(3, '0')}`
    while (used.has(free))
    return free
  })
}
