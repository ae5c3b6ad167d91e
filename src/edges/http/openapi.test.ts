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
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly properties: object } }>
  }
  readonly responses: Record<string, { readonly description?: string; readonly $ref?: string }>
}

const document = openapi('1.2.3') as {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
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
