import { canonicalJson } from '../domain/canonical-json.ts'
import { digest } from '../domain/digest.ts'
import { DAY_MS } from '../domain/numbers.ts'
import { isOlderPush } from '../domain/pattern-pull.ts'
import { own, withoutUndefined } from '../domain/sets.ts'
import type { SharedPattern } from '../domain/shared-pattern.ts'
import { confidenceOf } from '../engine/standing/success-rate.ts'
import { textHash } from '../engine/text/text-hash.ts'
import type { Found } from './read-shared-pattern.ts'
import { sharedRate } from './share-pattern.ts'

/** The two files of a shared folder, parsed: `org-patterns.json` and `sources.json`. */
export interface OrganisationFiles {
  readonly patterns: Fields
  readonly sources: Fields
}

export type Fields = { readonly [key: string]: unknown }

export const NO_FILES: OrganisationFiles = { patterns: { patterns: [] }, sources: { patterns: {} } }

/** Every row with its source. If Mettle pushed it, the source contains the complete pattern. */
export function readOrganisationFiles({ patterns, sources }: OrganisationFiles): Found[] {
  const from = fields(sources.patterns)
  return rowsOf(patterns).map((row, i) => {
    const at = typeof row.id === 'string' && row.id !== '' ? row.id.slice(0, 40) : `row ${i + 1}`
    const source = sourceOf(from, row)
    if (source === undefined) return { at, value: {}, problem: 'sources.json does not say where it came from' }
    return 'mettle' in source ? ownFound(at, row, source) : foreignFound(at, row, source)
  })
}

function ownFound(at: string, row: Fields, source: Fields): Found {
  const { journal, event, text_hash, evidence, ...content } = fields(source.mettle)
  const value = {
    ...content,
    project: source.source_project,
    pattern: source.source_id,
    pushedAt: instant(source.pushed_at),
    ...withoutUndefined({ by: source.pushed_by }),
    journal,
    event,
    text: row.summary,
    category: row.category,
    evidence,
  }
  const isAsPushed = textHash(text(row.summary)) === text_hash
  return isAsPushed ? { at, value } : { at, value, problem: 'its text differs from what was pushed' }
}

/** A row of another system has only a project name and a rate, so its journal id is derived from the project, and its event id from the row. */
function foreignFound(at: string, row: Fields, source: Fields): Found {
  const project = String(source.source_project ?? '')
  const sightings = Number(row.seen_count ?? 0)
  const claimedRate = row.success_rate === '' || row.success_rate == null ? undefined : Number(row.success_rate)
  const value = {
    project,
    journal: `project-${digest(project).slice(0, 24)}`,
    event: `row-${digest(canonicalJson([text(row.summary), sightings || 0, claimedRate || 0])).slice(0, 24)}`,
    pattern: source.source_id ?? row.id,
    pushedAt: instant(source.pushed_at),
    by: source.pushed_by,
    text: row.summary,
    role: 'organisation',
    category: row.category,
    strength: 'observation',
    polarity: 'do',
    appliesTo: listOf(row.applies_to, ['*']),
    tags: listOf(row.context, []),
    trigger: typeof row.trigger === 'string' && row.trigger !== '' ? row.trigger : undefined,
    evidence: { ...NO_COUNTS, sightings, claimedRate },
  }
  const repository = text(row.repo).trim()
  if (repository !== '' && repository !== '*')
    return { at, value, problem: `it is for the repository '${repository.slice(0, 80)}' alone` }
  return { at, value, isForeign: true }
}

const NO_COUNTS = {
  runs: 0,
  days: 0,
  successes: 0,
  reinforcements: 0,
  ignores: 0,
  ignoreWeight: 0,
  helpful: 0,
  helpfulMass: 0,
  helpfulAt: 0,
  harmful: 0,
  harmfulMass: 0,
  harmfulAt: 0,
  applications: 0,
  earned: 0,
}

/** Adds patterns to the files. For the same journal and pattern, the newer one stays; a new one gets the next free id. Other rows are left as they are, whatever their content. */
export function putIntoFiles(
  files: OrganisationFiles,
  shared: readonly SharedPattern[],
  now: number,
): OrganisationFiles {
  const rows = [...rowsOf(files.patterns)]
  const sources: Record<string, unknown> = { ...fields(files.sources.patterns) }
  const places = placesOf(rows, sources)
  for (const one of shared) {
    const known = places.idOf.get(sourceKey(one.journal, one.pattern))
    if (known !== undefined && isNewerThan(fields(sources[known]), one)) continue
    const id = known ?? places.nextFree()
    const at = places.rowFor(known, one) ?? rows.length
    rows[at] = rowOf(id, one)
    sources[id] = sourceEntry(one)
    places.keep(one, { id, at })
  }
  return {
    patterns: { schema_version: '1.0', ...files.patterns, generated_at: new Date(now).toISOString(), patterns: rows },
    sources: { ...files.sources, patterns: sources },
  }
}

