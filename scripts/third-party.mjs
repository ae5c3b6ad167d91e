// Other people's code that is inside the files of the package: which it is, and their licences, in dist/THIRD-PARTY.txt.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')

/** The packages that the command line may contain. A build that would bundle another one fails. */
export const IN_COMMAND_LINE = [
  '@hono/node-server',
  '@modelcontextprotocol/core',
  '@modelcontextprotocol/server',
  '@toon-format/toon',
  'diff',
  'hono',
  'tokenx',
  'yaml',
  'zod',
]

/** Packages in other files: the SQLite for Node before 22.16, and the dashboard. */
const IN_OTHER_FILES = ['@photostructure/sqlite', 'node-gyp-build', '@preact/signals', '@preact/signals-core', 'preact']

/** The published files of a package contain these in turn. */
const INSIDE = {
  '@modelcontextprotocol/server':
    'It contains ajv, ajv-formats, content-type, fast-deep-equal and json-schema-traverse (MIT License) and fast-uri (BSD-3-Clause).',
  '@photostructure/sqlite': 'It contains SQLite, which is in the public domain.',
}

/** The package of SQLite in one file, with its binaries and without its source, which is two fifths of it. */
export async function copySqlite() {
  const source = join(root, 'node_modules', '@photostructure', 'sqlite')
  await build({
    entryPoints: [join(source, 'dist', 'index.cjs')],
    outfile: join(dist, 'sqlite', 'dist', 'index.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    minifyWhitespace: true,
    logLevel: 'warning',
  })
  cpSync(join(source, 'prebuilds'), join(dist, 'sqlite', 'prebuilds'), { recursive: true })
}

export function writeNotice() {
  const parts = [...IN_COMMAND_LINE, ...IN_OTHER_FILES].sort().map((name) => {
    const folder = join(root, 'node_modules', name)
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    const inside = INSIDE[name] === undefined ? '' : `${INSIDE[name]}\n\n`
    return `${name} ${version}, ${license}\n\n${inside}${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  const intro = 'Files of this package contain code of the packages below, under their licences.\n'
  writeFileSync(join(dist, 'THIRD-PARTY.txt'), [intro, ...parts].join(`\n${'-'.repeat(80)}\n\n`))
}
