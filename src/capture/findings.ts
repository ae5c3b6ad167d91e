import { lastVerdictBlock } from '../engine/laws/verdict.ts'
import { jaccard, tokenSet } from '../engine/search/words.ts'
import { codeBlocks } from '../engine/text/code-blocks.ts'
import { normalizeText } from '../engine/text/text-hash.ts'
import { proseOf, sentencesOf } from './prose.ts'

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu
const FIRST_WORD = /^[^\p{L}\p{N}]{0,8}([\p{L}\p{N}_][\p{L}\p{N}_.-]*)/u
/** What looks like the id of a finding, asked for or not: `J1`, `SEC-12`. */
const ID = /^\p{Lu}[\p{L}_-]{0,15}\d{1,6}$/u
const LONGEST = 2_000
const MOST = 40

/**
 * What a report says under each finding's id: the blocks of its prose that name the id, with those that follow a heading which
 * does, and the summary of the issue in its verdict. A line that begins with an id begins a block of its own, so that what stands in the lines around it is
 * not taken for its words. One pass over the text, however many ids are asked for.
 */
export function findingTexts(report: string, ids: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const wanted = new Set(ids)
  const found = new Map<string, string[]>()
  const add = (id: string, text: string) => {
    const known = found.get(id) ?? []
    if (text.trim() === '' || known.length >= MOST) return
    known.push(text.slice(0, LONGEST))
    found.set(id, known)
  }
  let under: readonly string[] = []
  for (const { kind, lines } of proseOf(report))
    for (const text of byFinding(lines, wanted)) {
      const named = idsIn(text, wanted)
      if (kind === 'heading') under = named
      for (const id of new Set([...named, ...under])) add(id, text)
    }
  for (const { id, text } of summaries(report)) if (wanted.has(id)) add(id, text)
  return found
}

/** The lines of a block, each with those that go on with it. */
function byFinding(lines: readonly string[], wanted: ReadonlySet<string>): string[] {
  const parts: string[][] = []
  for (const line of lines) {
    if (parts.length === 0 || beginsFinding(line, wanted)) parts.push([])
    parts.at(-1)!.push(line)
  }
  return parts.map((part) => part.join(' '))
}

function beginsFinding(line: string, wanted: ReadonlySet<string>): boolean {
  const first = bare(FIRST_WORD.exec(line)?.[1] ?? '')
  return wanted.has(first) || ID.test(first)
}

/** An id without the full stop or the dash after it. */
function bare(word: string): string {
  return word.replace(/[.-]+$/, '')
}

function idsIn(text: string, wanted: ReadonlySet<string>): string[] {
  const named = (text.match(WORD) ?? []).map(bare)
  return [...new Set(named.filter((word) => wanted.has(word)))]
}

/** The issues of the last verdict block, as far as they can be read: of any severity, and in a verdict that does not stand. */
function summaries(report: string): { id: string; text: string }[] {
  const json = lastVerdictBlock(report)?.json
  if (json === undefined) return []
  try {
    const { issues } = JSON.parse(json) as { issues?: unknown }
    return Array.isArray(issues) ? issues.flatMap(summaryOf) : []
  } catch {
    return []
  }
}

function summaryOf(issue: unknown): { id: string; text: string }[] {
  const { id, summary } = (issue ?? {}) as { id?: unknown; summary?: unknown }
  return typeof id === 'string' && typeof summary === 'string' ? [{ id, text: summary }] : []
}

const HEADING = /^ {0,3}#{1,6}[ \t]/
const FENCE = /^[ \t]*(`{3,}|~{3,})/
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g

/**
 * What a report says about each of some findings: from a line that names it to the next heading, or to a line that names
 * others, with the code and the output in between. The verdict block is a list of ids and says nothing about them.
 */
export function textsByFinding(report: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const wanted = new Set(ids)
  const found = new Map<string, string>()
  let about: readonly string[] = []
  let fence: string | undefined
  for (const line of withoutVerdict(report).split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (fence === undefined && mark === undefined) {
      const named = idsIn(line, wanted)
      if (named.length > 0 || HEADING.test(line)) about = named
    }
    for (const id of about) found.set(id, `${found.get(id) ?? ''}${line}\n`)
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
  }
  return found
}

function withoutVerdict(report: string): string {
  let rest = report.replace(COMMENT, '')
  for (const { language, text } of codeBlocks(rest))
    if (/^(?:[\w.-]+:)?verdict-json$/.test(language)) rest = rest.replace(text, '')
  return rest
}

/** A pattern under all the words by which it is known. */
export interface KnownWording {
  readonly id: string
  readonly texts: readonly string[]
}

export interface FindingMatch {
  readonly pattern: string
  readonly method: 'id' | 'substring' | 'overlap'
  readonly similarity: number
  /** The words of the report that gave it away. */
  readonly words: string
}

export const FINDING = { minOverlap: 0.5 }

const SHORTEST = 12

/**
 * The one pattern that a finding is about: the one whose id it cites; else the longest whose wording it contains; else the one that shares most of the words of one
 * of its sentences, at least half of them.
 *
 * {cache, key, lacks, the, locale} against {the, cache, key, lacks, a, tenant}: 4 / 7 = 0.5714.
 */
export function patternOfFinding(
  finding: readonly string[],
  patterns: readonly KnownWording[],
  policy = FINDING,
): FindingMatch | undefined {
  return byId(finding, patterns) ?? bySubstring(finding, patterns) ?? byOverlap(finding, patterns, policy)
}

function byId(finding: readonly string[], patterns: readonly KnownWording[]): FindingMatch | undefined {
  for (const text of finding) {
    const cited = patterns.find(({ id }) => hasWord(text, id))
    if (cited !== undefined) return { pattern: cited.id, method: 'id', similarity: 1, words: text }
  }
  return undefined
}

/** Whether an id stands in a text by itself, not as a part of a longer one. */
function hasWord(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const around = [text.charAt(at - 1), text.charAt(at + id.length)]
    if (!around.some((letter) => /[\p{L}\p{N}_-]/u.test(letter))) return true
  }
  return false
}

function bySubstring(
  finding: readonly string[],
  patterns: readonly KnownWording[],
): FindingMatch | undefined {
  const plain = finding.map((text) => ({ text, normal: normalizeText(text) }))
  let best: (FindingMatch & { length: number }) | undefined
  for (const { id, texts } of patterns) {
    for (const wording of texts.map(normalizeText)) {
      if (wording.length < SHORTEST || wording.length <= (best?.length ?? 0)) continue
      const holder = plain.find(({ normal }) => normal.includes(wording))
      if (holder !== undefined)
        best = { pattern: id, method: 'substring', similarity: 1, words: holder.text, length: wording.length }
    }
  }
  if (best === undefined) return undefined
  const { length: _, ...match } = best
  return match
}

function byOverlap(
  finding: readonly string[],
  patterns: readonly KnownWording[],
  policy: typeof FINDING,
): FindingMatch | undefined {
  const sentences = finding
    .flatMap((text) => sentencesOf(text))
    .map((words) => ({ words, set: tokenSet(words) }))
  let best: FindingMatch | undefined
  for (const { id, texts } of patterns) {
    for (const wording of texts.map(tokenSet)) {
      for (const { words, set } of sentences) {
        const similarity = jaccard(wording, set)
        if (similarity >= policy.minOverlap && similarity > (best?.similarity ?? 0))
          best = { pattern: id, method: 'overlap', similarity, words }
      }
    }
  }
  return best
}
