import type { VerdictResult } from '../../domain/values/outcome.ts'
import { textTokens } from '../search/words.ts'
import { codeBlocks } from '../text/code-blocks.ts'

export interface VerdictBlock {
  /** Undefined when the comment is never closed. */
  readonly json: string | undefined
  /** The number of blocks in the text; this is the last. */
  readonly count: number
}

const COMMENT = /<!--\s*[\w.-]+:verdict-json(?![\w-])/g

/** The last verdict block of a text: a `<name>:verdict-json` comment, or a fenced block of that name. */
export function lastVerdictBlock(text: string): VerdictBlock | undefined {
  const fences = codeBlocks(text).filter(({ language }) => /^(?:[\w.-]+:)?verdict-json$/.test(language))
  const comments = [...text.matchAll(COMMENT)]
  const fence = fences.at(-1)
  const comment = comments.at(-1)
  const count = fences.length + comments.length
  if (comment !== undefined && comment.index > (fence?.start ?? -1)) {
    return { json: upToEnd(text, comment.index + comment[0].length), count }
  }
  return fence === undefined ? undefined : { json: fence.text, count }
}

function upToEnd(text: string, from: number): string | undefined {
  const end = text.indexOf('-->', from)
  return end === -1 ? undefined : text.slice(from, end)
}

export interface VerdictIssue {
  readonly id: string
  readonly severity: 'CRITICAL' | 'HIGH'
  readonly summary?: string
  readonly location?: string
  readonly rootCause?: string
  readonly fixHint?: string
}

export interface Verdict {
  readonly verdict: VerdictResult
  readonly issues: readonly VerdictIssue[]
  readonly mustFix: readonly string[]
  readonly falsePositives: readonly string[]
  /** The problems of the block, in words; a valid verdict may have some. */
  readonly problems: readonly string[]
}

export const VERDICT = {
  maxWords: 15,
  /** First letters of finding ids: judge, inspector, lens, sentinel, auditor. */
  idPrefixes: ['J', 'I', 'L', 'S', 'A'] as readonly string[],
}

/** The machine-readable verdict of a report; the last block counts. FAIL without a must-fix is PASS, and only CRITICAL and HIGH findings are issues. A block that cannot be read is no verdict. */
export function readVerdict(text: string, policy = VERDICT): Verdict {
  const block = lastVerdictBlock(text)
  if (block === undefined) return unreadable('no verdict-json block found')
  if (block.json === undefined) return unreadable('the verdict-json comment is not closed')
  const body = parseObject(block.json)
  if (typeof body === 'string') return unreadable(body)
  const verdict = interpret(body, policy)
  if (block.count === 1) return verdict
  return { ...verdict, problems: [`${block.count} verdict-json blocks; the last one counts`, ...verdict.problems] }
}

function unreadable(problem: string): Verdict {
  return { verdict: 'none', issues: [], mustFix: [], falsePositives: [], problems: [problem] }
}

type Fields = Readonly<Record<string, unknown>>

/** The object, or the problem in words. */
function parseObject(json: string): Fields | string {
  try {
    const value: unknown = JSON.parse(json)
    return isFields(value) ? value : 'the verdict-json block is not a JSON object'
  } catch {
    return 'the verdict-json block is not valid JSON'
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function interpret(body: Fields, policy: typeof VERDICT): Verdict {
  const declared = typeof body.verdict === 'string' ? body.verdict.toUpperCase() : undefined
  if (declared !== 'PASS' && declared !== 'FAIL') return unreadable('verdict is neither PASS nor FAIL')
  const [issueList, mustFixList, falseList] = [body.issues ?? [], body.must_fix ?? [], body.false_positives ?? []]
  if (!Array.isArray(issueList)) return unreadable('issues is not a list')
  if (!isIdList(mustFixList)) return unreadable('must_fix is not a list of ids')
  if (!isIdList(falseList)) return unreadable('false_positives is not a list of ids')
  const read = issueList.map((item, index) => readIssue(item, index, policy))
  const issues = read.flatMap(({ issue }) => (issue === undefined ? [] : [issue]))
  const mustFix = [...new Set(mustFixList)]
  const falsePositives = [...new Set(falseList)]
  const problems = [
    ...read.flatMap((each) => each.problems),
    ...idProblems([...mustFix, ...falsePositives], policy),
    ...mustFixProblems(declared, mustFix, issues),
  ]
  const verdict = declared === 'FAIL' && mustFix.length > 0 ? 'FAIL' : 'PASS'
  return { verdict, issues, mustFix, falsePositives, problems }
}

function isIdList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string' && id.trim() !== '')
}

function mustFixProblems(declared: string, mustFix: readonly string[], issues: readonly VerdictIssue[]) {
  if (declared === 'FAIL' && mustFix.length === 0) return ['FAIL without a must_fix counts as PASS']
  const known = new Set(issues.map((issue) => issue.id))
  return mustFix.filter((id) => !known.has(id)).map((id) => `must_fix ${id} names no CRITICAL or HIGH issue`)
}

function readIssue(item: unknown, index: number, policy: typeof VERDICT) {
  if (!isFields(item) || typeof item.id !== 'string' || item.id.trim() === '') {
    return { problems: [`issue ${index + 1} has no id`] }
  }
  const { id, severity } = item
  if (severity !== 'CRITICAL' && severity !== 'HIGH') {
    return { problems: [`issue ${id} is neither CRITICAL nor HIGH`] }
  }
  const issue: VerdictIssue = {
    id,
    severity,
    ...textField('summary', item.summary),
    ...textField('location', item.location),
    ...textField('rootCause', item.root_cause),
    ...textField('fixHint', item.fix_hint),
  }
  return { issue, problems: [...idProblems([id], policy), ...lengthProblems(issue, policy)] }
}

function textField<K extends string>(name: K, value: unknown): { [P in K]?: string } {
  return typeof value === 'string' ? ({ [name]: value } as { [P in K]?: string }) : {}
}

/** An id of another pipeline is kept; the problem only says that its prefix is unknown here. */
function idProblems(ids: readonly string[], policy: typeof VERDICT): string[] {
  const known = (id: string) => policy.idPrefixes.some((prefix) => id.startsWith(prefix)) && /^\D+\d+$/.test(id)
  return ids
    .filter((id) => !known(id))
    .map((id) => `id ${id} is not one of ${policy.idPrefixes.join(', ')} and a number`)
}

function lengthProblems(issue: VerdictIssue, policy: typeof VERDICT): string[] {
  const texts = { summary: issue.summary, fix_hint: issue.fixHint }
  return Object.entries(texts).flatMap(([field, text]) => {
    const words = textTokens(text ?? '').length
    return words > policy.maxWords ? [`${field} of ${issue.id} has ${words} words (limit ${policy.maxWords})`] : []
  })
}
