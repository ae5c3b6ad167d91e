import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import { testLoop } from '../../../test/worlds/test-loop.ts'
import { asMettle, testServer } from '../../../test/worlds/test-server.ts'
import { StaticFiles } from './static-files.ts'

const SCRIPT = 'console.log(1)\n'.repeat(100)

function dashboard() {
  const folder = temporaryFolder()
  const built = join(folder, 'dashboard')
  mkdirSync(join(built, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'not for you')
  writeFileSync(join(built, 'index.html'), '<!doctype html><title>Mettle</title>')
  writeFileSync(join(built, 'assets', 'app-4f2a9c1b.js'), SCRIPT)
  return testServer(asMettle(testLoop()), { files: new StaticFiles(built) })
}

describe('the files of the dashboard', () => {
  it('are kept for good where their name changes with them, and asked for again where not', async () => {
    const server = dashboard()
    const script = await server.request('/assets/app-4f2a9c1b.js')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect((await server.request('/index.html')).headers.get('cache-control')).toBe('no-cache')
  })

  it('come compressed for a browser that takes them so', async () => {
    const server = dashboard()
    const get = (accepted: string) =>
      server.request('/assets/app-4f2a9c1b.js', { headers: { 'accept-encoding': accepted } })
    const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
    const gzip = await get('gzip, deflate, br')
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await bytes(gzip)).toString()).toBe(SCRIPT)
    expect((await bytes(await get(''))).toString()).toBe(SCRIPT)
  })

  it('lead to the first page for every path of its own, but not for a file that is missing', async () => {
    const server = dashboard()
    expect(await (await server.request('/')).text()).toContain('<title>Mettle</title>')
    expect(await (await server.request('/patterns/p-1')).text()).toContain('<title>Mettle</title>')
    expect((await server.request('/assets/gone-4f2a9c1b.js')).status).toBe(404)
  })

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//etc/passwd',
  ])('are all there is: %s leads nowhere else', async (path) => {
    expect(await (await dashboard().request(path)).text()).not.toContain('not for you')
  })

  it('are replaced by a page that says how to build them', async () => {
    const server = testServer(asMettle(testLoop()))
    const answer = await server.request('/')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('npm run build')
    expect((await server.request('/patterns')).status).toBe(404)
  })
})
