import { describe, expect, it } from 'vitest'
import { type SourceFile, sourceFiles } from './source-files.ts'

/** What each folder may import from: other folders below `src/`, and packages. Arrows point down. */
const LAYERS: Record<string, { layers: readonly string[]; packages: readonly string[] }> = {
  domain: { layers: [], packages: ['zod', 'node:crypto'] },
  engine: { layers: ['domain'], packages: ['tokenx', 'node:crypto'] },
  projection: { layers: ['domain', 'engine'], packages: [] },
  capture: { layers: ['domain', 'engine'], packages: [] },
  injection: { layers: ['domain', 'engine'], packages: [] },
  precomputed: { layers: ['domain', 'engine', 'injection'], packages: [] },
  sharing: { layers: ['domain', 'engine'], packages: [] },
  report: { layers: ['domain', 'engine'], packages: [] },
  store: { layers: ['domain', 'engine/search'], packages: ['node:', '@photostructure/sqlite', 'postgres'] },
  'compat/formats': { layers: ['domain', 'engine'], packages: ['zod', '@toon-format/toon', 'yaml'] },
  'compat/names': { layers: ['domain', 'loop'], packages: ['zod'] },
  loop: {
    layers: [
      'domain',
      'engine',
      'projection',
      'capture',
      'injection',
      'precomputed',
      'compat/formats',
      'sharing',
      'report',
      'store/port.ts',
    ],
    packages: [],
  },
  'loop/verbs': { layers: ['domain', 'loop'], packages: ['zod'] },
  machine: {
    layers: [
      'domain',
      'engine',
      'edges/agents',
      'edges/connection',
      'injection',
      'precomputed',
      'compat/formats',
      'loop',
      'sharing',
    ],
    packages: ['node:', '@opentelemetry/api'],
  },
  'machine/config': { layers: ['domain', 'engine', 'machine'], packages: ['node:fs', 'node:path'] },
  'edges/agents': { layers: ['domain', 'engine'], packages: [] },
  'edges/connection': { layers: ['domain', 'engine', 'edges/agents'], packages: ['diff'] },
  'edges/compute': { layers: ['domain', 'engine'], packages: ['zod'] },
  'edges/hook': {
    layers: [
      'domain',
      'engine',
      'injection',
      'precomputed',
      'edges/agents',
      'machine/config',
      'machine/failure-log.ts',
      'machine/files/files-of.ts',
      'machine/files/paths.ts',
      'machine/files/private-files.ts',
      'machine/files/regular-file.ts',
      'machine/gate/accepted-policy.ts',
      'machine/gate/gate-seal.ts',
      'machine/gate/overlay-file.ts',
      'machine/gate/trust-file.ts',
      'machine/presence/client-sightings.ts',
      'machine/files/user-folders.ts',
      'machine/files/workspace.ts',
    ],
    packages: ['node:'],
  },
  'edges/mcp': {
    layers: ['domain', 'loop', 'compat/names', 'open.ts'],
    packages: ['zod', '@modelcontextprotocol/server'],
  },
  'edges/client': { layers: ['edges/http', 'loop', 'domain'], packages: ['zod'] },
  'edges/http': {
    layers: ['domain', 'loop', 'edges/client', 'edges/mcp', 'open.ts'],
    packages: ['node:', 'zod', 'hono', '@hono/node-server', '@modelcontextprotocol/server'],
  },
  'edges/demo': { layers: ['domain', 'edges/hook/spool.ts', 'loop', 'open.ts'], packages: ['node:'] },
  'edges/cli': {
    layers: [
      'domain',
      'loop',
      'report',
      'machine',
      'compat/names',
      'edges',
      'open.ts',
      'restore.ts',
      '../package.json',
    ],
    packages: ['node:', 'zod'],
  },
}

const PURE = [
  'edges/agents',
  'edges/connection',
  'edges/compute',
  'domain',
  'engine',
  'projection',
  'capture',
  'injection',
  'precomputed',
  'compat/formats',
  'sharing',
  'report',
]

const files = sourceFiles()

const NAMES = Object.keys(LAYERS).sort((a, b) => b.length - a.length)

/** The innermost layer that a file lies in. */
function layerOf(path: string): string | undefined {
  return NAMES.find((name) => path.startsWith(`src/${name}/`))
}

