import { createHash } from 'node:crypto'
import { visibleText } from '../text/visible-text.ts'
import { isSecretField } from './assigned-secret.ts'
import { isPlainName } from './placeholder.ts'
import { secretRanges } from './secret-ranges.ts'
import { meanWordLength } from './secret-shapes.ts'

export const REDACTION = {
  maxBytes: 1_048_576,
  maxFindings: 1000,
  maxRounds: 16,
  /** The most characters that are searched in all rounds together: a long text that was built to take many rounds costs no more than a short one. */
  maxSearched: 4_000_000,
  maxDepth: 200,
}

/** A secret that was found, without its text: the fingerprint is the first 12 hex digits of the SHA-256 of the raw value. */
export interface Finding {
  readonly kind: string
  readonly fingerprint: string
}

/** The findings of one redaction so far; `known` secrets are searched for in all other places too. */
interface Search {
  readonly findings: Finding[]
  readonly known: Map<string, string>
  /** The parts between markers that were searched, with the number of secrets known at the time. */
  readonly searched: Map<string, number>
}

/** Names and ids recently found clean: receipts repeat them, and searching them is most of the cost. */
const CLEAN = new Set<string>()
const NAME = /^[\w./:@-]{1,80}$/
const MOST_CLEAN = 16_384
/** The last longer text found clean: a text is often redacted by itself and then again as part of its fact. */
let lastClean = ''
const MARKER = /(\[redacted:[a-z0-9-]{1,40}\](?:#[0-9]{1,4})?)/
const marker = (kind: string) => `[redacted:${kind}]`
const newSearch = (): Search => ({ findings: [], known: new Map(), searched: new Map() })
const fingerprint = (raw: string) => createHash('sha256').update(raw, 'utf8').digest('hex').slice(0, 12)

/**
 * The text without its secrets, and the findings: `[redacted:github-token]` replaces a secret.
 *
 * - Every secret is replaced, wherever it occurs again; the first 1,000 are reported.
 * - Text beyond 1 MiB of UTF-8 is cut off, with the word that the cut would split, and reported as `truncated`.
 * - Rules read what a reader sees: a secret split by zero-width characters is found, and has the same fingerprint.
 * - Redacting twice changes nothing, because a text is searched until a round finds nothing. A text that still reveals
 *   secrets after 16 rounds, or 4 for the longest texts, was built to do so, and is withheld as a whole.
 */
export function redact(text: string): { text: string; findings: Finding[] } {
  const search = newSearch()
  const clean = redactText(text, search)
  return { text: clean, findings: search.findings }
}

/**
 * A JSON value with every string in it redacted, keys as well as values; returns the same object if nothing was found.
 *
 * A field's name helps to judge its value: `{"password": "..."}`. Keys that become equal get a suffix such as `#2`. Everything below 200 levels is left out.
 */
export function redactDeep<T>(value: T): { value: T; findings: Finding[] } {
  const search = newSearch()
  let clean: unknown = value
  for (let round = 0; round < REDACTION.maxRounds; round++) {
    const before = search.findings.length
    clean = redactValue(clean, search, 0)
    if (search.findings.length === before || before >= REDACTION.maxFindings) break
  }
  return { value: search.findings.length === 0 ? value : (clean as T), findings: search.findings }
}

function redactText(text: string, search: Search): string {
  if (isPlainName(text)) return text
  if (search.known.size === 0 && (CLEAN.has(text) || text === lastClean)) return text
  const found = search.findings.length
  let clean = cutToLimit(text, search)
  const rounds = Math.min(REDACTION.maxRounds, Math.ceil(REDACTION.maxSearched / (clean.length + 1)))
  for (let round = 0; round < rounds; round++) {
    const next = cutToLimit(replaceSecrets(clean, search), search)
    if (next === clean) {
      if (found === search.findings.length && clean === text) remember(text)
      return clean
    }
    clean = next
  }
  report('unsettled', text, search)
  return marker('unsettled')
}

function remember(text: string): void {
  if (!NAME.test(text)) {
    lastClean = text
    return
  }
  if (CLEAN.size >= MOST_CLEAN) CLEAN.clear()
  CLEAN.add(text)
}

/** One round. Markers split the text, so that no rule ever reads one. */
function replaceSecrets(text: string, search: Search): string {
  if (!text.includes('[redacted:')) return text === '' ? '' : replaceInPart(text, search)
  const parts = text.split(MARKER)
  return parts.map((part, i) => (i % 2 === 1 || part === '' ? part : replaceInPart(part, search))).join('')
}

function replaceInPart(part: string, search: Search): string {
  if (search.searched.get(part) === search.known.size) return part
  const visible = visibleText(part)
  const ranges = secretRanges(visible.text, search.known)
  if (ranges.length === 0) {
    search.searched.set(part, search.known.size)
    return part
  }
  let clean = ''
  let kept = 0
  for (const { start, end, kind, secret } of ranges) {
    clean += part.slice(kept, visible.origin(start)) + marker(kind)
    kept = visible.origin(end)
    report(kind, secret, search)
  }
  return clean + part.slice(kept)
}

function report(kind: string, raw: string, { findings, known }: Search): void {
  if (findings.length >= REDACTION.maxFindings) return
  findings.push({ kind, fingerprint: fingerprint(raw) })
  if (isDistinctive(raw)) known.set(raw, kind)
}

/** Whether a secret can be searched for without replacing ordinary words: a database's password may be `app`. */
function isDistinctive(raw: string): boolean {
  return raw.length >= 8 && raw.length <= 512 && /[0-9]/.test(raw) && /[a-z]/i.test(raw) && meanWordLength(raw) < 5
}

function cutToLimit(text: string, search: Search): string {
  if (text.length * 3 <= REDACTION.maxBytes) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(REDACTION.maxBytes))
  if (read === text.length) return text
  if (!search.findings.some((finding) => finding.kind === 'truncated')) reportCut(text, search)
  const splitWord = /\s/.test(text.charAt(read))
    ? ''
    : (/[^\s]{1,512}$/.exec(text.slice(Math.max(0, read - 513), read))?.[0] ?? '')
  return text.slice(0, splitWord.length === 512 ? read : read - splitWord.length)
}

/** The cut is reported even when the list is full. */
function reportCut(text: string, { findings }: Search): void {
  if (findings.length >= REDACTION.maxFindings) findings.pop()
  findings.push({ kind: 'truncated', fingerprint: fingerprint(text) })
}

function redactValue(value: unknown, search: Search, depth: number): unknown {
  if (typeof value === 'string') return redactText(value, search)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= REDACTION.maxDepth) return withhold('too-deep', '', search)
  if (Array.isArray(value)) return redactItems(value, search, depth)
  return redactFields(value, search, depth)
}

