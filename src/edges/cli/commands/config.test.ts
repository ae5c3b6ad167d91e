import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { acceptRepository } from '../../../../test/front-doors/accept-repository.ts'
import { runCli } from '../../../../test/front-doors/run-cli.ts'
import { temporaryFolder } from '../../../../test/repositories/repository.ts'
import { CONFIG_NAMES } from '../../../machine/config/keys.ts'

const SECRET = 'postgres://someone:password@host/db'

function config(args: readonly string[], environment: Record<string, string> = {}, cwd = temporaryFolder()) {
  return runCli(['config', ...args], { cwd, environment: { METTLE_HOME: temporaryFolder(), ...environment } })
}

describe('mettle config', () => {
  it('shows every setting in its group with its source', async () => {
    const { exitCode, stdout } = await config([], { METTLE_HOLDOUT_SHARE: '0.2' })
    expect(exitCode).toBe(0)
    for (const name of CONFIG_NAMES) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
    expect(stdout).toMatch(/^holdout\n {2}holdout\.share +0\.2 +METTLE_HOLDOUT_SHARE$/m)
    expect(stdout).toMatch(/^ {2}store\.durable +true +default$/m)
  })

  it('names the files in which settings may stand', async () => {
    const cwd = temporaryFolder()
    const { stdout } = await config([], { METTLE_HOME: '/home/ada/mettle' }, cwd)
    expect(stdout).toContain(`of the project  ${join(cwd, 'mettle.config.json')}\n`)
    expect(stdout).toMatch(/^ {2}yours +\/home\/ada\/mettle\/.*config\.json$/m)
    expect(JSON.parse((await config(['--json'], {}, cwd)).stdout).files.project).toBe(join(cwd, 'mettle.config.json'))
  })

  it("reads the project's file", async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'mettle.config.json'), '{"organisation":"team"}')
    const environment = { METTLE_HOME: temporaryFolder() }
    const before = await config(['organisation'], environment, cwd)
    expect([before.stdout, before.stderr]).toEqual([
      'local\n',
      'mettle.config.json sets it; ignored until accepted, type: mettle trust\n',
    ])
    await acceptRepository({ cwd, environment })
    const { stdout } = await config(['organisation', '--json'], environment, cwd)
    expect(JSON.parse(stdout)).toMatchObject({ value: 'team', source: join(cwd, 'mettle.config.json') })
  })

  it('prints one value alone', async () => {
    expect((await config(['holdout.share', '--set', 'holdout.share=0'])).stdout).toBe('0\n')
    expect((await config(['score.categoryWeights', '--set', 'score.categoryWeights=a:1,b:2'])).stdout).toBe('a:1,b:2\n')
    expect((await config(['inject.adversarialRoles', '--set', 'inject.adversarialRoles=a,b'])).stdout).toBe('a,b\n')
  })

  it('tells the settings that begin with a word, and what each is for', async () => {
    const { stdout } = await config(['holdout', '--set', 'holdout.share=0.2'])
    expect(stdout.split('\n')).toHaveLength(4)
    expect(stdout).toMatch(/^holdout\.share +0\.2 +--set +\w.*\.$/m)
    const { items: settings } = JSON.parse((await config(['holdout', '--json'])).stdout)
    expect(settings.map(({ name }: { name: string }) => name)).toEqual([
      'holdout.share',
      'holdout.runShare',
      'holdout.afterRuns',
    ])
  })

  it('never prints a secret', async () => {
    for (const args of [[], ['--json'], ['store'], ['store.url'], ['store.url', '--json']]) {
      const { stdout, stderr } = await config(args, { METTLE_DATABASE_URL: SECRET })
      expect(stdout).toContain('********')
      expect(stdout + stderr).not.toContain('password')
    }
  })

  it('gives a program all it knows', async () => {
    const { items: settings } = JSON.parse((await config(['--json'])).stdout)
    expect(settings).toHaveLength(CONFIG_NAMES.length)
    expect(settings[0]).toEqual({
      name: 'organisation',
      value: 'local',
      source: 'default',
      kind: 'text',
      variable: 'METTLE_ORGANISATION',
      summary: 'The organisation that owns the journal; its projects can share patterns.',
    })
  })

  it('offers the nearest name', async () => {
    expect(await config(['holdout.shar'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: "'holdout.shar' is not a setting. Did you mean 'holdout.share'?\nmettle config\n",
    })
  })
})
