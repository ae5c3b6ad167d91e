// Builds the package: the library and the command line, then what clients load, each in one file, and copies of that in the
// plugins, which clients may copy elsewhere.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { geminiCommand, opencodeCommands } from './client-commands.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const at = (...parts) => join(root, ...parts)

/** What is bundled, and where copies of it go. */
const BUNDLES = [
  {
    entry: 'src/hook/main.ts',
    out: 'dist/hook/hook.cjs',
    copies: ['plugins/mettle/dist/hook.cjs', 'plugins/gemini/dist/hook.cjs'],
  },
  {
    entry: 'src/hook/opencode-plugin.ts',
    out: 'plugins/opencode/mettle.js',
    copies: [],
  },
  {
    entry: 'src/hook/launch.ts',
    out: 'dist/hook/launch.cjs',
    copies: ['plugins/mettle/dist/launch.cjs', 'plugins/gemini/dist/launch.cjs'],
  },
]

/** Hashing is seldom needed in a hook, and loading it costs more than most hooks do. */
const lazyCrypto = {
  name: 'lazy-crypto',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:crypto$/ }, ({ namespace }) =>
      namespace === 'lazy-crypto' ? undefined : { path: 'node:crypto', namespace: 'lazy-crypto' },
    )
    const call = (name) => `export const ${name} = (...inputs) => require('node:crypto').${name}(...inputs)`
    const contents = ['createHash', 'hash', 'randomBytes', 'randomUUID'].map(call).join('\n')
    onLoad({ filter: /.*/, namespace: 'lazy-crypto' }, () => ({ contents, resolveDir: root }))
  },
}

const { status } = spawnSync(
  process.execPath,
  [at('node_modules/tsdown/dist/run.mjs'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
)
if (status !== 0) process.exit(status ?? 1)

const commands = Object.fromEntries(
  readdirSync(at('plugins/mettle/commands')).map((file) => [
    file,
    readFileSync(at('plugins/mettle/commands', file), 'utf8'),
  ]),
)
for (const { entry, out, copies } of BUNDLES) {
  const format = out.endsWith('.cjs') ? 'cjs' : 'esm'
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: out,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format,
    legalComments: 'none',
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: true,
    plugins: [lazyCrypto],
    logLevel: 'warning',
    define: { OPENCODE_COMMANDS: JSON.stringify(opencodeCommands(commands)) },
  })
  for (const copy of copies) copyTo(out, copy)
}
writeGeminiCommands()
rmSync(at('plugins/gemini/skills'), { recursive: true, force: true })
cpSync(at('plugins/mettle/skills'), at('plugins/gemini/skills'), { recursive: true })

function copyTo(from, to) {
  mkdirSync(dirname(at(to)), { recursive: true })
  cpSync(at(from), at(to))
}

/** The commands are written once, for Claude Code; Gemini reads them in a form of its own. */
function writeGeminiCommands() {
  const folder = at('plugins/gemini/commands/mettle')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [file, markdown] of Object.entries(commands))
    writeFileSync(join(folder, file.replace(/\.md$/, '.toml')), geminiCommand(markdown))
}
await import('./build-dashboard.mjs')
