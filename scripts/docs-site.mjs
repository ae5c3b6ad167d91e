// Builds the documentation as a site, from `docs/`: into dist/site, to be put on any web server, and into one compressed file, which the package carries and `mettle docs` opens.
// A link that leads nowhere ends the build.
import './quiet-pipe.mjs'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'vitepress'

const root = fileURLToPath(new URL('..', import.meta.url))
const [out = join(root, 'dist', 'site')] = process.argv.slice(2)
await build(join(root, 'docs'), { outDir: out })

const files = readdirSync(out, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()
const pages = Object.fromEntries(
  files.map((path) => [`/${relative(out, path).split(sep).join('/')}`, readFileSync(path).toString('latin1')]),
)
const packed = brotliCompressSync(Buffer.from(JSON.stringify(pages)), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
writeFileSync(`${out}.br`, packed)
console.log(`site: ${files.length} files, ${(packed.length / 1e6).toFixed(1)} MB packed`)
