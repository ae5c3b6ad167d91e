// Builds the hook that clients start: a small file, and beside it one for each module that it loads by `import()`. What a moment
// does not need is then not even parsed, which is most of what a short process costs.
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** What all files for clients have in common. */
export const FOR_CLIENTS = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  minify: true,
  logLevel: 'warning',
}

/**
 * Loading node:crypto costs more than most hooks do; the little that they hash is hashed here. node:os is asked only where no variable says where a person's files
 * are.
 */
export const lightModules = {
  name: 'light-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:crypto$/ }, () => ({ path: join(root, 'src/hook/plain-crypto.ts') }))
    onResolve({ filter: /^node:os$/ }, ({ namespace, importer }) =>
      namespace === 'late' || !importer.endsWith('user-folders.ts')
        ? undefined
        : { path: 'node:os', namespace: 'late' },
    )
    const contents = "export const homedir = () => require('node:os').homedir()"
    onLoad({ filter: /.*/, namespace: 'late' }, () => ({ contents, resolveDir: root }))
  },
}

/** Writes `hook.cjs` and its parts into a folder; their names. */
export async function bundleHook(folder) {
  const parts = new Map([['hook.cjs', join(root, 'src/hook/main.ts')]])
  for (const [file, entry] of parts)
    await build({
      ...FOR_CLIENTS,
      entryPoints: [entry],
      outfile: join(folder, file),
      format: 'cjs',
      // `require` instead: the loader of modules takes longer to load than a hook takes.
      supported: { 'dynamic-import': false },
      plugins: [apart(parts), lightModules],
    })
  return [...parts.keys()]
}

/** Makes a part of what is loaded by `import()`. */
function apart(parts) {
  return {
    name: 'apart',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined
        const name = `hook-${basename(path, '.ts')}.cjs`
        parts.set(name, resolve(resolveDir, path))
        return { path: `./${name}`, external: true }
      })
    },
  }
}
