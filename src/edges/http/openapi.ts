import * as z from 'zod'
import written from '../../loop/verbs/answers.json' with { type: 'json' }
import { placeOf } from '../client/addresses.ts'
import { ALIASES } from './aliases.ts'
import { ROUTES } from './catalogue.ts'
import { ENDPOINTS, type Endpoint, type Route } from './endpoints.ts'
import { PROJECT_HEADER } from './guard/admit.ts'

type Json = Readonly<Record<string, unknown>>

interface InputSchema {
  readonly properties: Readonly<Record<string, Json>>
  readonly required: readonly string[]
}

/** What the verbs answer, by their names; `npm run docs` writes it from their types. */
const answers: Readonly<Record<string, Json>> = written.answers

/** Every route for OpenAPI 3.1, from the same data that serves them. */
export function openapi(version: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  const add = (address: string, operation: Json) => {
    const [method, path] = address.split(' ') as [string, string]
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation }
  }
  for (const [verb, route] of Object.entries(ROUTES)) add(route.address, operation(verb, route))
  for (const route of ALIASES) add(route.address, operation(idOf(route.address), route))
  for (const endpoint of ENDPOINTS) add(endpoint.address, endpointOperation(endpoint))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mettle',
      version,
      summary: 'The learning loop for AI coding agents.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: COMPONENTS,
    security: [{ bearer: [] }, { cookie: [] }],
  }
}

/** For what has no verb's name. */
function idOf(address: string): string {
  return address.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function operation(id: string, { address, role, summary, input }: Route): Json {
  const { method, parameters } = placeOf(address)
  const { properties, required } = schemaOf(input)
  const inPath = Object.keys(properties).filter((name) => parameters.includes(name))
  const rest = Object.keys(properties).filter((name) => !parameters.includes(name))
  const given = (name: string) => ({ name, schema: properties[name]! })
  return {
    operationId: id,
    summary,
    tags: [address.split('/')[2]],
    description: `Needs the role ${role}.`,
    parameters: [
      ...inPath.map((name) => ({ ...given(name), in: 'path', required: true })),
      ...(method === 'GET' ? rest.map((name) => queryParameter(given(name), required.includes(name))) : []),
      { $ref: '#/components/parameters/project' },
    ],
    ...(method !== 'GET' && { requestBody: bodyOf(rest, { properties, required }) }),
    responses: responsesOf('application/json', 'What the verb of the same name answers in the library.', answers[id]),
  }
}

/** An object in a query is JSON; a list is divided by commas. */
function queryParameter({ name, schema }: { name: string; schema: Json }, required: boolean): Json {
  const place = { name, in: 'query', required }
  if (schema.type === 'object') return { ...place, content: { 'application/json': { schema } } }
  return { ...place, schema, ...(schema.type === 'array' ? { style: 'form', explode: false } : {}) }
}

function bodyOf(names: readonly string[], { properties, required }: InputSchema): Json {
  const needed = required.filter((name) => names.includes(name))
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    required: needed.length === 0 ? undefined : needed,
    additionalProperties: false,
  }
  return { required: needed.length > 0, content: { 'application/json': { schema } } }
}

function schemaOf(input: z.ZodObject): InputSchema {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return { properties: properties as Record<string, Json>, required }
}

function endpointOperation({ address, role, summary, type = 'application/json' }: Endpoint): Json {
  return {
    operationId: idOf(address),
    summary,
    tags: ['server'],
    ...(role === undefined ? { security: [] } : { description: `Needs the role ${role}.` }),
    responses: responsesOf(type, summary),
  }
}

function responsesOf(type: string, description: string, schema?: Json): Json {
  return {
    200: { description, content: { [type]: schema === undefined ? {} : { schema } } },
    '4XX': { $ref: '#/components/responses/failure' },
    '5XX': { $ref: '#/components/responses/failure' },
  }
}

const COMPONENTS: Json = {
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'mettle_login_PORT' },
  },
  parameters: {
    project: {
      name: PROJECT_HEADER,
      in: 'header',
      required: false,
      description: 'One of the projects that the token is for; else the usual one.',
      schema: { type: 'string' },
    },
  },
  responses: {
    failure: {
      description: 'What went wrong, and what to do about it.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/failure' } } },
    },
  },
  schemas: {
    ...written.schemas,
    failure: {
      type: 'object',
      required: ['error'],
      properties: {
        error: {
          type: 'object',
          required: ['code', 'message', 'hint'],
          properties: { code: { type: 'string' }, message: { type: 'string' }, hint: { type: 'string' } },
        },
      },
    },
  },
}
