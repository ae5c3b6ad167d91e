import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { sqliteEngine } from '../../src/store/sqlite/engine.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

let cwd = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })
const told = async (...argv: string[]) => JSON.parse((await mettle(...argv, '--json')).stdout)
const gate = (...argv: string[]) => mettle('gate', ...argv)
const journal = () => join(cwd, '.mettle', 'journal.db')
const overlays = () => join(cwd, '.mettle', 'overlays.json')

async function fail(run: string): Promise<void> {
  const end = ['--result', 'failure', '--adapter', 'github', '--quality', '0', '--retries', '2']
  expect((await mettle('outcome', 'record', '--run', run, ...end)).exitCode).toBe(0)
}

beforeEach(async () => {
  cwd = temporaryFolder()
  environment = { METTLE_HOME: temporaryFolder(), METTLE_GATE_DEADLINE_MS: '120' }
  await mettle('init')
})

describe('mettle gate', () => {
  it('allows what nothing speaks against, and exits with 0', async () => {
    const { exitCode, stdout, stderr } = await gate('github', '--action', 'open a pull request')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toBe('allow  open a pull request\ngithub: medium risk (0.5 of 1), at most 2 retries\n')
  })

  it('gives the reason of the person who asked for approval', async () => {
    await mettle('policy', 'tighten', 'npm', '--approval', '--reason', 'release week', '--by', 'ann')
    const { stdout } = await gate('npm', '--action', 'publish')
    expect(stdout).toContain('the overlay on npm asks for approval: tightened by ann, release week')
  })

  it('asks, explains, and opens for the step once a person has allowed it', async () => {
    await fail('run-1')
    const step = ['--tool', 'Bash', '--command', 'gh pr merge 7', '--run', 'run-2']
    const { exitCode, stdout } = await gate(...step)
    expect(exitCode).toBe(3)
    expect(stdout.split('\n')).toEqual([
      'needs approval  gh pr merge 7',
      'github: medium risk (0.7 of 1), at most 1 retry',
      '',
      'Why',
      expect.stringMatching(/^ {2}the overlay on github asks for approval: reliability 0\.067 asks for risk x1\.4/),
      '',
      'Evidence',
      '  github: reliability 0.067 over 1 run; risk x1.4, 1 retry, approval since just now',
      '',
      'What would change it',
      expect.stringMatching(/^ {2}mettle approval answer a-[0-9a-f]{12} --allow --reason "…"$/),
      '  a person loosens the overlay: mettle policy loosen github --no-approval --reason "what changed"',
      '',
    ])
    const [open] = (await told('approval', 'list')).items
    expect(open).toMatchObject({ state: 'open', action: 'gh pr merge 7', risk: 'medium', run: 'run-2' })
    const answer = await mettle('approval', 'answer', open.id, '--allow', '--reason', 'seen', '--by', 'ada')
    expect(answer.stdout).toBe('Allowed: gh pr merge 7\n  by ada, until 2026-01-01T00:30:00.000Z\n')
    expect(await gate(...step)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('ada allowed it: seen'),
    })
    expect((await mettle('approval', 'list')).stdout).toBe('No approval is open.\n')
    expect((await mettle('approval', 'list', '--state', 'all')).stdout).toContain('ada: seen')
  })

  it('denies what the policy file denies and what a person refused, and exits with 4', async () => {
    const adapters = {
      terraform: { deny: true, note: 'the pipeline does it' },
      npm: { requireApproval: true },
    }
    writeFileSync(join(cwd, 'mettle.policy.json'), JSON.stringify({ version: 1, adapters }))
    const denied = await gate('--command', 'cd infra && terraform apply')
    expect(denied).toMatchObject({ exitCode: 4, stderr: '' })
    expect(denied.stdout).toContain('the policy file denies terraform: the pipeline does it')
    expect((await gate('--command', 'npm publish')).exitCode).toBe(3)
    const [{ id: approval }] = (await told('approval', 'list')).items
    await mettle('approval', 'answer', approval, '--deny', '--reason', 'not on a Friday')
    expect(await gate('--command', 'npm publish')).toMatchObject({ exitCode: 4 })
    expect((await gate('--command', `mettle approval answer ${approval} --allow --reason x`)).exitCode).toBe(4)
  })

  it('is an error, not an open gate, when the call, the settings or the policy file are wrong', async () => {
    expect((await gate()).stderr).toContain('<adapter> is missing, or --tool, or --command.')
    expect((await gate('github', '--risk', 'huge')).exitCode).toBe(2)
    expect((await mettle('approval', 'answer', 'a-1', '--reason', 'x')).exitCode).toBe(2)
    expect((await mettle('approval', 'answer', 'a-1', '--allow', '--reason', 'x')).stderr).toContain(
      'mettle approval list',
    )
    writeFileSync(join(cwd, 'mettle.policy.json'), '{"version":1,"adapters":{"npm":{"deny":"yes"}}}')
    expect(await gate('npm')).toMatchObject({ exitCode: 1, stdout: '' })
  })
})

