/**
 * Compiles the kernel beside it into src/engine/search/byte-cosines.ts: `npx tsx scripts/embedding/build-kernel.ts [work folder]`.
 *
 * With a pinned compiler the bytes are the same everywhere.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchPackage } from './fetch-packages.ts'

interface Wabt {
  parseWat(name: string, source: string, features: object): { toBinary(options: object): { buffer: Uint8Array } }
}

const work = process.argv[2] ?? join(tmpdir(), 'mettle-embedding')
mkdirSync(work, { recursive: true })
const folder = fetchPackage({ name: 'wabt', version: '1.0.39', licence: 'Apache-2.0' }, work)
const open = createRequire(import.meta.url)(folder) as () => Promise<Wabt>

const { parseWat } = await open()
const source = readFileSync(new URL('./cosine-kernel.wat', import.meta.url), 'utf8')
const { buffer } = parseWat('cosine-kernel.wat', source, { simd: true }).toBinary({})
const lines = Buffer.from(buffer)
  .toString('base64')
  .match(/.{1,100}/g)!
  .map((line) => `  '${line}',`)
writeFileSync(
  new URL('../../src/engine/search/byte-cosines.ts', import.meta.url),
  `/** ${buffer.length} bytes of WebAssembly, compiled from scripts/embedding/cosine-kernel.wat by build-kernel.ts beside it. */
export const COSINE_KERNEL = [
${lines.join('\n')}
].join('')
`,
)
