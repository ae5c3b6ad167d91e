import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'
import { ensureBuilt, installPacked, run } from './packed.ts'

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
let app = ''

beforeAll(async () => {
  await ensureBuilt()
  app = await installPacked()
}, 180_000)

/** Runs a program inside the installed package's folder. */
async function node(code: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: app })
  return stdout.trim()
}

async function mettle(...args: string[]): Promise<string> {
  const environment = { ...process.env, METTLE_HOME: join(app, 'home'), METTLE_HOLDOUT_SHARE: '0' }
  const { stdout } = await run(process.execPath, [join(app, 'node_modules/mettle/dist/cli/bin.js'), ...args], {
    cwd: app,
    env: environment,
  })
  return stdout.trim()
}

/** What the files below a folder take up on disk, in blocks of 4 KB. */
function bytesOnDisk(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + Math.ceil(statSync(join(entry.parentPath, entry.name)).size / 4096) * 4096, 0)
}

/** The documentation in one file, which `npm pack` adds where it was not built before. */
const SITE_BYTES = 1_400_000

describe('the installed tree', () => {
  it('is under 40 MB, with SQLite for Node 20 on all systems', () => {
    const modules = join(app, 'node_modules')
    expect((bytesOnDisk(modules) + SITE_BYTES) / 1e6).toBeLessThan(40)
    const builds = readdirSync(join(modules, 'mettle/dist/sqlite/prebuilds')).sort()
    expect(builds).toEqual(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'])
  })

  it('names every package whose code it contains, with its licence', () => {
    const notice = readFileSync(join(app, 'node_modules/mettle/dist/THIRD-PARTY.txt'), 'utf8')
    const named = [...notice.matchAll(/^-{80}\n\n(\S+) \S+, (\S+)$/gm)].map(([, name, licence]) => [name, licence])
    expect(named).toEqual([
      ['@hono/node-server', 'MIT'],
      ['@modelcontextprotocol/core', 'Apache-2.0'],
      ['@modelcontextprotocol/server', 'Apache-2.0'],
      ['@photostructure/sqlite', 'MIT'],
      ['@preact/signals', 'MIT'],
      ['@preact/signals-core', 'MIT'],
      ['@toon-format/toon', 'MIT'],
      ['diff', 'BSD-3-Clause'],
      ['hono', 'MIT'],
      ['node-gyp-build', 'MIT'],
      ['preact', 'MIT'],
      ['tokenx', 'MIT'],
      ['yaml', 'ISC'],
      ['zod', 'MIT'],
    ])
    expect(notice.match(/Copyright/g)!.length).toBeGreaterThanOrEqual(named.length)
  })

  it('asks for no package that it does not install', () => {
    const { dependencies, optionalDependencies, peerDependencies } = manifest
    const known = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    const dist = join(app, 'node_modules/mettle/dist')
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:c?js|d\.ts)$/.test(name),
    )
    const asked = files.flatMap((name) =>
      [...readFileSync(join(dist, name), 'utf8').matchAll(/(?:^|;)(?:import|export)\b[^;'"()]*from ?"([^."][^"]*)"/gm)]
        .map(([, found]) => found!)
        .filter((found) => !found.startsWith('node:')),
    )
    // What is quoted otherwise there is text of a program that writes programs.
    const parts = files.filter((name) => name.endsWith('.cjs') && name.startsWith('cli'))
    for (const name of parts)
      for (const [, found] of readFileSync(join(dist, name), 'utf8').matchAll(
        /\b(?:require|import)\(`([^.`][^`]*)`\)/g,
      ))
        if (!isBuiltin(found!)) asked.push(found!)
    expect([...new Set(asked)].filter((name) => !known.includes(name))).toEqual([])
    expect(asked).toContain('postgres')
    expect(asked).toContain('tokenx')
  })

  it('has types that a strict program can check, down to what a verb takes', async () => {
    const folder = join(app, 'typed')
    await mkdir(folder)
    const options = { strict: true, noEmit: true, module: 'nodenext', target: 'es2023', skipLibCheck: false }
    const typeRoots = [join(ROOT, 'node_modules', '@types')]
    const compilerOptions = { ...options, types: ['node'], typeRoots }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
    writeFileSync(join(folder, 'use.ts'), TYPED_PROGRAM)
    const compiler = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc')
    const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch((error) => error)
    expect(stdout).toBe('')
  }, 180_000)

  it('brings nothing that a program has of its own', () => {
    expect(existsSync(join(app, 'node_modules', '@opentelemetry'))).toBe(false)
  })

  it('holds the documentation, and runs by npx from the packed file in an empty folder', async () => {
    const folder = join(dirname(app), 'empty')
    await mkdir(folder)
    const tarball = readdirSync(dirname(app)).find((name) => name.endsWith('.tgz'))!
    const words = ['--yes', `--package=${join(dirname(app), tarball)}`, '--', 'mettle', 'docs', 'tutorial']
    const { stdout } = await run('npx', words, { cwd: folder })
    expect(stdout).toBe(readFileSync(join(ROOT, 'docs', 'tutorial.md'), 'utf8'))
    expect(readdirSync(folder)).toEqual([])
  }, 180_000)

  it('describes itself, and names no address that does not exist', () => {
    expect(manifest).toMatchObject({ license: 'MIT', description: expect.any(String) })
    expect(manifest.keywords).toContain('claude-code')
    // There is no public repository yet: a link would lead nowhere, or to somebody else.
    expect([manifest.repository, manifest.homepage, manifest.bugs]).toEqual([undefined, undefined, undefined])
  })
})

/** Each line that must not pass says so: the compiler objects where one passes. */
const TYPED_PROGRAM = `
import { type Mettle, openMettle, type OutcomeInput, UserError } from 'mettle'
import { createClient } from 'mettle/client'
import { openMemoryStore } from 'mettle/store/memory'

const mettle: Mettle = await openMettle({})
const outcome: OutcomeInput = { run: 'run-1', result: 'success' }
await mettle.recordOutcome(outcome)
// @ts-expect-error There is no such result.
await mettle.recordOutcome({ run: 'run-1', result: 'sucess' })
// @ts-expect-error There is no such field.
await mettle.recordLearning({ lesson: 'Run the migrations', colour: 'red' })
const { items } = await mettle.inject({ role: 'builder', run: 'run-1' })
const id: string = items[0]!.pattern
// @ts-expect-error An id is a string.
const number: number = items[0]!.pattern
export { createClient, id, number, openMemoryStore, UserError }
`

describe('the export map', () => {
  const laws = ['belief', 'governance', 'laws', 'standing'].flatMap((folder) =>
    readdirSync(join(ROOT, 'src', 'engine', folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  )

  it('leads to files that are in the package', () => {
    const targets = Object.entries(manifest.exports).flatMap(([name, target]) => {
      if (typeof target === 'string') return [target]
      const { types, default: code } = target as { types: string; default: string }
      const names = name.endsWith('/*') ? laws.map((law) => law.slice(0, -'.ts'.length)) : ['']
      return names.flatMap((law) => [types.replace('*', law), code.replace('*', law)])
    })
    expect(targets.filter((target) => !existsSync(join(app, 'node_modules/mettle', target)))).toEqual([])
  })

  it('opens each subpath to a program', async () => {
    const names = Object.keys(manifest.exports).filter((name) => !name.endsWith('/*') && !name.endsWith('.json'))
    const paths = [...names, './engine/standing/decay'].map((name) => `mettle${name.slice(1)}`)
    const opened = `for (const path of ${JSON.stringify(paths)}) if (Object.keys(await import(path)).length > 0) console.log(path)`
    expect((await node(opened)).split('\n')).toEqual(paths)
  })

  it('offers exactly what the index lists', async () => {
    expect(await node(`console.log(Object.keys(await import('mettle')).sort().join())`)).toBe('UserError,openMettle')
  })

  it('keeps everything else inside', async () => {
    await expect(node(`await import('mettle/loop/inject')`)).rejects.toThrow(/ERR_PACKAGE_PATH_NOT_EXPORTED/)
  })
})

describe('the installed package', () => {
  it('prints its version', async () => {
    expect(await mettle('--version')).toBe(manifest.version)
  })

  it('closes the loop on the command line', async () => {
    await mettle('init')
    await mettle(
      'learning',
      'record',
      '--lesson',
      'Always run the migrations before the tests, otherwise they use an old schema',
    )
    await mettle('learn')
    expect(await mettle('inject', '--role', 'builder')).toContain('Always run the migrations before the tests')
  })

  it('closes the loop in a program', async () => {
    const code = `
      import { openMettle } from 'mettle'
      const mettle = await openMettle({ flags: ['holdout.share=0'], environment: { METTLE_HOME: '${join(app, 'home')}' } })
      const { items } = await mettle.inject({ role: 'builder', run: 'run-1' })
      await mettle.recordOutcome({ run: 'run-1', result: 'success', applied: [{ pattern: items[0].pattern }] })
      const { axes } = await mettle.pattern(items[0].pattern, { axes: true })
      console.log(axes.maturity, (await mettle.why(items[0].pattern)).standing.status)
      await mettle.close()`
    expect(await node(code)).toBe('candidate new')
  })

  it('carries no tests, sources or maps of this machine', async () => {
    const files = readdirSync(join(app, 'node_modules/mettle'), { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => /\.test\.|(^|\/)src\/|\.ts$/.test(name) && !name.endsWith('.d.ts'))).toEqual([])
  })
})
