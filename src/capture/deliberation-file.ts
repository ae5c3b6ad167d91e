import { withoutUndefined } from '../domain/sets.ts'
import { UserError } from '../domain/user-error.ts'
import type { VerdictResult } from '../domain/values/outcome.ts'
import { readVerdict } from '../engine/laws/verdict.ts'
import { stripOwnBlocks } from '../engine/text/own-blocks.ts'
import { confirmedLevel, type ToolRecord } from '../engine/trust/confirm-output.ts'

/** The text and the metadata of a deliberation file. An absent field was not given. */
export interface DeliberationFile {
  readonly text: string
  readonly role?: string
  readonly phase?: string
  readonly issue?: string
  readonly iteration?: number
  readonly status?: string
  readonly model?: string
  readonly endpoint?: string
  readonly pr?: string
  readonly command?: string
  readonly durationMs?: number
  readonly tokens?: { readonly input: number; readonly output: number }
  readonly labels?: readonly string[]
  readonly occurredAt?: number
}

type Fields = Readonly<Record<string, unknown>>

const EXAMPLE = 'It looks like {"role": "judge", "response": "…", "issue": 42, "tokens": {"input": 0, "output": 0}}.'

const TEXTS = ['role', 'phase', 'status', 'model', 'endpoint', 'command']

/** Reads the file that a pipeline leaves for each role: role, timestamp, status, response, model, endpoint, pr, issue, phase, command, duration_ms and tokens. Fields that Mettle has no use for are passed over; one that is there but wrong is refused by name. */
export function readDeliberationFile(json: string): DeliberationFile {
  const fields = parsed(json)
  const text = textOf(fields, 'response') ?? textOf(fields, 'text')
  if (text === undefined || text.trim() === '') throw malformed("it has no 'response'")
  return {
    text,
    ...withoutUndefined(Object.fromEntries(TEXTS.map((name) => [name, textOf(fields, name)]))),
    ...maybe('issue', idOf(fields, 'issue')),
    ...maybe('pr', idOf(fields, 'pr')),
    ...maybe('iteration', countOf(fields, 'iteration')),
    ...maybe('durationMs', countOf(fields, 'duration_ms')),
    ...maybe('tokens', tokensOf(fields)),
    ...maybe('labels', labelsOf(fields)),
    ...maybe('occurredAt', timeOf(fields)),
  }
}

/** `42-judge-1.json` is issue 42, role judge, iteration 1; a name in any other form gives nothing. */
export function readDeliberationName(name: string): Pick<DeliberationFile, 'issue' | 'role' | 'iteration'> {
  const parts = /(?:^|[\\/])([A-Za-z0-9]{1,40})-([a-z][a-z-]{1,60})-(\d{1,6})\.(?:json|md)$/.exec(name)
  if (parts === null) return {}
  return { issue: parts[1]!, role: parts[2]!, iteration: Number(parts[3]) }
}

function parsed(json: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw malformed(`it is not valid JSON (${(error as Error).message})`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw malformed('it is not a JSON object')
}

function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name] ?? undefined
  if (value === undefined || typeof value === 'string') return value === '' ? undefined : value
  throw malformed(`'${name}' is not a text`)
}

function idOf(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  return Number.isSafeInteger(value) ? String(value) : textOf(fields, name)
}

function countOf(fields: Fields, name: string): number | undefined {
  const value = fields[name] ?? undefined
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return Math.round(value)
  throw malformed(`'${name}' is not a number of 0 or more`)
}

function tokensOf(fields: Fields): DeliberationFile['tokens'] {
  const value = fields.tokens ?? undefined
  if (value === undefined) return undefined
  if (typeof value !== 'object') throw malformed("'tokens' is not {input, output}")
  const { input, output } = { input: countOf(value as Fields, 'input'), output: countOf(value as Fields, 'output') }
  return { input: input ?? 0, output: output ?? 0 }
}

function labelsOf(fields: Fields): readonly string[] | undefined {
  const value = fields.labels ?? undefined
  if (value === undefined) return undefined
  if (Array.isArray(value) && value.every((label) => typeof label === 'string')) return value
  throw malformed("'labels' is not a list of texts")
}

function timeOf(fields: Fields): number | undefined {
  const value = fields.timestamp ?? undefined
  if (value === undefined) return undefined
  const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isInteger(at) && at >= 0) return at
  throw malformed(`'timestamp' is no time: ${String(value).slice(0, 40)}`)
}

function malformed(problem: string): UserError {
  return new UserError('deliberation', `The deliberation cannot be read: ${problem}.`, EXAMPLE)
}

function maybe<K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [P in K]: V })
}

/** A deliberation as the journal stores it, with what can be read from its text alone. */
export interface Deliberation extends DeliberationFile {
  readonly role: string
  readonly verdict: VerdictResult
  readonly evidenceLevel: 1 | 2 | 3
  readonly evidenceReason: string
}

export interface ReadDeliberationOptions extends Partial<Omit<DeliberationFile, 'text'>> {
  /** Left out: an object in braces is JSON, anything else is Markdown. */
  readonly format?: 'json' | 'markdown'
  /** The name of the file it came in, such as `42-judge-1.json`. */
  readonly name?: string
  readonly changedFiles?: readonly string[]
  /** Roles whose output is accepted without confirmation. Default: none. */
  readonly isTrusted?: (role: string) => boolean
  /** The recorded output of the run's tools. Output in the text must match it to count. */
  readonly records?: readonly ToolRecord[]
}

const LONGEST = 1_048_576

/** Reads a deliberation: the JSON file of a pipeline, or plain Markdown. The caller's options override the content, and the content overrides the file name. Output that a text merely quotes is a claim: unless it is confirmed, only the citations count as evidence. */
export function readDeliberation(content: string, options: ReadDeliberationOptions = {}): Deliberation {
  const { format, name = '', changedFiles, isTrusted = () => false, records = [], ...given } = options
  const isJson = format === undefined ? content.trimStart().startsWith('{') : format === 'json'
  const file: DeliberationFile = isJson ? readDeliberationFile(content) : { text: content }
  const known = { ...readDeliberationName(name), ...file, ...withoutUndefined(given) }
  checkText(known.text)
  if (known.role === undefined || known.role.trim() === '')
    throw new UserError(
      'deliberation',
      'The deliberation does not say whose it is.',
      'Name the role, such as --role judge.',
    )
  const ownWords = stripOwnBlocks(known.text)
  const role = known.role.trim()
  const evidence = confirmedLevel({ text: ownWords, changedFiles }, { trusted: isTrusted(role), records })
  return {
    ...known,
    role,
    verdict: readVerdict(ownWords).verdict,
    evidenceLevel: evidence.level,
    evidenceReason: evidence.reason,
  }
}

function checkText(text: string): void {
  if (text.trim() === '')
    throw new UserError('deliberation', 'The deliberation is empty.', 'Give the text that the role wrote.')
  if (text.length > LONGEST)
    throw new UserError(
      'deliberation',
      `The deliberation has ${text.length} characters; at most ${LONGEST} are kept.`,
      'Record the report of the role, without logs and attachments.',
    )
}
