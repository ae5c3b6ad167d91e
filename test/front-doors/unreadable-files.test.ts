import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newRepository, temporaryFolder } from '../repositories/repository.ts'
import { HookWorld, shell } from '../worlds/hook-world.ts'
import { runCli } from './run-cli.ts'

const makePipe = (path: string) => execFileSync('sh', ['-c', 'mkfifo "$0"', path])

/** Everything that leads to no end: a pipe that nobody writes to, and links to what is no file. */
const ODD: Readonly<Record<string, (path: string) => void>> = {
  pipe: makePipe,
  'link to a pipe': (path) => {
    makePipe(`${path}.pipe`)
    symlinkSync(`${path}.pipe`, path)
  },
  'endless device': (path) => symlinkSync('/dev/zero', path),
  'terminal or nothing': (path) => symlinkSync('/dev/null', path),
}

/** Which file is put where, and the command that reads it; `says` is what must be in its answer, where the file is not simply passed over. */
const READERS: readonly { file: string; argv: readonly string[]; says?: RegExp }[] = [
  {
    file: 'shared/org-patterns.json',
    argv: ['pull', '--set', 'share.folder=shared'],
    says: /org-patterns\.json is /,
  },
  { file: 'shared/sources.json', argv: ['pull', '--set', 'share.folder=shared'], says: /sources\.json is / },
  {
    file: 'shared/org-patterns.json',
    argv: ['organisation', 'list', '--set', 'share.folder=shared'],
    says: /org-patterns\.json is /,
  },
  { file: 'given', argv: ['import', 'given'], says: /given is / },
  { file: 'given', argv: ['outcome', 'import', 'given'], says: /given is / },
  { file: 'given', argv: ['deliberation', 'record', 'given'], says: /given is / },
  { file: 'given', argv: ['compute', 'decay', '--input', 'given'], says: /given is / },
  { file: 'mettle.config.json', argv: ['status'], says: /mettle\.config\.json is / },
  { file: 'mettle.policy.json', argv: ['policy', 'check'], says: /mettle\.policy\.json is / },
  { file: '.learnings/goal.yaml', argv: ['goal', 'list'] },
  { file: '.learnings/retention.yaml', argv: ['forget', '--dry-run'] },
  { file: '.learnings/build-result.json', argv: ['learn'] },
  { file: '.learnings/pending/builder-a1.json', argv: ['learn'] },
  { file: '.learnings/.lock', argv: ['forget', '--dry-run'] },
]

describe.skipIf(process.platform === 'win32')('a path that leads to no file', () => {
  it.each(Object.keys(ODD))('keeps no command waiting: %s', async (kind) => {
    const setting = { cwd: newRepository(), environment: { METTLE_HOME: join(temporaryFolder(), 'home') } }
    await runCli(['init', '--no-clients'], setting)
    for (const { file, argv, says } of READERS) {
      const path = join(setting.cwd, file)
      mkdirSync(dirname(path), { recursive: true })
      ODD[kind]!(path)
      const { exitCode, stderr } = await runCli(argv, setting)
      expect({ argv, exitCode, stderr }).toEqual({
        argv,
        exitCode: says === undefined ? 0 : 1,
        stderr: says === undefined ? expect.any(String) : expect.stringMatching(says),
      })
      rmSync(path)
      rmSync(`${path}.pipe`, { force: true })
    }
  })

  it.each([
    ['mettle.policy.json', 'git push', 'ask'],
    ['mettle.config.json', 'mettle approval answer a1 --allow', 'deny'],
  ])('keeps no hook waiting, and the gate stays closed: %s', async (file, command, decision) => {
    const world = new HookWorld()
    await world.command(async () => undefined)
    makePipe(join(world.root, file))
    const { gate } = await world.call({ moment: 'before-tool', tool: shell(command) })
    expect(gate?.decision).toBe(decision)
    world.remove()
  })
})

describe('a path that is too long', () => {
  const LONG = 'a'.repeat(800)

  it.each([
    [['import', LONG]],
    [['outcome', 'import', LONG]],
    [['deliberation', 'record', LONG]],
    [['pull', '--set', `share.folder=${LONG}`]],
    [['status', '--cwd', LONG]],
    [['status', '--set', `store.path=/tmp/${LONG}`]],
  ])('is called too long by %j', async (argv) => {
    const setting = { cwd: newRepository(), environment: { METTLE_HOME: join(temporaryFolder(), 'home') } }
    await runCli(['init', '--no-clients'], setting)
    const { exitCode, stderr } = await runCli(argv, setting)
    expect(exitCode).toBeGreaterThan(0)
    expect(stderr).toContain('its name or path is too long for this system')
  })

  it('names the limit of SQLite where the project lies too deep for a journal', async () => {
    const cwd = join(newRepository(), ...Array.from({ length: 8 }, () => 'a'.repeat(100)))
    mkdirSync(join(cwd, '.git'), { recursive: true })
    writeFileSync(join(cwd, '.git', 'HEAD'), 'ref: refs/heads/main\n')
    const environment = { METTLE_HOME: join(temporaryFolder(), 'home') }
    const { exitCode, stderr } = await runCli(['init', '--no-clients'], { cwd, environment })
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/path of the journal has \d{3} bytes, and SQLite opens none of more than 504/)
  })
})
