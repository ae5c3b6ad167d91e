/**
 * Compiles the kernels beside it into src/engine/embedding/*-kernel.ts: `npx tsx scripts/embedding/build-kernel.ts [work folder]`.
 *
 * With a pinned compiler the bytes are the same everywhere.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchPackage } from './fetch-packages.ts'

interface Wabt {
  parseWat(
    name: string,
    source: string,
    features: object,
  ): { toBinary(options: object): { buffer: Uint8Array } }
}

const work = process.argv[2] ?? join(tmpdir(), 'mettle-embedding')
mkdirSync(work, { recursive: true })
const folder = fetchPackage({ name: 'wabt', version: '1.0.39', licence: 'Apache-2.0' }, work)
const open = createRequire(import.meta.url)(folder) as () => Promise<Wabt>

const FEATURES = { simd: true, bulk_memory: true }

const { parseWat } = await open()
for (const name of ['dot', 'rank']) {
  const source = readFileSync(new URL(`./${name}-kernel.wat`, import.meta.url), 'utf8')
  const { buffer } = parseWat(`${name}-kernel.wat`, withCopies(source), FEATURES).toBinary({})
  const lines = Buffer.from(buffer)
    .toString('base64')
    .match(/.{1,100}/g)!
    .map((line) => `  '${line}',`)
  writeFileSync(
    new URL(`../../src/engine/embedding/${name}-kernel.ts`, import.meta.url),
    `/** ${buffer.length} bytes of WebAssembly, compiled from scripts/embedding/${name}-kernel.wat by build-kernel.ts beside it. */
export const ${name.toUpperCase()}_KERNEL = [
${lines.join('\n')}
].join('')
`,
  )
}

/**
 * A function below the words `5 copies` is there five times: as `cosines0` to `cosines4`. V8 makes a function fast once its loops have run for a while, which takes
 * another thread longer than all that is left of the work; copies that take turns never run for so long.
 */
function withCopies(source: string): string {
  return source.replace(/;; (\d+) copies.*\n([\s\S]*?)\n\n/g, (_, count: string, text: string) =>
    Array.from({ length: Number(count) }, (_, n) =>
      text.replace(/\(export "(\w+)"/, `(export "$1${n}"`),
    ).join('\n'),
  )
}
