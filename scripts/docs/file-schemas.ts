import * as z from 'zod'
import { basePolicySchema } from '../../src/domain/base-policy.ts'
import { CONFIG_KEYS, CONFIG_NAMES, type ConfigKey } from '../../src/machine/config/keys.ts'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
const ITSELF = { $schema: { type: 'string', description: 'Where this schema is, for editors.' } }

type Schema = Record<string, unknown> & { properties?: Record<string, Schema> }

/** The JSON Schema of `mettle.config.json` and of a person's `config.json`; the dots of a key nest. */
export function configFileSchema(): string {
  const root: Schema = { ...branch(), properties: { ...ITSELF } }
  for (const name of CONFIG_NAMES) {
    const parts = name.split('.')
    const last = parts.pop()!
    let place = root
    for (const part of parts) {
      place.properties![part] ??= branch()
      place = place.properties![part]!
    }
    place.properties![last] = valueSchema(CONFIG_KEYS[name])
  }
  return written('Settings of Mettle', root)
}

/** The JSON Schema of `mettle.policy.json`. */
export function policyFileSchema(): string {
  const { $schema: _, ...made } = z.toJSONSchema(basePolicySchema, { io: 'input' }) as Schema
  return written('The policy file of Mettle', { ...made, properties: { ...ITSELF, ...made.properties } })
}

function branch(): Schema {
  return { type: 'object', additionalProperties: false, properties: {} }
}

function valueSchema({ kind, summary: description, fallback, least, most, oneOf, secret }: ConfigKey): Schema {
  const about = { description, ...(secret === true ? {} : { default: fallback }) }
  switch (kind) {
    case 'number':
      return { type: 'number', minimum: least, maximum: most, ...about }
    case 'switch':
      return { type: 'boolean', ...about }
    case 'names':
      return { type: 'array', items: { type: 'string', minLength: 1 }, ...about }
    case 'weights':
      return {
        type: 'object',
        additionalProperties: { type: 'number', minimum: 0, maximum: 1_000 },
        ...about,
      }
    case 'text':
      return { type: 'string', enum: oneOf, ...about }
  }
}

function written(title: string, schema: Schema): string {
  return `${JSON.stringify({ $schema: DIALECT, title, ...schema }, null, 2)}\n`
}
