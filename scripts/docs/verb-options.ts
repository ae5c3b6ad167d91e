import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import { VERBS } from '../../src/loop/verbs/catalogue.ts'
import type { Verb } from '../../src/loop/verbs/define-verb.ts'
import { inputOf } from '../../src/loop/verbs/fields.ts'

const COMMANDS = new URL('../../src/edges/cli/commands/', import.meta.url)
const BY = { kind: 'text', value: 'NAME', summary: 'Who decides. Default: the user of this machine.' }

interface Field {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly items?: Field
  readonly minimum?: number
  readonly maximum?: number
}

/** The content of `src/edges/cli/verb-options.json`: the options of every verb that a command calls, from its schema. */
export function verbOptions(): string {
  const sources = readdirSync(COMMANDS).map((file) => readFileSync(new URL(file, COMMANDS), 'utf8'))
  const called = new Set(
    sources.flatMap((text) => [...text.matchAll(/\bverbCommand\('(\w+)'/g)].map(([, verb]) => verb!)),
  )
  const rows = Object.entries<Verb>(VERBS)
    .filter(([name]) => called.has(name))
    .map(([name, verb]) => `  ${JSON.stringify(name)}: ${JSON.stringify(optionsOf(verb))}`)
  return `{\n${rows.join(',\n')}\n}\n`
}

function optionsOf(verb: Verb): object {
  const schema = z.toJSONSchema(inputOf(verb), { io: 'input', unrepresentable: 'any' })
  const required = schema.required ?? []
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Field>).filter(
    ([name]) => name !== 'occurredAt',
  )
  const options = fields.map(([name, field]) => [
    name,
    { ...optionOf(field), required: required.includes(name) || undefined },
  ])
  return { ...Object.fromEntries(options), ...(verb.by ? { by: BY } : {}) }
}

function optionOf({ type, description = '', enum: oneOf, items, minimum: least, maximum: most }: Field): object {
  const summary = `${description.charAt(0).toUpperCase()}${description.slice(1)}.`
  if (type === 'boolean') return { kind: 'switch', summary }
  if (type === 'array') return { kind: 'list', oneOf: items?.enum, summary }
  if (type === 'integer' || type === 'number')
    return { kind: 'number', least, most, whole: type === 'integer' || undefined, summary }
  return { kind: 'text', value: oneOf === undefined ? 'TEXT' : undefined, oneOf, summary }
}