function inLayer(name: string): SourceFile[] {
  return files.filter((file) => layerOf(file.path) === name)
}

function allows(allowed: readonly string[], file: string, own: string): boolean {
  const inside = file.startsWith('src/') ? file.slice('src/'.length) : `../${file}`
  return [own, ...allowed].some((layer) => inside === layer || inside.startsWith(`${layer}/`))
}

describe('layers', () => {
  it('has a rule for every folder', () => {
    const inFolders = files.filter((file) => file.path.split('/').length > 2)
    expect(inFolders.filter((file) => layerOf(file.path) === undefined).map((file) => file.path)).toEqual([])
  })

  it.each(Object.entries(LAYERS))('%s imports only what lies below it', (name, { layers, packages }) => {
    const wrong = inLayer(name).flatMap((file) =>
      file.imports
        .filter((item) =>
          item.file === undefined
            ? !packages.some((allowed) => item.from.startsWith(allowed))
            : !allows(layers, item.file, name),
        )
        .map((item) => `${file.path} imports ${item.from}`),
    )
    expect(wrong).toEqual([])
  })

  it('reads no data by node:readline, which ends lines at U+2028 from Node 24 on', () => {
    const wrong = files.filter((file) => file.imports.some((item) => /^node:readline/.test(item.from)))
    expect(wrong.map((file) => file.path)).toEqual([])
  })

  it('gives every file and folder that it makes a mode, so that the umask never decides who reads it', () => {
    const makes =
      /\b(?:mkdirSync|writeFileSync|appendFileSync|createWriteStream|openSync|copyFileSync)\(([\s\S]{1,160})/g
    // Reads, writes to an open file, and copies, which take over the mode of what they copy.
    const isFine = /\bmode\b|PRIVATE_FILE|'r'|O_RDONLY|FLAGS|^file, |COPYFILE_EXCL/
    const wrong = files.flatMap((file) =>
      [...file.text.matchAll(makes)]
        .filter(([, values = '']) => !isFine.test(values))
        .map(([call]) => `${file.path}: ${call}`),
    )
    expect(wrong).toEqual([])
  })

  it('names concrete stores in the composition root alone', () => {
    const wrong = files
      .filter(
        (file) => !file.path.startsWith('src/store/') && !['src/open-store.ts', 'src/testing.ts'].includes(file.path),
      )
      .filter((file) => file.imports.some((item) => /store\/(memory|sqlite|postgres|sql)\//.test(item.file ?? '')))
    expect(wrong.map((file) => file.path)).toEqual([])
  })
})

describe.each(PURE)('%s', (name) => {
  it.each([
    ['asks the time', /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/],
    ['rolls dice', /\bMath\.random\b|\bimport\b[^\n]*\b(randomBytes|randomUUID|getRandomValues)\b/],
    ['reads the environment', /\bprocess\.(env|cwd|argv|platform)\b/],
    ['waits', /\basync\s*(?:function|\()|\bawait\s+\w|\bPromise[<.(]|\bsetTimeout\(/],
  ])('never %s', (_deed, pattern) => {
    expect(
      inLayer(name)
        .filter((file) => pattern.test(file.code))
        .map((file) => file.path),
    ).toEqual([])
  })
})

describe('files', () => {
  it('are not drawers', () => {
    const drawer = /(^|\/)(utils?|helpers?|common|misc|manager|service|types|constants)\.ts$/
    expect(files.filter((file) => drawer.test(file.path)).map((file) => file.path)).toEqual([])
  })

  it('are kebab-case', () => {
    expect(files.filter((file) => !/^[a-z0-9/.-]+$/.test(file.path)).map((file) => file.path)).toEqual([])
  })

  it('stay readable: nine in ten under 300 lines, none past 400', () => {
    const lengths = files.map((file) => ({ path: file.path, lines: file.text.split('\n').length }))
    expect(lengths.filter(({ lines }) => lines > 400)).toEqual([])
    expect(lengths.filter(({ lines }) => lines > 300).length).toBeLessThanOrEqual(lengths.length / 10)
  })

  it('export by name', () => {
    expect(files.filter((file) => /\bexport default\b/.test(file.code)).map((file) => file.path)).toEqual([])
  })
})
