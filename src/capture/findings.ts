import { relationOf } from '../engine/laws/relation.ts'
import { lastVerdictBlock } from '../engine/laws/verdict.ts'
import { jaccard, tokenSet } from '../engine/search/words.ts'
import { codeBlocks } from '../engine/text/code-blocks.ts'
import { normalizeText } from '../engine/text/text-hash.ts'
import { sentencesOf } from './prose.ts'

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu
const LONGEST = 2_000
const MOST = 40

/** The text of each finding in a report, by id: the requested ids and others in the same format. JSON objects take precedence, because the role wrote their summaries itself. In prose, a block with a single id is about that finding, as is text after an id on its own line or in a heading. In a block with several ids, each line or part of a line belongs to the id at its beginning or end; if that is ambiguous, it belongs to none. */
export function findingTexts(report: string, ids: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const add = (id: string, text: string) => {
    const known = found.get(id) ?? []
    if (text.trim() === '' || known.length >= MOST || known.includes(text.trim())) return
    found.set(id, [...known, text.trim().slice(0, LONGEST)])
  }
  if (ids.length === 0) return found
  for (const json of jsonIn(report)) readObjects(json, add)
  const find = idFinder(ids)
  readBlocks(blocksOf(report), find, add)
  const unread = ids.filter((id) => !found.has(id))
  if (unread.length > 0)
    readBlocks(blocksOf(report, 'listings'), find, (id, text) => unread.includes(id) && add(id, text))
  return found
}

function readBlocks(blocks: readonly string[][], find: Finder, add: Add): void {
  let open: { id: string; level: number } | undefined
  for (const block of blocks) {
    const level = HEADING.test(block[0]!) ? block[0]!.trim().indexOf(' ') : 0
    const named = [...new Set(block.flatMap((line) => find(line).map(({ id }) => id)))]
    const text = (named.length === 1 ? linesOf(block, find) : block).join(' ').replace(MARK, '')
    if (level > 0 && named.length !== 1 && (open === undefined || level <= open.level)) open = undefined
    if (named.length > 1) {
      open = undefined
      readLines(block, find, add)
    } else if (named.length === 1) {
      const [id] = named as [string]
      add(id, text)
      open = level > 0 || isAlone(text) ? { id, level: level || DEEPEST } : undefined
    } else if (open !== undefined) add(open.id, text)
  }
}

