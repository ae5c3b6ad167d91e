import * as z from 'zod'
import { schemaProblem } from '../../domain/schema-problem.ts'
import { orElse, withoutUndefined } from '../../domain/sets.ts'
import { inputError } from '../../domain/user-error.ts'
import { refuse } from './guard/refusal.ts'

/** The parts of a JSON schema needed to read a query value. */
interface Field {
  readonly type?: string
  readonly items?: Field
}

/** Deeper than any valid input. */
const MOST_LEVELS = 100

export type Schema = { readonly properties?: Readonly<Record<string, Field>> }

/** The JSON schema of a call's input. */
export function inputSchema(input: z.ZodObject): Schema {
  return z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
}

/** The fields of a query, typed by the schema; a list is separated by commas, repeated or JSON. An unreadable value stays text, so that the schema's error names it. */
export function readQuery(query: URLSearchParams, { properties = {} }: Schema): Record<string, unknown> {
  const names = [...new Set(query.keys())]
  return Object.fromEntries(names.map((name) => [name, readTexts(query.getAll(name), properties[name])]))
}

function readTexts(texts: readonly string[], field: Field | undefined): unknown {
  if (field?.type === 'array')
    return texts.flatMap((text) => {
      const list = text.startsWith('[') ? parsed(text) : undefined
      return Array.isArray(list) ? list : text.split(',').map((part) => single(part, field.items))
    })
  return single(texts.at(-1) ?? '', field)
}

function single(text: string, field: Field | undefined): unknown {
  switch (field?.type) {
    case 'integer':
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
    case 'boolean':
      return text === 'true' || (text === 'false' ? false : text)
    case 'object':
      return parsed(text) ?? text
    default:
      return text
  }
}

/** Parses a body: an object, or empty. */
export function readBody(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  const sent = parsed(text)
  if (isDeeper(sent, MOST_LEVELS))
    throw refuse(400, {
      code: 'input',
      message: `The body is nested more than ${MOST_LEVELS} levels deep.`,
      hint: '/v1/openapi.json lists what there is.',
    })
  if (typeof sent === 'object' && sent !== null && !Array.isArray(sent)) return sent as Record<string, unknown>
  throw refuse(400, { code: 'input', message: 'The body is no JSON object.', hint: 'Send {"field": "value"}.' })
}

/** Whether a value is nested too deeply. Later code can then recurse without counting levels. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1))
}

function parsed(text: string): unknown {
  return orElse(() => JSON.parse(text), undefined)
}

/** Validates a call's input, field by field. */
export function checkInput<I extends z.ZodObject>(schema: I, input: object, where: string): z.output<I> {
  const checked = schema.safeParse(input)
  if (checked.success) return checked.data
  const problems = checked.error.issues.map((issue) => schemaProblem(issue, input))
  throw inputError(problems.join('\n'), `/v1/openapi.json lists what ${where} takes.`)
}

/** Where a page of a list starts, by the cursor that came with the page before. */
export function offsetIn(cursor: unknown): number {
  const offset = Buffer.from(String(cursor), 'base64url').toString()
  if (/^\d{0,15}$/.test(offset)) return Number(offset)
  throw inputError(
    `cursor: '${String(cursor).slice(0, 100)}' is not a cursor of this server.`,
    'Leave it out to begin.',
  )
}

/** Headers with the total count, if known, and the next page's address (RFC 8288). */
export function pageHeaders(address: string, [from, rows, limit, total]: readonly [number, number, number?, number?]) {
  const end = from + rows
  const isLast = rows === 0 || (limit !== undefined && rows < limit)
  const known = total ?? (isLast ? end : undefined)
  const next = new URL(address)
  next.searchParams.set('cursor', Buffer.from(String(end)).toString('base64url'))
  const link = isLast || end === known ? undefined : `<${next.pathname}${next.search}>; rel="next"`
  return withoutUndefined({ 'mettle-total': known?.toString(), link })
}
