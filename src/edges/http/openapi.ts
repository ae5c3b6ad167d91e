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

/** The answer schema of each verb, which `npm run docs` writes from their types. */
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
    servers: [{ url: '/', description: 'The server that this description came from.' }],
    paths,
    components: COMPONENTS,
    security: [{ bearer: [] }, { cookie: [] }],
  }
}

/** `postLoginCodes` for `POST /v1/login/codes`, which is not a verb. */
function idOf(address: string): string {
  const [method = '', path = ''] = address.replace('/v1', '').split(' ')
  return method.toLowerCase() + path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function operation(id: string, { address, role, summary, input }: Route): Json {
  const { method, parameters } = placeOf(address)
  const { properties, required } = schemaOf(input)
  const inPath = Object.keys(properties).filter((name) => parameters.includes(name))
  const rest = Object.keys(properties).filter((name) => !parameters.includes(name))
  const given = (name: string) => ({ name, schema: properties[name]! })
  const isList = method === 'GET' && properties.limit !== undefined
  return {
    operationId: id,
    summary,
    tags: [address.split('/')[2]],
    description: `Needs the role ${role}.`,
    parameters: [
      ...inPath.map((name) => ({ ...given(name), in: 'path', required: true })),
      ...(method === 'GET' ? rest.map((name) => queryParameter(given(name), required.includes(name))) : []),
      ...(isList ? [{ $ref: '#/components/parameters/cursor' }] : []),
      ...(method === 'GET' ? [] : [{ $ref: '#/components/parameters/once' }]),
      { $ref: '#/components/parameters/project' },
    ],
    ...(method !== 'GET' && { requestBody: bodyOf(rest, { properties, required }) }),
    responses: responsesOf('application/json', 'What the verb of this name answers.', answers[id], isList),
  }
}

/** A query parameter: an object is JSON, a list is separated by commas. */
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

function endpointOperation({ address, role, summary, type = 'application/json', body, answer }: Endpoint): Json {
  const { $schema: _, ...told } = answer === undefined ? {} : z.toJSONSchema(answer)
  const { $schema: __, ...sent } = body === undefined ? {} : z.toJSONSchema(body)
  return {
    operationId: idOf(address),
    summary,
    tags: ['server'],
    ...(role === undefined ? { security: [] } : { description: `Needs the role ${role}.` }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: sent } } } }),
    responses: responsesOf(type, summary, answer && told),
  }
}

function responsesOf(type: string, description: string, known?: Json, isList = false): Json {
  const schema = known ?? { type: type === 'application/json' ? 'object' : 'string' }
  return {
    200: { description, headers: isList ? PAGE_HEADERS : undefined, content: { [type]: { schema } } },
    '4XX': { $ref: '#/components/responses/failure' },
    '5XX': { $ref: '#/components/responses/failure' },
  }
}

const TEXT = { type: 'string' }
const parameter = (place: string, name: string, description: string) => ({ name, in: place, description, schema: TEXT })
const PAGE_HEADERS: Json = {
  'mettle-total': { description: 'How many rows there are in all.', schema: { type: 'integer' } },
  link: { description: 'The address of the next page, with rel="next".', schema: TEXT },
}

const COMPONENTS: Json = {
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'mettle_login_PORT' },
  },
  parameters: {
    cursor: parameter('query', 'cursor', 'Where the page starts, as the `link` of the page before says.'),
    once: parameter('header', 'Idempotency-Key', 'A call that is sent again under the same key is recorded once.'),
    project: parameter('header', PROJECT_HEADER, 'One of the projects that the token is for; else the usual one.'),
  },
  responses: {
    failure: {
      description: 'What went wrong, and what to do about it.',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/failure' } } },
    },
  },
  schemas: {
    ...written.schemas,
    failure: {
      type: 'object',
      description: 'A problem of RFC 9457. `code` is for programs, `hint` says what to type or do.',
      required: ['type', 'title', 'status', 'detail', 'code', 'hint'],
      properties: { type: TEXT, title: TEXT, status: { type: 'integer' }, detail: TEXT, code: TEXT, hint: TEXT },
    },
  },
}