/** Indexes all rows once. Two branches may have given two rows the same id: a row that lost its source is found by its words. */
function placesOf(rows: readonly Fields[], sources: Fields) {
  const idOf = new Map<string, string>()
  for (const [id, source] of Object.entries(sources)) {
    const { journal } = fields(fields(source).mettle)
    if (typeof journal === 'string') idOf.set(sourceKey(journal, text(fields(source).source_id)), id)
  }
  const homes = new Map<unknown, number>()
  const orphans = new Map<string, number>()
  for (const [at, row] of rows.entries()) {
    const isHome = isAtHome(row, sources)
    if (isHome || !homes.has(row.id)) homes.set(row.id, at)
    if (!isHome) orphans.set(textHash(text(row.summary)), at)
  }
  const used = new Set<unknown>([...rows.map((row) => row.id), ...Object.keys(sources)])
  let number = 0
  return {
    idOf,
    keep: ({ journal, pattern }: SharedPattern, { id, at }: { id: string; at: number }): void => {
      idOf.set(sourceKey(journal, pattern), id)
      homes.set(id, at)
    },
    rowFor: (known: string | undefined, { text: words }: SharedPattern): number | undefined => {
      if (known !== undefined) return homes.get(known)
      const hash = textHash(words)
      const at = orphans.get(hash)
      orphans.delete(hash)
      return at
    },
    nextFree: (): string => {
      do number += 1
      while (used.has(numbered(number)))
      return numbered(number)
    },
  }
}

function sourceKey(journal: string, pattern: string): string {
  return `${journal}\n${pattern}`
}

/** Whether the source under the row's id has the row's words; another system's source says nothing about words. */
function isAtHome(row: Fields, sources: Fields): boolean {
  const source = sourceOf(sources, row)
  if (source === undefined) return false
  return !('mettle' in source) || fields(source.mettle).text_hash === textHash(text(row.summary))
}

/** Whether a source is newer; one dated in the future is not, or it would stay forever. */
function isNewerThan(source: Fields, shared: SharedPattern): boolean {
  const held = { event: text(fields(source.mettle).event), pushedAt: instant(source.pushed_at) ?? 0 }
  return held.pushedAt <= shared.pushedAt + DAY_MS && isOlderPush(shared, held)
}

function sourceOf(sources: Fields, row: Fields): Fields | undefined {
  const source = own(sources, text(row.id))
  return source === undefined ? undefined : fields(source)
}

function numbered(number: number): string {
  return `P-${String(number).padStart(3, '0')}`
}

/** The documented columns, for whoever reads them; the counts are beside the source. */
function rowOf(id: string, { category, text: summary, evidence, appliesTo, tags = [] }: SharedPattern): Fields {
  const rate = sharedRate(evidence)
  return {
    id,
    category,
    summary,
    confidence: confidenceOf(rate ?? 0),
    seen_count: String(evidence.sightings),
    success_rate: rate === undefined ? '' : rate.toFixed(2),
    flags: rate === undefined ? '[UNTESTED]' : '',
    applies_to: appliesTo.length === 0 ? '*' : appliesTo.map(column).join('|'),
    context: tags.map(column).join('|'),
    repo: '*',
  }
}

function column(name: string): string {
  return name.replaceAll('|', '/')
}

function sourceEntry(shared: SharedPattern): Fields {
  const { project, pattern, pushedAt, by = 'mettle', text: words, category: _, ...rest } = shared
  return {
    source_project: project,
    source_id: pattern,
    pushed_at: new Date(pushedAt).toISOString(),
    pushed_by: by,
    mettle: { ...rest, text_hash: textHash(words) },
  }
}

function rowsOf({ patterns }: Fields): Fields[] {
  return Array.isArray(patterns) ? patterns.map(fields) : []
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function instant(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

function listOf(value: unknown, otherwise: readonly string[]): string[] {
  const items = text(value)
    .split('|')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  return items.length === 0 ? [...otherwise] : items
}
