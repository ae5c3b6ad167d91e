import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { git, newRepository, temporaryFolder } from '../repositories/repository.ts'
import { acceptRepository } from './accept-repository.ts'
import { runCli } from './run-cli.ts'

let cwd = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })

beforeEach(() => {
  cwd = newRepository()
  environment = { METTLE_HOME: temporaryFolder() }
})

describe('init', () => {
  it('makes no folder for files unless it is asked to', async () => {
    await mettle('init')
    expect(existsSync(join(cwd, '.learnings'))).toBe(false)
  })

  it('makes the folders in which agents leave files, once, and keeps what they leave from git', async () => {
    expect((await mettle('init', '--learnings')).stdout).toContain(
      'Made .learnings/pending, .learnings/sessions, .learnings/.gitignore, .learnings/goal.yaml, .learnings/retention.yaml\n',
    )
    writeFileSync(join(cwd, '.learnings', 'pending', 'builder-a1.json'), '{}')
    const seen = git(cwd, 'status', '--porcelain', '--untracked-files=all')
    expect(seen).toContain('.learnings/goal.yaml')
    expect(seen).not.toContain('builder-a1.json')
    expect((await mettle('init')).stdout).not.toContain('Made')
  })

  it('writes the settings that .learnings may hold as they are in force, and chooses no goal by that', async () => {
    writeFileSync(join(cwd, 'mettle.config.json'), '{"retention":{"maxRuns":40}}')
    await acceptRepository({ cwd, environment })
    await mettle('init', '--learnings')
    const read = (name: string) => readFileSync(join(cwd, '.learnings', name), 'utf8')
    expect(read('retention.yaml')).toContain('max_runs: 40\nmax_sessions: 50\n')
    expect(read('goal.yaml')).toContain('active_goal: reduce-failures\n')
    expect((await mettle('goal', 'list')).stdout).toContain('mettle goal use reduce-failures')
    writeFileSync(join(cwd, '.learnings', 'goal.yaml'), 'active_goal: swe-bench\n')
    expect((await mettle('init', '--learnings')).stdout).not.toContain('Made')
    expect(read('goal.yaml')).toBe('active_goal: swe-bench\n')
  })

  it('asks for a first rule only where nothing is on record yet', async () => {
    expect((await mettle('init')).stdout).toContain('Next, give your agents a rule:\n  mettle rule add "')
    expect((await mettle('init')).stdout).toContain('Next, give your agents a rule:')
    await mettle('learning', 'record', '--lesson', 'Prices are kept in cents, so never add a float')
    const { stdout } = await mettle('init')
    expect(stdout).not.toContain('give your agents a rule')
    expect(stdout).toContain('mettle status shows what is recorded')
  })

  it('completes a folder that is there, and changes nothing that is in it', async () => {
    mkdirSync(join(cwd, '.learnings'))
    writeFileSync(join(cwd, '.learnings', '.gitignore'), '*.log\n')
    expect((await mettle('init')).stdout).toContain('Made .learnings/pending, .learnings/sessions\n')
    expect(readFileSync(join(cwd, '.learnings', '.gitignore'), 'utf8')).toBe('*.log\n')
  })

  it('makes nothing behind a link', async () => {
    const outside = temporaryFolder()
    symlinkSync(outside, join(cwd, '.learnings'))
    expect(await mettle('init')).toMatchObject({ exitCode: 0, stderr: '' })
    const { exitCode, stderr } = await mettle('init', '--learnings')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('is a link or a file, not a folder')
    expect(existsSync(join(outside, 'pending'))).toBe(false)
    expect(lstatSync(join(cwd, '.learnings')).isSymbolicLink()).toBe(true)
  })
})

describe('doctor', () => {
  it("names the settings that a project's file cannot make, and where they belong", async () => {
    await mettle('init')
    expect((await mettle('doctor')).stdout).not.toContain('settings:')
    const file = { classify: { by: 'command' }, learn: { collection: 'all.json' }, holdout: { share: 0 } }
    writeFileSync(join(cwd, 'mettle.config.json'), JSON.stringify(file))
    const { stdout, exitCode } = await mettle('doctor')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('settings: mettle.config.json cannot set classify.by, learn.collection:')
    expect(stdout).toContain(`Move them to your own ${join(environment.METTLE_HOME!, 'config.json')}`)
  })
})
