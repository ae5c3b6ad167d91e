import type * as z from 'zod'

type Issue = z.core.$ZodIssue
type IssueOf<C extends Issue['code']> = Extract<Issue, { code: C }>

/** One thing that is wrong with an input, with the path of its field: `feedback[0].at: is missing`. */
export function schemaProblem(issue: Issue, input: unknown, whole = 'input'): string {
  const path = pathOf(issue.path)
  return `${path === '' ? whole : path}: ${messageOf(issue, valueAt(input, issue.path))}`
}

/** `feedback[0].at` */
export function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], input)
}

function messageOf(issue: Issue, value: unknown): string {
  if (value === undefined && issue.code !== 'custom') return 'is missing'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${aOrAn(issue.expected)}, not ${shown(value)}`
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}, not ${shown(value)}`
    case 'invalid_union':
      return unionMessage(issue, value)
    default:
      return issue.message
  }
}

function tooSmall({ origin, minimum, inclusive }: IssueOf<'too_small'>): string {
  if (origin === 'string') return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} characters`
  if (origin === 'array') return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} items`
  return inclusive === false ? `must be greater than ${minimum}` : `must be at least ${minimum}`
}

function tooBig({ origin, maximum, inclusive }: IssueOf<'too_big'>): string {
  if (origin === 'string') return `must have at most ${maximum} characters`
  if (origin === 'array') return `must have at most ${maximum} ${maximum === 1 ? 'item' : 'items'}`
  return inclusive === false ? `must be less than ${maximum}` : `must be at most ${maximum}`
}

/** The message for a union: about the field that distinguishes its alternatives, about the types, or about the alternative that fits best. */
function unionMessage(issue: IssueOf<'invalid_union'>, value: unknown): string {
  const flat = issue.errors.flat()
  if (flat.length === 0) return `must be ${alternatives(issue)}, not ${shown(value)}`
  const types = flat.flatMap((inner) => (inner.path.length === 0 && inner.code === 'invalid_type' ? [inner] : []))
  if (types.length === flat.length)
    return `must be ${[...new Set(types.map((inner) => aOrAn(inner.expected)))].join(' or ')}, not ${shown(value)}`
  const best = flat.find((inner) => inner.code !== 'invalid_type') ?? flat[0]
  return best === undefined ? issue.message : messageOf(best, valueAt(value, best.path))
}

function alternatives(issue: IssueOf<'invalid_union'>): string {
  const options = 'options' in issue ? (issue.options as readonly z.core.util.Primitive[]) : []
  return options.length === 0 ? 'one of the known kinds' : oneOf(options)
}

function oneOf(values: readonly z.core.util.Primitive[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`
}

const NOUNS: Readonly<Record<string, string>> = {
  number: 'a finite number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function aOrAn(expected: string): string {
  return NOUNS[expected] ?? expected
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = typeof value === 'string' ? `'${value}'` : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…'` : text
}
