import * as z from 'zod'
import { category } from '../../domain/fields.ts'
import { schemaProblem } from '../../domain/schema-problem.ts'
import { CONFIDENCES } from '../../domain/values/gate.ts'
import { FLAGS, type Flag } from '../../domain/values/pattern.ts'
import { confidenceOf, type SuccessRate } from '../../engine/standing/success-rate.ts'
import { type ForeignPattern, type Read, refused, taken } from './foreign-record.ts'
import { readField, writeField } from './run-logs.ts'

/** The columns of a shared pattern file, in order. The last one was added later. */
export const COLUMNS = [
  'id',
  'category',
  'summary',
  'confidence',
  'seen_count',
  'success_rate',
  'flags',
  'applies_to',
  'context',
  'repo',
] as const

/** A pattern in a shared file. Lists are separated by pipes, like the fields of the logs. */
export type PatternRow = {
  readonly [C in (typeof COLUMNS)[number]]: C extends 'seen_count'
    ? number
    : C extends 'success_rate'
      ? number | ''
      : string
}

const EVERYONE = '*'

/** A number may be written as text, and a text may look like a number: `"5"`, `5`. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const number = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value), schema)
const rowSchema = z.object({
  id: text,
  category,
  summary: text.pipe(z.string().trim().min(1).max(2_000)),
  seen_count: number(z.int().min(0).max(1_000_000_000)),
  success_rate: z.union([z.literal(''), number(z.number().min(0).max(1)), z.null()]).optional(),
  flags: text.optional(),
  applies_to: text.optional(),
  context: text.optional(),
  repo: text.optional(),
  trigger: text.optional(),
})

/** Reads a row from any file format. Without a repository it applies to all. */
export function readPatternRow(value: unknown, at?: number): Read {
  const checked = rowSchema.safeParse(value)
  if (!checked.success)
    return refused(checked.error.issues.map((issue) => schemaProblem(issue, value, 'the row')).join('; '))
  const { id, summary, seen_count, success_rate, flags = '', repo = EVERYONE, trigger = '' } = checked.data
  const appliesTo = listOf(checked.data.applies_to ?? '')
  const label = /\b(PRUNE|STALE|REVIEW|UNTESTED)\b/.exec(flags)?.[1]
  const pattern: ForeignPattern = {
    kind: 'pattern',
    sourceId: id,
    text: summary,
    category: checked.data.category,
    appliesTo: appliesTo.length === 0 ? [EVERYONE] : appliesTo,
    tags: listOf(checked.data.context ?? ''),
    evidence: { seenCount: seen_count, ...(typeof success_rate === 'number' ? { successRate: success_rate } : {}) },
    label,
    repository: repo.trim() === '' || repo.trim() === EVERYONE ? undefined : repo.trim(),
    trigger: trigger === '' ? undefined : trigger.slice(0, 200),
    at,
  }
  return taken(pattern)
}

export function listOf(text: string): string[] {
  return text
    .split('|')
    .map((item) => readField(item).trim())
    .filter((item) => item !== '' && item.length <= 200)
    .slice(0, 200)
}

export function listText(items: readonly string[]): string {
  return items.map(writeField).join('|')
}

/** A pattern with the figures that a shared file tells of it. */
export interface ExportPattern {
  readonly text: string
  readonly category: string
  readonly appliesTo: readonly string[]
  readonly tags: readonly string[]
  /** The only repository that the pattern is for; a row names either one or all. */
  readonly repository?: string
  readonly sightings: number
  readonly rate: SuccessRate
  /** The figures of the user's own file at import. Used only if nothing has been observed since. */
  readonly claim?: ExportClaim
}

export interface ExportClaim {
  readonly sourceId?: string
  readonly seenCount?: number
  readonly successRate?: number
  readonly flag?: Flag
}

/** Order of rows: proven use first, then untried patterns, then doubtful ones. */
const TIERS: readonly Flag[] = ['', ...FLAGS]

/** Rows sorted by flag, then confidence, then sightings; ids are unique. */
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
    return { seen, rate: rate.known ? rate.rounded : ('' as const), confidence: rate.confidence, flag: rate.flag }
  return {
    seen,
    rate: claim.successRate,
    confidence: confidenceOf(claim.successRate),
    flag: claim.flag ?? ('' as const),
  }
}

/** A pattern's own id if it is still free, else the next of `P-001`, `P-002` and so on. */
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
