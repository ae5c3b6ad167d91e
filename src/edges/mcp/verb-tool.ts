import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { safeId } from '../../domain/safe-id.ts'
import written from '../../loop/verbs/answers.json' with { type: 'json' }
import { argsOf, VERBS, type Verbs } from '../../loop/verbs/catalogue.ts'
import type { Verb } from '../../loop/verbs/define-verb.ts'
import { type InputSchema, inputOf } from '../../loop/verbs/fields.ts'
import { agentName } from './answer.ts'
import { READS, RECORDS, type Tool } from './tool.ts'

type Json = Readonly<Record<string, unknown>>

const SCHEMAS = written.schemas as Readonly<Record<string, Json>>
const REFERENCE = /"#\/components\/schemas\/(\w+)"/g

/** The tools of one verb each; input and output follow from the verb's definition, as over HTTP. */
export const VERB_TOOLS: readonly Tool[] = Object.entries<Verb>(VERBS).flatMap(([verb, definition]) =>
  definition.tool === undefined ? [] : [toolOf(verb as keyof Verbs, definition, definition.tool)],
)

function toolOf(verb: keyof Verbs, definition: Verb, { without, ...tool }: NonNullable<Verb['tool']>): Tool {
  const input: z.ZodObject = z.strictObject(toolFields(definition, without))
  const takesRun = 'run' in input.shape
  return {
    ...tool,
    input,
    output: answerSchema(verb, takesRun),
    hints: definition.address?.startsWith('GET') ? READS : RECORDS,
    run: async ({ host, loop, run: own }, { agent, run = own, ...given }: Json) => {
      const files = Array.isArray(given.files) ? { files: given.files.map(host.fromRoot) } : {}
      const who = definition.by ? { by: agent ?? 'agent' } : { agent: definition.reports ? (agent ?? 'agent') : agent }
      const work = (await loop())[verb] as unknown as (...args: unknown[]) => Promise<unknown>
      const asked = { ...given, ...files, ...('agent' in input.shape && who), ...(takesRun && { run }) }
      const answer = await work(...argsOf(definition, asked))
      const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer)
      return { ...(isObject ? answer : { answer }), ...(takesRun && { run }) }
    },
  }
}

/** A tool's input: the verb's fields, with the session's run as default, and never a person's name. */
export function toolFields<V extends Verb, W extends string = never>(definition: V, without: readonly W[] = []) {
  const { shape } = inputOf(definition)
  const fields = Object.entries(shape).filter(([field]) => ![...without, 'occurredAt'].includes(field))
  const isSpoken = definition.by || (definition.reports && 'agent' in shape)
  return {
    ...inWords(z.object(Object.fromEntries(fields))),
    ...(isSpoken && { agent: agentName.optional().describe('Who says so; left out: agent.') }),
    ...('run' in shape && { run: safeId.optional().describe('The run; left out, the session of your client.') }),
  } as unknown as Omit<InputSchema<V>['shape'], W | 'occurredAt'>
}

/** Fields, each with its description as a sentence. */
export function inWords<S extends z.ZodRawShape>({ shape }: z.ZodObject<S>): S {
  const described = Object.entries<z.ZodType>(shape as never).map(([field, schema]) => {
    const { description: text } = schema
    return [field, text === undefined ? schema : schema.describe(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`)]
  })
  return Object.fromEntries(described)
}

/** The verb's answer schema, from its type; an answer that is not an object goes into the field `answer`. */
function answerSchema(verb: keyof Verbs, takesRun: boolean): StandardSchemaWithJSON {
  const answer = (written.answers as Readonly<Record<string, Json>>)[verb] ?? {}
  const own = resolved(answer)
  const { properties, ...rest } =
    own.type === 'object' ? own : { type: 'object', properties: { answer }, required: ['answer'] }
  const schema = { ...rest, properties: { ...(properties as Json), ...(takesRun && { run: { type: 'string' } }) } }
  const json = () => JSON.parse(withDefinitions(schema)) as Record<string, unknown>
  return {
    '~standard': {
      version: 1,
      vendor: 'mettle',
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  }
}

function resolved(schema: Json): Json {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  return name === undefined ? schema : SCHEMAS[name]!
}

/** The schema as self-contained text, with the definitions of all types that it names. */
function withDefinitions(schema: Json): string {
  const needed = new Set<string>()
  const add = (part: Json) => {
    for (const [, name] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (needed.has(name!)) continue
      needed.add(name!)
      add(SCHEMAS[name!]!)
    }
  }
  add(schema)
  const $defs = Object.fromEntries([...needed].map((name) => [name, SCHEMAS[name]]))
  return JSON.stringify(needed.size === 0 ? schema : { ...schema, $defs }).replace(REFERENCE, '"#/$defs/$1"')
}
