import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'
import { ensureBuilt } from './packed.ts'

const folder = mkdtempSync(join(tmpdir(), 'mettle-action-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
// A stand-in prints the words that it was started with, one a line.
writeFileSync(join(folder, 'mettle'), '#!/bin/sh\nprintf "%s\\n" "$@"\nexit $FAILS\n')
chmodSync(join(folder, 'mettle'), 0o755)

const action = (environment: Record<string, string>) =>
  spawnSync('bash', [join(ROOT, '.github/actions/record-result/record.sh')], {
    env: { PATH: `${folder}:${process.env.PATH}`, COMMIT: '8d0c2fe', KEY: '7-1', ...environment },
    encoding: 'utf8',
  })

describe('the action for CI', () => {
  it('records a build, and a review where a reviewer is named', () => {
    const build = ['outcome', 'ci', '--result', 'success', '--commit', '8d0c2fe', '--key', '7-1']
    expect(action({ RESULT: 'success' }).stdout.trim().split('\n')).toEqual(build)
    const { stdout } = action({ RESULT: 'changes_requested', REVIEWER: 'ann; rm -rf /' })
    expect(stdout.trim().split('\n').slice(-2)).toEqual(['--reviewer', 'ann; rm -rf /'])
  })

  it('warns and lets the job pass when nothing could be recorded', () => {
    const { status, stdout } = action({ RESULT: 'failure', FAILS: '1' })
    expect([status, stdout.includes('::warning::')]).toEqual([0, true])
  })

  it('hands on what a pull request can choose as variables only', () => {
    const text = readFileSync(join(ROOT, '.github/actions/record-result/action.yml'), 'utf8')
    for (const line of text.split('\n')) if (/^\s*-? ?run:/.test(line)) expect(line).not.toContain('${{')
  })
})

describe('the container image', () => {
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')

  it('runs scripts that there are, and not as root', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const used = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!)
    expect(used.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
    expect(text).toContain('\nUSER node\n')
    expect(existsSync(join(ROOT, '.dockerignore'))).toBe(true)
  })

  /** The commands of the RUN instructions of a stage, one by one. */
  const commandsOf = (stage: number) =>
    [
      ...text
        .split(/^FROM /m)
        [stage]!.replaceAll('\\\n', ' ')
        .matchAll(/^RUN (.+)$/gm),
    ].flatMap(([, line]) => line!.split('&&').map((command) => command.trim().replace(/\s+/g, ' ')))

  it('copies everything that the package is built from', () => {
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').trim().split('\n')
    expect(ignored).toEqual(['.git', '.cache', '.mettle', 'node_modules', 'dist', 'coverage', '*.tgz'])
    const tracked = spawnSync('git', ['ls-files', ...ignored], { cwd: ROOT, encoding: 'utf8' }).stdout
    expect(tracked.trim(), 'files of the repository that the image is built without').toBe('')
  })

  it('has a mettle on the path that answers in an empty folder, after its own commands have run', async () => {
    await ensureBuilt()
    const [install, pack, ...others] = commandsOf(1)
    expect([install, others]).toEqual(['npm install --no-save --no-audit --no-fund', []])
    // The packages are there and the package is built: the image does both on its own.
    const run = (line: string, more: Record<string, string> = {}, cwd = folder) =>
      spawnSync('bash', ['-ec', line.replaceAll('/tmp', folder)], {
        cwd,
        env: { ...process.env, npm_config_prefix: join(folder, 'prefix'), ...more },
        encoding: 'utf8',
      })
    expect(run(`${pack} --ignore-scripts`, {}, ROOT)).toMatchObject({ status: 0 })
    const steps = commandsOf(2).filter((line) => !/^apt-get|\/var\/lib\/apt|--system/.test(line))
    expect(steps.map((line) => line.split(' ', 2).join(' '))).toEqual(['npm install', 'rm /tmp/mettle-*.tgz'])
    for (const line of steps) expect(run(line)).toMatchObject({ status: 0 })
    expect(readdirSync(folder).filter((name) => name.endsWith('.tgz'))).toEqual([])
    const [entry] = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(text)![1]!)
    const [word] = JSON.parse(/^CMD (.+)$/m.exec(text)![1]!)
    const work = mkdtempSync(join(folder, 'work-'))
    const { stdout } = run(`${entry} ${word}`, { PATH: `${join(folder, 'prefix', 'bin')}:${process.env.PATH}` }, work)
    expect(stdout).toMatch(/^mettle: the learning loop for AI coding agents\.\n/)
  }, 300_000)

  it('packs what it builds, and installs that with the client of PostgreSQL', () => {
    const { scripts, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(text).toContain('npm pack --pack-destination')
    expect(scripts.prepack).toBe('node scripts/build.mjs && node scripts/docs-site.mjs')
    expect(Object.keys(optionalDependencies)).toEqual(['postgres'])
    expect(text).not.toContain('--omit')
  })
})
