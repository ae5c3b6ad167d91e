// Builds the hook that clients start: a small file, and next to it one for each module that is loaded by `import()`. Node parses a
// script completely before its first line runs, about 1 ms for 15 KB, so parts that an event does not need are not even read.
// A part shares no module state with another.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
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
  // Escaped, what people say in other letters would take twice the bytes.
  charset: 'utf8',
  logLevel: 'warning',
}

/**
 * Loading node:crypto costs more than most hooks do; the little that they hash is hashed here. Nor are paths put together by node:path where nothing has to be put
 * right. node:os is asked only where no variable says where a person's files are.
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

/** What most moments do without: apart from who calls it, and loaded when it is first called. Only functions can be late. */
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
  'src/engine/shell/held-commands.ts',
  'src/engine/safety/credential-reads.ts',
  'src/engine/safety/file-writes.ts',
  'src/engine/safety/findings.ts',
  'src/engine/safety/git-rules.ts',
  'src/engine/safety/loaded-code.ts',
  'src/engine/safety/network-code.ts',
  'src/engine/safety/printed-text.ts',
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

/** What a part hardly ever does without, though others do: there it is not late. What both need is then read once. */
const TOGETHER = {
  'hook-safety.cjs': ['src/engine/safety/shell-rules.ts'],
  'hook-choose.cjs': [
    'src/edges/hook/embedding-of.ts',
    'src/precomputed/search-rows.ts',
    'src/injection/weigh-by-belief.ts',
  ],
}

/** What a part seldom needs, though others always do: there it is late. At a start and at a prompt there is no step to read; before a step none has ended; most prompts are shown nothing, so they have no receipt; and only the task of a subagent has words to strip. */
const SELDOM = {
  'hook-main-session-start.cjs': ['src/edges/agents/step.ts', 'src/edges/agents/claude-step-end.ts'],
  'hook-main-prompt.cjs': [
    'src/edges/agents/step.ts',
    'src/edges/agents/answers.ts',
    'src/edges/agents/claude-step-end.ts',
    'src/injection/receipt.ts',
  ],
  'hook-main-before-tool.cjs': [
    'src/edges/agents/answers.ts',
    'src/edges/agents/claude-step-end.ts',
    'src/edges/agents/person-words.ts',
    'src/domain/id.ts',
  ],
}

/** The moments that come most often. Each is also in one part with what comes before every moment, so that one file is read and not two. */
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
      // `require` instead: the loader of modules takes longer to load than a hook takes.
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

/**
 * Modules of Node as they are: `require` would also make them ready to be imported, which takes longer than asking for them, and does so each time.
 */
export function asEntry(text) {
  return text.replace('"use strict";', '"use strict";var require=process.getBuiltinModule||require;')
}

/** A part is a function, called by `src/edges/hook/kept-code.ts`; its digest tells what is kept of it from what is kept of others. */
export function asPart(text) {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `//${digest}\n(function(require,module,exports,__dirname,__filename){${text}\n})`
}

/** The part of a moment has it from the beginning, where others load it. */
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

/** Makes a part of what is loaded by `import()`, and of what is late. */
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
        // Tables are made when their module is loaded; where nobody asks for one, its module is left out.
        return { path, sideEffects: false }
      })
      onLoad({ filter: /.*/, namespace: 'apart' }, ({ path }) => ({
        contents: lateFunctions(path, partOf(path)),
        resolveDir: root,
      }))
    },
  }
}

/** The functions of a module, each of which loads the part that it is in. */
function lateFunctions(path, part) {
  const names = [...readFileSync(path, 'utf8').matchAll(/^export function (\w+)/gm)].map(([, name]) => name)
  const calls = names.map((name) => `export const ${name} = (...given) => part().${name}(...given)`)
  return [`let made`, `const part = () => (made ??= require(${JSON.stringify(part)}))`, ...calls].join('\n')
}
