import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mettle launch ')))
const launcher = join(folder, 'package', 'plugins', 'mettle', 'dist', 'launch.cjs')
const project = join(folder, 'project', 'deep')

beforeAll(async () => {
  mkdirSync(project, { recursive: true })
  await build({
    entryPoints: [join(ROOT, 'src/edges/hook/launch.ts')],
    outfile: launcher,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A command line that says where it is, and what it was told. */
function cliAt(...path: string[]): string {
  const file = join(folder, ...path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `#!${process.execPath}\nconsole.log(${JSON.stringify(path[0])}, process.argv.slice(2).join());process.exit(7)`,
  )
  chmodSync(file, 0o755)
  return file
}

function launch(path = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, 'mcp', 'a b'], {
    cwd: project,
    env: { PATH: path },
    encoding: 'utf8',
  })
  return { status, stdout: stdout.trim(), stderr: stderr.trim() }
}

describe('the launcher of a plugin', () => {
  it('says what is missing where there is no command line', () => {
    expect(launch()).toEqual({
      status: 1,
      stdout: '',
      stderr: "Mettle's command line was not found.\nPut it on your PATH: npm link in your clone of Mettle",
    })
  })

  it('finds it on the PATH, and ends as it ends', () => {
    const { status, stdout } = launch(dirname(cliAt('path', 'mettle')))
    expect([status, stdout]).toEqual([7, 'path mcp,a b'])
  })

  it('rather takes that of the package around it', () => {
    cliAt('package', 'dist', 'cli', 'bin.js')
    expect(launch(join(folder, 'path')).stdout).toBe('package mcp,a b')
  })

  it('rather takes the one with which the repository was connected', () => {
    const agents = join(folder, 'project', '.mettle', 'agents.json')
    mkdirSync(dirname(agents), { recursive: true })
    writeFileSync(agents, JSON.stringify({ cli: cliAt('connected', 'dist', 'cli', 'bin.js') }))
    expect(launch().stdout).toBe('connected mcp,a b')
    writeFileSync(agents, JSON.stringify({ cli: cliAt('project', 'evil.js') }))
    expect(launch().stdout).toBe('package mcp,a b')
    writeFileSync(agents, '{ broken')
    expect(launch().stdout).toBe('package mcp,a b')
  })
})