const MARK = /^[ \t]*(?:#{1,6}|[-*+•–]|\(?\d{1,3}[.)])[ \t]+/
const DEEPEST = 7
interface Named {
  readonly id: string
  readonly at: number
  readonly end: number
}
type Finder = (line: string) => Named[]
type Add = (id: string, text: string) => void

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const makeOf = (id: string) => id.replace(/\d+/g, '\\d+').replace(/\\d\+$/, '\\d+(?:[a-z]|[.]\\d+)?')

/** A letter or a digit that is part of an id where it touches one; scripts without spaces touch everything. */
const LETTER = '(?:(?![\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}])[\\p{L}\\p{N}])'

/** Finds the requested ids, others of the same format (with `J1` also `J7` and `J7b`), and any other id that begins a line. */
function idFinder(ids: readonly string[]): Finder {
  const makes = new Set(ids.map((id) => (/\p{L}/u.test(id) ? makeOf(escaped(id)) : escaped(id))))
  const severity = SEVERITIES.join('|')
  const pattern = new RegExp(
    `(?<!${LETTER}|[.-]|${LETTER}_)(?:(?:${severity})-)?(${[...makes].join('|')})(?!${LETTER}|[-._][\\p{L}\\p{N}])`,
    'gu',
  )
  return (line) => {
    const named = [...line.matchAll(pattern)].map((match) => {
      const end = match.index + match[0].length
      return { id: match[1]!, at: end - match[1]!.length, end }
    })
    const other = FIRST_ID.exec(line)
    if (other === null || named.some(({ at }) => at < other[0].length)) return named
    return [{ id: other[1]!, at: other[0].length - other[1]!.length, end: other[0].length }, ...named]
  }
}

/** A likely finding id of any format at the beginning of a line: `SEC-12`. */
const FIRST_ID = /^[^\p{L}\p{N}]{0,8}(\p{Lu}{1,5}-?\d{1,4})(?![\p{L}\p{N}]|[-._][\p{L}\p{N}])/u

const SEVERITIES = ['HIGH', 'LOW', 'MEDIUM', 'CRITICAL', 'MAJOR', 'MINOR', 'INFO']
/** Words around an id that say nothing about the finding. */
const LABELS =
  /^(?:high|low|medium|critical|major|minor|info|nit|blocker|blocking|severity|sev|finding|findings|issue|issues|problem|bug|id|ids|see|and|or|is|the|h|l|m|\d+|[\w./-]+\.\w{1,5}(?::\d+)?)$/i
const FEWEST_WORDS = 3

/** How many words of a text say something about a finding. */
const ownWords = (text: string) =>
  (text.replace(/<[^>]{0,80}>/g, ' ').match(WORD) ?? []).filter((word) => !LABELS.test(word)).length
const isAlone = (text: string) => ownWords(text) <= FEWEST_WORDS
const isBare = (text: string) => ownWords(text) < FEWEST_WORDS

/** The lines of a block about its only id: up to the next line in the same format as the line with the id, with another word in its place. */
function linesOf(block: readonly string[], find: Finder): readonly string[] {
  const from = block.findIndex((line) => find(line).length > 0)
  const line = block[from]!
  const [{ at, end }] = find(line) as [Named]
  const [before, after] = [line.slice(0, at), /^[^\p{L}\p{N}]{0,2}/u.exec(line.slice(end))![0]]
  if (/[\p{L}\p{N}]/u.test(before) || !/[^\s\p{L}\p{N}]/u.test(before.trim() + after)) return block
  const isLike = (other: string) =>
    other.startsWith(before) &&
    other
      .slice(before.length)
      .replace(/^[\p{L}\p{N}_.-]+/u, '')
      .startsWith(after)
  const next = block.findIndex((other, index) => index > from && isLike(other))
  return block.slice(block.slice(0, from).some(isLike) ? from : 0, next < 0 ? undefined : next)
}

/** The lines of a block that names several findings. */
function readLines(block: readonly string[], find: Finder, add: Add): void {
  let [current, lines]: [string | undefined, string[]] = [undefined, []]
  const close = () => {
    if (current !== undefined) add(current, lines.join(' ').replace(MARK, ''))
    current = undefined
    lines = []
  }
  for (const line of block) {
    const named = find(line)
    const [first] = named
    if (first === undefined) {
      lines.push(line)
      continue
    }
    const isSeveral = new Set(named.map(({ id }) => id)).size > 1
    const isLast = !isSeveral && isBare(line.slice(first.end)) && !isBare(line.slice(0, first.at))
    if (!isLast || current !== undefined) close()
    if (isSeveral) for (const { id, text } of partsOf(line, named)) add(id, text.replace(MARK, ''))
    else if (isLast) {
      add(first.id, [...lines, line].join(' '))
      lines = []
    } else [current, lines] = [first.id, [line]]
  }
  close()
}

const BEFORE_TEXT = /^[\])}*_`"']{0,4}\s{0,3}(?:[:：=|.–—-]|=>)/
const AFTER_TEXT = /^[)\]]/

/** A line with several ids: each is followed by its text after a colon or the like, or follows its text in brackets. */
function partsOf(line: string, named: readonly Named[]): { id: string; text: string }[] {
  const after = named.map(({ end }, index) => line.slice(end, named[index + 1]?.at))
  if (after.every((text) => BEFORE_TEXT.test(text) && !isBare(text)))
    return named.map(({ id }, index) => ({ id, text: after[index]! }))
  const before = named.map(({ at }, index) => line.slice(named[index - 1]?.end ?? 0, at))
  if (
    before.every((text) => /[([][^)\]]{0,8}$/.test(text) && !isBare(text)) &&
    after.every((text) => AFTER_TEXT.test(text))
  )
    return named.map(({ id }, index) => ({ id, text: before[index]! }))
  // The other ids are only mentioned at the end of the first one's text.
  const [first] = named as [Named]
  return isBare(line.slice(0, first.at)) && !isBare(after[0]!) && after.slice(1).every(isBare)
    ? [{ id: first.id, text: line }]
    : []
}

const ITEM = /^[ \t]*(?:[-*+•–][ \t]+|\(?\d{1,3}[.)][ \t]+|\|)/
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/
const PROGRAM = /^[ \t]*(?:`{3,}|~{3,})[ \t]*(?!(?:ya?ml|te?xt|md|markdown)?[ \t]*$)/

