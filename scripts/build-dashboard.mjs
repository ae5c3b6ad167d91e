// Builds the dashboard as static files in dist/dashboard: one script and one style sheet with content hashes in their names, so that browsers may cache them forever.
import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const source = join(root, 'dashboard')
const target = join(root, 'dist', 'dashboard')

const { outputFiles } = await build({
  entryPoints: { main: join(source, 'src', 'main.tsx'), style: join(source, 'src', 'main.css') },
  outdir: target,
  bundle: true,
  write: false,
  minify: true,
  format: 'esm',
  target: ['chrome123', 'firefox120', 'safari17.5'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  // The page uses formulas from modules that also import crypto for random draws, which no page needs.
  alias: { 'node:crypto': join(source, 'src', 'no-crypto.ts') },
  absWorkingDir: root,
})

rmSync(target, { recursive: true, force: true })
mkdirSync(join(target, 'assets'), { recursive: true })
let page = readFileSync(join(source, 'index.html'), 'utf8')
let gzipped = 0
for (const { path, contents } of outputFiles) {
  const kind = path.endsWith('.css') ? 'css' : 'js'
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 12)
  writeFileSync(join(target, 'assets', `main-${hash}.${kind}`), contents)
  page = page.replace(`/main.${kind}`, `/assets/main-${hash}.${kind}`)
  gzipped += gzipSync(contents).length
}
writeFileSync(join(target, 'index.html'), page)
copyFileSync(join(source, 'icon.svg'), join(target, 'icon.svg'))
cpSync(join(source, 'public'), target, { recursive: true })
console.log(`dashboard: ${(gzipped / 1000).toFixed(1)} kB of script and style, gzipped`)
