// Builds the package: the library and the command line, then what clients load, each in one file, and copies of that in the
// plugins, which clients may copy elsewhere.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { asEntry, asPart, bundleHook, FOR_CLIENTS, lightModules } from './bundle-hook.mjs'
import { geminiCommand, opencodeCommands } from './client-commands.mjs'
import { copySqlite, writeNotice } from './third-party.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const at = (...parts) => join(root, ...parts)
const PLUGINS = ['plugins/mettle/dist', 'plugins/gemini/dist']

/** What is bundled into one file, and where it is copied. */
const BUNDLES = [
  {
    entry: 'src/edges/hook/entry/opencode-plugin.ts',
    out: 'plugins/opencode/mettle.js',
    format: 'esm',
    copies: [],
  },
  { entry: 'src/edges/hook/launch.ts', out: 'dist/hook/launch.cjs', format: 'cjs', copies: PLUGINS },
  { entry: 'src/edges/cli/entry/bin.ts', out: 'dist/cli/bin.js', format: 'cjs', copies: [] },
]

/** The built command line loads parts; the source runs directly. */
const startsParts = {
  name: 'starts-parts',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/start\.ts$/ }, () => ({ path: at('src/edges/cli/entry/start-parts.ts') })),
}

const { status } = spawnSync(process.execPath, [at('node_modules/tsdown/dist/run.mjs'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)
await copySqlite()
writeNotice()
for (const name of readdirSync(at('dist/cli'))) {
  const file = at('dist/cli', name)
  writeFileSync(file, asPart(readFileSync(file, 'utf8')))
}

const commands = Object.fromEntries(
  readdirSync(at('plugins/mettle/commands')).map((file) => [
    file,
    readFileSync(at('plugins/mettle/commands', file), 'utf8'),
  ]),
)
for (const { entry, out, format, copies } of BUNDLES) {
  const define = { OPENCODE_COMMANDS: JSON.stringify(opencodeCommands(commands)) }
  await build({
    ...FOR_CLIENTS,
    entryPoints: [entry],
    outfile: out,
    format,
    plugins: [lightModules, startsParts],
    define,
  })
  for (const folder of copies) copyTo(out, join(folder, basename(out)))
}
const cli = at('dist/cli/bin.js')
writeFileSync(cli, asEntry(readFileSync(cli, 'utf8')))
chmodSync(cli, 0o755)
writeFileSync(at('dist/cli/package.json'), '{"type":"commonjs"}\n')
for (const folder of PLUGINS) removeHook(folder)
for (const file of await bundleHook(at('dist/hook')))
  for (const folder of PLUGINS) copyTo(join('dist/hook', file), join(folder, file))
writeGeminiCommands()
rmSync(at('plugins/gemini/skills'), { recursive: true, force: true })
cpSync(at('plugins/mettle/skills'), at('plugins/gemini/skills'), { recursive: true })

function copyTo(from, to) {
  mkdirSync(dirname(at(to)), { recursive: true })
  cpSync(at(from), at(to))
}

/** Removes old parts, which would otherwise be shipped forever. */
function removeHook(folder) {
  const files = existsSync(at(folder)) ? readdirSync(at(folder)) : []
  for (const file of files) if (file.startsWith('hook')) rmSync(at(folder, file))
}

/** Converts the commands, which are written for Claude Code, to Gemini's format. */
function writeGeminiCommands() {
  const folder = at('plugins/gemini/commands/mettle')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [file, markdown] of Object.entries(commands))
    writeFileSync(join(folder, file.replace(/\.md$/, '.toml')), geminiCommand(markdown))
}
await import('./build-dashboard.mjs')
