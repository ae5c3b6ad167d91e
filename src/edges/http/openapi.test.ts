import { describe, expect, it } from 'vitest'
import { testLoop } from '../../../test/worlds/test-loop.ts'
import { asMettle, testServer } from '../../../test/worlds/test-server.ts'
import { ADDRESSES } from '../client/addresses.ts'
import { ENDPOINTS } from './endpoints.ts'
import { openapi } from './openapi.ts'

interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly schema?: object
  readonly content?: object
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, object>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly properties: object } }>
  }
  readonly responses: Record<string, { readonly description?: string; readonly $ref?: string }>
}

const document = openapi('1.2.3') as {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly license?: { readonly name: string; readonly url?: string; readonly identifier?: string }
  }
  readonly servers?: readonly { readonly url: string }[]
  readonly security?: readonly Readonly<Record<string, object>>[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: Record<string, Record<string, object>>
}
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

/** Every object in the document, whatever it is. */
function everything(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(everything)]
}

describe('the OpenAPI document', () => {
  it('is of version 3.1 and says what it describes', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: 'Mettle', version: '1.2.3' })
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  it('has every address, with an id that no other has', () => {
    const served = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const known = [...Object.values(ADDRESSES), ...ENDPOINTS.map(({ address }) => address)]
    for (const address of known) expect(served).toContain(address.replace(/:(\w+)/g, '{$1}'))
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]+$/)
  })

  it.each(operations)('$method $path declares what its path names, and its answers', ({ path, method, operation }) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => name)).toEqual(named)
    expect(inPath.every(({ required }) => required === true)).toBe(true)
    for (const parameter of operation.parameters ?? [])
      if (parameter.$ref === undefined)
        expect([parameter.schema, parameter.content].filter((form) => form !== undefined)).toHaveLength(1)
    if (method === 'get') expect(operation.requestBody).toBeUndefined()
    expect(operation.summary).toMatch(/\.$/)
    for (const answer of Object.values(operation.responses)) expect(answer.description ?? answer.$ref).toBeTruthy()
  })

  it('says what a login takes and answers', async () => {
    const { post, get } = document.paths['/v1/login']!
    const schema = post!.requestBody!.content['application/json']!.schema as unknown as {
      anyOf: { required: string[] }[]
    }
    expect(schema.anyOf.map(({ required }) => required)).toEqual([['code'], ['token']])
    const { body } = await testServer(asMettle(testLoop())).call('GET', '/v1/login', { token: 'read' })
    const answer = get!.responses[200] as unknown as {
      content: Record<string, { schema: { required: string[]; properties: object } }>
    }
    const told = answer.content['application/json']!.schema
    expect(Object.keys(told.properties).sort()).toEqual(Object.keys(body as object).sort())
    expect(told.required).toEqual(Object.keys(told.properties))
  })

  it('refers to nothing that is not there', () => {
    for (const { $ref } of everything(document)) {
      if (typeof $ref !== 'string') continue
      const [, group = '', kind = '', name = ''] = $ref.split('/')
      expect(
        (document as unknown as Record<string, Record<string, Record<string, object>>>)[group]?.[kind]?.[name],
      ).toBeDefined()
    }
  })

  it('uses the words of JSON Schema alone', () => {
    const kinds = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
    const schemas = everything(document.paths).filter(({ type }) => typeof type === 'string')
    expect(schemas.filter(({ type }) => !kinds.includes(String(type)))).toEqual([])
  })

  // The rules that Redocly recommends, without its 20 packages.
  it('says where it is served, under which licence, and in which group each operation is', () => {
    const { servers, info } = document
    expect(servers?.length).toBeGreaterThan(0)
    for (const { url } of servers ?? []) expect(url).not.toMatch(/example\.com|.\/$/)
    expect(info.license).toMatchObject({ name: expect.any(String) })
    expect(info.license?.url ?? info.license?.identifier).toBeTruthy()
    for (const { operation } of operations) expect(operation.tags).toEqual([expect.stringMatching(/^\w+$/)])
  })

  it.each(operations)('$method $path answers well and badly, and names its security', ({ path, operation }) => {
    const statuses = Object.keys(operation.responses)
    expect(statuses.filter((status) => /^2/.test(status))).not.toEqual([])
    expect(statuses.filter((status) => /^4/.test(status))).not.toEqual([])
    const required = (operation.security ?? document.security ?? []).flatMap((one) => Object.keys(one))
    expect(operation.security ?? document.security).toBeDefined()
    for (const scheme of required) expect(document.components.securitySchemes).toHaveProperty(scheme)
    const keys = (operation.parameters ?? []).map(({ $ref, name, in: place }) => $ref ?? `${place} ${name}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(path).not.toMatch(/.\/$|\?/)
  })

  it('has no two paths that a call could mean, and no component that nothing uses', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
    expect(new Set(shapes).size).toBe(shapes.length)
    const used = new Set(everything(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])))
    for (const [kind, all] of Object.entries(document.components))
      for (const name of kind === 'securitySchemes' ? [] : Object.keys(all))
        expect(used).toContain(`#/components/${kind}/${name}`)
  })

  it('lists only values that their type allows', () => {
    const listed = everything(document).filter(({ enum: values }) => Array.isArray(values))
    expect(listed.length).toBeGreaterThan(20)
    for (const { type, enum: values } of listed)
      if (type === 'string') expect((values as unknown[]).filter((value) => typeof value !== 'string')).toEqual([])
  })

  it('is served to who may read', async () => {
    const server = testServer(asMettle(testLoop()))
    expect((await server.call('GET', '/v1/openapi.json', { token: 'read' })).body).toEqual(document)
  })
})

describe('the addresses of another system', () => {
  it.each(['report', 'reliability', 'policies'])('/v1/learning/%s answers', async (name) => {
    const loop = testLoop()
    const server = testServer(asMettle(loop))
    const { status, body } = await server.call('GET', `/v1/learning/${name}`, { token: 'read' })
    expect(status).toBe(200)
    const { compat } = await loop.governanceReport()
    const source = {
      report: compat,
      reliability: { reliability: compat.reliability },
      policies: { policyOverlays: compat.overlays },
    }
    expect(body).toEqual(JSON.parse(JSON.stringify(source[name as keyof typeof source])))
  })
})
