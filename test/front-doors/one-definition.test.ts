import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { flagOf } from '../../src/edges/cli/input/tokens.ts'
import { ADDRESSES } from '../../src/edges/client/addresses.ts'
import { createClient } from '../../src/edges/client/client.ts'
import { openapi } from '../../src/edges/http/openapi.ts'
import { VERBS } from '../../src/loop/verbs/catalogue.ts'
import type { Verb } from '../../src/loop/verbs/define-verb.ts'
import { testLoop } from '../worlds/test-loop.ts'
import { asMettle, testServer } from '../worlds/test-server.ts'
import { runCli } from './run-cli.ts'

const page = readFileSync(new URL('../../docs/reference/http.md', import.meta.url), 'utf8')
const { paths } = openapi('1.2.3') as {
  paths: Record<string, Record<string, { operationId: string; summary: string }>>
}
const offered = Object.entries<Verb>(VERBS).flatMap(([name, verb]) =>
  verb.address === undefined ? [] : [[name, verb, verb.address] as const],
)

describe.each(offered)('the definition of %s', (name, verb, address) => {
  it('reaches the library, the client, the OpenAPI document and the reference', () => {
    const [method = '', path = ''] = address.split(' ')
    expect(testLoop()).toHaveProperty(name)
    expect(createClient({ url: 'http://127.0.0.1:1' })).toHaveProperty(name)
    expect(ADDRESSES).toHaveProperty(name, address)
    const described = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(described).toMatchObject({ operationId: name, summary: verb.summary })
    expect(page).toContain(`\n### ${address}\n\n${verb.summary} `)
  })
})

it('one call gives the same on the command line, over HTTP, by the client and in the library', async () => {
  const call = { task: 'bd-12', attempt: 'retry the upload', reason: 'the stream closes again' }
  const { stdout: help } = await runCli(['strike', 'record', '--help'])
  for (const field of Object.keys(call)) expect(help).toContain(`--${flagOf(field)} `)
  const server = testServer(asMettle(testLoop()))
  const { body: overHttp } = await server.call('POST', '/v1/strikes', { body: call })
  const other = testServer(asMettle(testLoop()))
  const client = createClient({
    url: 'http://127.0.0.1:4777',
    token: 'write',
    fetch: (url, init) => other.request(new URL(String(url)).pathname, init),
  })
  const byClient = await client.recordStrike(call)
  const inLibrary = await testLoop().recordStrike(call)
  expect([overHttp, byClient]).toEqual([inLibrary, inLibrary].map((answer) => JSON.parse(JSON.stringify(answer))))
})
