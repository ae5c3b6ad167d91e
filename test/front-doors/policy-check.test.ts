import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

let cwd = ''
const check = (...argv: string[]) => runCli(['policy', 'check', ...argv], { cwd, environment: {} })
const write = (content: unknown, name = 'mettle.policy.json') => writeFileSync(join(cwd, name), JSON.stringify(content))

beforeEach(() => {
  cwd = temporaryFolder()
})

describe('mettle policy check', () => {
  it('needs neither a file nor a journal', async () => {
    const { exitCode, stdout } = await check()
    expect(exitCode).toBe(0)
    expect(stdout).toContain('; the defaults apply.\n  2 retries, asks from effective risk 0.8\n')
    expect(JSON.parse((await check('--json')).stdout)).toMatchObject({ file: null, warnings: [] })
  })

  it('tells what a file says, and what is hardly meant', async () => {
    write({ version: 1, approvers: ['ada'], adapters: { npm: { deny: true, requireApproval: true } } })
    const { exitCode, stdout } = await check()
    expect(exitCode).toBe(0)
    expect(stdout.split('\n').slice(1)).toEqual([
      '  2 retries, asks from effective risk 0.8',
      '  rules for 1 adapter and 0 tools',
      '  approvals can be answered by ada',
      '  warning  adapters.npm: is denied, so nobody is ever asked',
      '',
    ])
  })

  it('names what is wrong and exits with 1', async () => {
    write({ version: 1, adapters: { npm: { maxRetries: 'two' } } }, 'other.json')
    const { exitCode, stderr } = await check('other.json')
    expect(exitCode).toBe(1)
    expect(stderr).toContain("  adapters.npm.maxRetries: must be a finite number, not 'two'\n")
    expect(stderr).toContain('mettle policy check\n')
    expect((await check('none.json')).stderr).toContain('none.json is not there.')
  })
})