/** Splits a report into blocks, each up to an empty line, a heading, an item or a table row. Quotes count as text, comments do not; code only with `listings`, and only if it may be a list. */
function blocksOf(report: string, also?: 'listings'): string[][] {
  const blocks: string[][] = []
  let open: string[] | undefined
  let fence: string | undefined
  for (const raw of report.replace(COMMENT, '').split('\n')) {
    const mark = FENCE.exec(raw)?.[1]
    if (mark !== undefined) {
      open = undefined
      if (fence !== undefined && mark.startsWith(fence) && raw.trim() === mark) fence = undefined
      else if (fence === undefined && (also === undefined || PROGRAM.test(raw))) fence = mark
      continue
    }
    if (fence !== undefined) continue
    const line = raw.replace(/^[ \t]*(?:>[ \t]?)+/, '').trimEnd()
    if (UNDERLINE.test(line) && open?.length === 1) {
      blocks[blocks.length - 1] = [`# ${open[0]}`]
      open = undefined
    } else if (line.trim() === '') open = undefined
    else if (open === undefined || HEADING.test(line) || ITEM.test(line)) {
      blocks.push([line])
      open = HEADING.test(line) || line.trimStart().startsWith('|') ? undefined : blocks.at(-1)
    } else open.push(line)
  }
  return blocks
}

/** The last verdict, other blocks of JSON, and a report that is JSON itself, as far as they can be read. */
function jsonIn(report: string): unknown[] {
  const blocks = codeBlocks(report).filter(({ language }) => /json/.test(language))
  const verdict = lastVerdictBlock(report)?.json
  return [verdict, ...blocks.map(({ text }) => text), /^\s*[[{]/.test(report) ? report : undefined].flatMap((json) => {
    try {
      return json === undefined ? [] : [JSON.parse(json)]
    } catch {
      return []
    }
  })
}

const SUMMARIES = ['summary', 'title', 'description', 'message', 'text', 'finding', 'problem', 'issue'] as const

/** Reads the objects of a JSON value that have an id and a summary. */
function readObjects(value: unknown, add: Add): void {
  if (typeof value !== 'object' || value === null) return
  const { id, ...fields } = value as Record<string, unknown>
  if (typeof id === 'string') for (const name of SUMMARIES) if (typeof fields[name] === 'string') add(id, fields[name])
  for (const item of Object.values(value)) readObjects(item, add)
}

const HEADING = /^ {0,3}#{1,6}[ \t]/
const FENCE = /^[ \t]*(`{3,}|~{3,})/
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g

/** The text about each finding, by id: from a line that names it to the next heading, or to a line that names others, with the code and the output in between. The verdict block only lists ids and does not count. */
export function textsByFinding(report: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const find = idFinder(ids)
  const found = new Map<string, string>()
  let about: readonly string[] = []
  let fence: string | undefined
  for (const line of withoutVerdict(report).split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (fence === undefined && mark === undefined) {
      const named = find(line).map(({ id }) => id)
      if (named.length > 0 || HEADING.test(line)) about = named
    }
    for (const id of about.filter((one) => ids.includes(one))) found.set(id, `${found.get(id) ?? ''}${line}\n`)
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

/** A pattern with all its known wordings. */
export interface KnownWording {
  readonly id: string
  readonly texts: readonly string[]
}

export interface FindingMatch {
  readonly pattern: string
  readonly method: 'id' | 'substring' | 'overlap'
  readonly similarity: number
  /** The text of the report that identified the pattern. */
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

/** Whether a text contains an id as a whole word, not as a part of a longer one. */
const hasWord = (text: string, id: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped(id)}(?![\\p{L}\\p{N}_-])`, 'u').test(text)

function bySubstring(finding: readonly string[], patterns: readonly KnownWording[]): FindingMatch | undefined {
  const plain = finding.map((text) => ({ text, normal: normalizeText(text) }))
  const found = patterns.flatMap(({ id, texts }) =>
    texts.map(normalizeText).flatMap((wording) => {
      const holder = wording.length < SHORTEST ? undefined : plain.find(({ normal }) => normal.includes(wording))
      const match = { pattern: id, method: 'substring', similarity: 1, words: holder?.text ?? '' } as const
      return holder === undefined ? [] : [{ match, length: wording.length }]
    }),
  )
  return found.sort((a, b) => b.length - a.length)[0]?.match
}

function byOverlap(
  finding: readonly string[],
  patterns: readonly KnownWording[],
  policy: typeof FINDING,
): FindingMatch | undefined {
  const sentences = finding.flatMap((text) => sentencesOf(text)).map((words) => ({ words, set: tokenSet(words) }))
  let best: FindingMatch | undefined
  for (const { id, texts } of patterns) {
    for (const wording of texts.map(tokenSet)) {
      for (const { words, set } of sentences) {
        const similarity = jaccard(wording, set)
        const isNearer = similarity >= policy.minOverlap && similarity > (best?.similarity ?? 0)
        if (isNearer && texts.every((text) => relationOf(text, words).relation !== 'conflict'))
          best = { pattern: id, method: 'overlap', similarity, words }
      }
    }
  }
  return best
}
