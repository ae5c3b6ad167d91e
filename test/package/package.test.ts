import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'
import { ensureBuilt, installPacked, run } from './packed.ts'

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
let app = ''

beforeAll(async () => {
  await ensureBuilt()
  app = await installPacked()
}, 180_000)
afterAll(() => rm(dirname(app), { recursive: true, force: true }))

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

/** The bytes of all files below a folder. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

describe('the installed tree', () => {
  it('is under 40 MB, without the builds of SQLite for six systems that only Node before 22.16 needs', () => {
    const modules = join(app, 'node_modules')
    const sqlite = bytesIn(join(modules, '@photostructure'))
    expect((bytesIn(modules) - sqlite) / 1e6).toBeLessThan(40)
    expect(bytesIn(modules) / 1e6).toBeLessThan(65)
  })

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
    for (const name of [...names, './engine/standing/decay'])
      expect(await node(`console.log(Object.keys(await import('mettle${name.slice(1)}')).length > 0)`)).toBe('true')
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
