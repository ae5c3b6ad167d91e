import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ROUTES } from '../http/catalogue.ts'
import { inputSchema, readQuery } from '../http/read-call.ts'
import { createClient } from './client.ts'

const schema = inputSchema(ROUTES.queryPatterns.input)

/** What the server reads of a call. */
async function heard(input: { role: string; files: string[]; limit: number }): Promise<object> {
  let url = ''
  const client = createClient({
    url: 'http://127.0.0.1:1',
    fetch: async (asked) => {
      url = String(asked)
      return Response.json([])
    },
  })
  await client.queryPatterns(input)
  return readQuery(new URL(url).searchParams, schema)
}

it('is heard as it spoke, whatever the names of files hold', async () => {
  const name = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('src/a,b.ts', '["a"]', '[id].ts', ' '))
  await fc.assert(
    fc.asyncProperty(fc.array(name), fc.string(), fc.nat(), async (files, role, limit) => {
      expect(await heard({ role, files, limit })).toEqual({ role, files, limit })
    }),
  )
})

it('may be spoken to by hand, with commas', () => {
  const query = new URLSearchParams('files=a.ts,b.ts&files=[id].ts&limit=5')
  expect(readQuery(query, schema)).toEqual({ files: ['a.ts', 'b.ts', '[id].ts'], limit: 5 })
})