function withhold(kind: string, raw: string, search: Search): string {
  report(kind, raw, search)
  return marker(kind)
}

/** Returns the same list if nothing was found: a receipt has hundreds of objects, and hardly ever a secret. */
function redactItems(items: readonly unknown[], search: Search, depth: number): readonly unknown[] {
  const clean = items.map((item) => redactValue(item, search, depth + 1))
  return clean.some((item, at) => item !== items[at]) ? clean : items
}

/** Returns the same object if nothing was found. */
function redactFields(value: object, search: Search, depth: number): object {
  const keys: string[] = []
  const fields: unknown[] = []
  let changed = false
  for (const key of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[key]
    const secret = typeof field === 'string' && isSecretField(key, field) && !MARKER.test(field)
    const cleanField = secret ? withhold('assigned-secret', field, search) : redactValue(field, search, depth + 1)
    const cleanKey = redactText(key, search)
    keys.push(cleanKey)
    fields.push(cleanField)
    changed ||= cleanKey !== key || cleanField !== field
  }
  return changed ? withFreeKeys(keys, fields) : value
}

function withFreeKeys(keys: readonly string[], fields: readonly unknown[]): object {
  const clean = new Map<string, unknown>()
  for (const [at, key] of keys.entries()) clean.set(freeKey(key, clean), fields[at])
  return Object.fromEntries(clean)
}

function freeKey(key: string, taken: ReadonlyMap<string, unknown>): string {
  let free = key
  for (let n = 2; taken.has(free); n++) free = `${key}#${n}`
  return free
}
