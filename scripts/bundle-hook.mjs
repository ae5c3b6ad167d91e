// Builds the hook that clients start: a small file, and next to it one for each module that is loaded by `import()`. Node parses a
// script completely before its first line runs, about 1 ms for 15 KB, so parts that an event does not need are not even read.
// A part shares no module state with another.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Build options common to all files for clients. */
export const FOR_CLIENTS = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  minify: true,
  // Escaping would double the size of non-ASCII text.
  charset: 'utf8',
  logLevel: 'warning',
}

/**
 * Loading node:crypto costs more than most hooks; the few hashes they need are computed here. Likewise, paths are joined without node:path unless they need
 * normalising, and node:os is used only if no variable names a person's folders.
 */
export const lightModules = {
  name: 'light-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:crypto$/ }, () => ({ path: join(root, 'src/edges/hook/plain-crypto.ts') }))
    onResolve({ filter: /^node:path$/ }, ({ importer }) =>
      importer.endsWith('plain-path.ts') ? undefined : { path: join(root, 'src/edges/hook/plain-path.ts') },
    )
    onResolve({ filter: /^node:os$/ }, ({ namespace, importer }) =>
      namespace === 'late' || !importer.endsWith('user-folders.ts')
        ? undefined
        : { path: 'node:os', namespace: 'late' },
    )
    const contents = "export const homedir = () => require('node:os').homedir()"
    onLoad({ filter: /.*/, namespace: 'late' }, () => ({ contents, resolveDir: root }))
  },
}

/** Modules that most events do not need: in separate parts, loaded at the first call. Only functions can be loaded late. */
const LATE = [
  'src/edges/agents/codex.ts',
  'src/edges/agents/copilot.ts',
  'src/edges/agents/gemini.ts',
  'src/edges/agents/opencode.ts',
  'src/domain/canonical-json.ts',
  'src/domain/digest.ts',
  'src/engine/text/estimate-count.ts',
  'src/engine/governance/judge-step.ts',
  'src/engine/secrets/redact.ts',
  'src/engine/shell/embedded-commands.ts',
  'src/engine/safety/credential-reads.ts',
  'src/engine/safety/file-writes.ts',
  'src/engine/safety/findings.ts',
  'src/engine/safety/git-rules.ts',
  'src/engine/safety/injected-code.ts',
  'src/engine/safety/network-code.ts',
  'src/engine/safety/predicted-output.ts',
  'src/engine/safety/safety.ts',
  'src/engine/safety/shell-rules.ts',
  'src/engine/safety/sql-text.ts',
  'src/engine/safety/tool-rules.ts',
  'src/engine/safety/verb-rules.ts',
  'src/engine/text/sanitize.ts',
  'src/edges/hook/choose.ts',
  'src/edges/hook/embedding-of.ts',
  'src/injection/aboutness.ts',
  'src/precomputed/search-rows.ts',
  'src/injection/relevance-to.ts',
  'src/injection/weigh-by-belief.ts',
  'src/machine/gate/overlay-file.ts',
  'src/machine/files/regular-file.ts',
].map((file) => join(root, file))

/** Exceptions from LATE: modules that a part almost always needs, so they are in that part; modules shared by two parts are read once. */
const TOGETHER = {
  'hook-safety.cjs': ['src/engine/safety/shell-rules.ts'],
  'hook-choose.cjs': [
    'src/edges/hook/embedding-of.ts',
    'src/precomputed/search-rows.ts',
    'src/injection/weigh-by-belief.ts',
  ],
}

/** Modules that a part seldom needs but others always do, loaded late only in that part. At a start and at a prompt there is no step to read; before a step none has ended; most prompts are shown nothing, so they have no receipt and put no rules first; and only a subagent's task has words to strip. */
const SELDOM = {
  'hook-main-session-start.cjs': ['src/edges/agents/step.ts', 'src/edges/agents/claude-step-end.ts'],
  'hook-main-prompt.cjs': [
    'src/edges/agents/step.ts',
    'src/edges/agents/answers.ts',
    'src/edges/agents/claude-step-end.ts',
    'src/injection/receipt.ts',
    'src/injection/rules.ts',
  ],
  'hook-main-before-tool.cjs': [
    'src/edges/agents/answers.ts',
    'src/edges/agents/claude-step-end.ts',
    'src/edges/agents/person-words.ts',
    'src/domain/id.ts',
  ],
}

