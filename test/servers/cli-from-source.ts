import { readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BIN = join(ROOT, 'src', 'edges', 'cli', 'entry', 'bin.ts')
/** Workers get it from the process that started them. */
const VARIABLE = 'CLI_FROM_SOURCE'

/** Every file keeps the address of its source, from which it finds the models, the plugins and the packages of the repository. */
const sourceAddresses: Plugin = {
  name: 'source-addresses',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/](?:src|test)[\\/].*\.m?ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    })),
}

/** A script and all that it imports, as files that plain Node starts in a sixth of the time that tsx takes to compile them. */
export async function compileScript(script: string): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'mettle-bundle-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  await build({
    entryPoints: { script },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    plugins: [sourceAddresses],
    logLevel: 'error',
  })
  return { file: join(folder, 'script.mjs'), remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Compiles the command line as it is now, once for all tests of the run. Returns what removes it. */
export async function compileCli(): Promise<() => Promise<void>> {
  if (process.env[VARIABLE] !== undefined) return async () => undefined
  const { file, remove } = await compileScript(BIN)
  process.env[VARIABLE] = file
  return async () => {
    delete process.env[VARIABLE]
    await remove()
  }
}

/** The command line, to be started by Node. */
export function compiledCli(): string {
  const file = process.env[VARIABLE]
  if (file === undefined) throw new Error('The command line is not compiled: call compileCli in the global setup.')
  return file
}