const faults: [string, () => () => void][] = [
  [
    'missing',
    () => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${journal()}${suffix}`, { force: true })
      return () => undefined
    },
  ],
  [
    'corrupt',
    () => {
      for (const suffix of ['-wal', '-shm']) rmSync(`${journal()}${suffix}`, { force: true })
      writeFileSync(journal(), 'this is not a database, not even nearly'.repeat(100))
      return () => rmSync(journal())
    },
  ],
]

describe.each(faults)('with a journal that is %s, mettle gate', (_name, breakIt) => {
  it('still asks where an overlay is in force, lets the rest pass, and counts the failure', async () => {
    await fail('run-1')
    expect(JSON.parse(JSON.parse(readFileSync(overlays(), 'utf8')).body)).toMatchObject({
      overlays: [{ adapter: 'github', requireApproval: true }],
    })
    const fix = breakIt()
    const asked = await gate('github', '--action', 'merge')
    expect(asked.exitCode).toBe(3)
    expect(asked.stdout).toContain('needs approval  merge\ngithub: medium risk (0.7 of 1), at most 1 retry\n')
    expect(asked.stderr).toContain('Answered without the journal: ')
    expect(await told('gate', 'npm')).toMatchObject({
      decision: 'allow',
      recorded: false,
      failure: { code: expect.stringMatching(/^store-/) },
    })
    writeFileSync(overlays(), '{"torn')
    expect((await gate('npm')).exitCode).toBe(3)
    rmSync(overlays())
    expect((await gate('github')).exitCode).toBe(3)
    fix()
    await mettle('init')
    expect(await told('status')).toMatchObject({ failures: 4, lastFailure: { part: 'gate' } })
  })
})

describe('with a journal that is locked, mettle gate', () => {
  it('reads on, and answers from beside it where it would have to write', async () => {
    await fail('run-1')
    const Database = sqliteEngine()
    const holder = new Database(journal(), { timeout: 0 })
    holder.exec('BEGIN EXCLUSIVE')
    const asked = await gate('github', '--action', 'merge')
    expect(asked.exitCode).toBe(3)
    expect(asked.stderr).toContain('Answered without the journal: ')
    const passed = await told('gate', 'npm')
    expect(passed).toMatchObject({ decision: 'allow', recorded: false })
    expect(passed).not.toHaveProperty('failure')
    writeFileSync(overlays(), '{"torn')
    expect((await gate('npm')).exitCode).toBe(0)
    expect((await gate('github')).exitCode).toBe(3)
    holder.close()
    await mettle('init')
    expect(await told('status')).toMatchObject({ failures: 2, lastFailure: { part: 'gate' } })
  })
})

describe('without a journal at all', () => {
  it('mettle gate knows the policy file alone, and counts no failure', async () => {
    rmSync(join(cwd, '.mettle'), { recursive: true })
    const adapters = { npm: { requireApproval: true } }
    writeFileSync(join(cwd, 'mettle.policy.json'), JSON.stringify({ version: 1, adapters }))
    expect((await gate('npm')).exitCode).toBe(3)
    expect((await gate('github')).exitCode).toBe(0)
    await mettle('init')
    expect((await told('status')).failures).toBe(0)
  })
})