/** The most frequent events. Each is also bundled with the code before every event, so that one file is read instead of two. */
const WITH_MAIN = ['session-start', 'prompt', 'before-tool', 'after-tool', 'turn-end']

/** Writes `hook.cjs`, which clients start, and its parts into a folder; their names. The benchmark of its parts replaces some by plugins of its own. */
export async function bundleHook(folder, replacing = []) {
  const parts = new Map([
    ['hook.cjs', join(root, 'src/edges/hook/entry/start.ts')],
    ['hook-main.cjs', join(root, 'src/edges/hook/entry/main.ts')],
    ...WITH_MAIN.map((moment) => [`hook-main-${moment}.cjs`, join(root, 'src/edges/hook/entry/main.ts')]),
    ['hook-keep-code.cjs', join(root, 'src/edges/hook/keep-code.ts')],
    ['hook-fail-safely.cjs', join(root, 'src/edges/hook/fail-safely.ts')],
  ])
  for (const [file, entry] of parts) {
    const { outputFiles } = await build({
      ...FOR_CLIENTS,
      entryPoints: [entry],
      write: false,
      format: 'cjs',
      // Uses `require`, because the module loader takes longer to load than a hook takes to run.
      supported: { 'dynamic-import': false },
      plugins: [...replacing, withMoment(file), apart(parts, lateIn(file)), lightModules],
    })
    const { text } = outputFiles[0]
    writeFileSync(join(folder, file), file === 'hook.cjs' ? asEntry(text) : asPart(text))
  }
  return [...parts.keys()]
}

function lateIn(part) {
  const paths = (files = []) => files.map((file) => join(root, file))
  const needed = paths(TOGETHER[part])
  return [...LATE.filter((file) => !needed.includes(file)), ...paths(SELDOM[part])]
}

/** Gets Node's modules directly: `require` would also prepare them for import, each time, which takes longer than getting them. */
export function asEntry(text) {
  return text.replace('"use strict";', '"use strict";var require=process.getBuiltinModule||require;')
}

/** A part is a function, called by `src/edges/hook/kept-code.ts`; its digest identifies its compiled code in the cache. */
export function asPart(text) {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `//${digest}\n(function(require,module,exports,__dirname,__filename){${text}\n})`
}

/** Bundles an event's handler into its own main part; other parts load it. */
function withMoment(part) {
  const file = `../moments/${WITH_MAIN.find((moment) => part === `hook-main-${moment}.cjs`)}.ts`
  return {
    name: 'with-moment',
    setup({ onLoad }) {
      onLoad({ filter: /answer-hook\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8')
        const contents = source.replaceAll(`import('${file}')`, 'ownMoment')
        const isOwn = contents !== source
        return {
          contents: isOwn ? `import * as ownMoment from '${file}'\n${contents}` : source,
          loader: 'ts',
        }
      })
    },
  }
}

/** Puts modules loaded by `import()`, and late ones, into separate parts. */
function apart(parts, late) {
  const partOf = (path) => {
    const name = `hook-${basename(path, '.ts')}.cjs`
    parts.set(name, path)
    return `./${name}`
  }
  return {
    name: 'apart',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ kind, path: from, resolveDir, namespace }) => {
        if (namespace === 'apart') return { path: from, external: true }
        const path = resolve(resolveDir, from)
        if (kind === 'dynamic-import') return { path: partOf(path), external: true }
        if (kind === 'import-statement' && late.includes(path)) return { path, namespace: 'apart' }
        // Modules build tables when loaded; without this flag, unused ones would stay in the bundle.
        return { path, sideEffects: false }
      })
      onLoad({ filter: /.*/, namespace: 'apart' }, ({ path }) => ({
        contents: lateFunctions(path, partOf(path)),
        resolveDir: root,
      }))
    },
  }
}

/** Stubs for a module's functions; each loads the part with the real one. */
function lateFunctions(path, part) {
  const names = [...readFileSync(path, 'utf8').matchAll(/^export function (\w+)/gm)].map(([, name]) => name)
  const calls = names.map((name) => `export const ${name} = (...given) => part().${name}(...given)`)
  return [`let made`, `const part = () => (made ??= require(${JSON.stringify(part)}))`, ...calls].join('\n')
}
