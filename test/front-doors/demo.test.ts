import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

function setting(folder = temporaryFolder) {
  return {
    cwd: folder(),
    environment: { METTLE_HOME: folder(), METTLE_STORE_DURABLE: 'false' },
    now: Date.parse('2026-11-15T12:00:00Z'),
  }
}

describe('demo', { timeout: 180_000 }, () => {
  describe('of the usual length', () => {
    const folders: string[] = []
    let where: ReturnType<typeof setting>
    let played: Awaited<ReturnType<typeof runCli>>
    beforeAll(async () => {
      where = setting(() => {
        const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mettle-demo-')))
        folders.push(folder)
        return folder
      })
      played = await runCli(['demo', '--dir', 'played'], where)
    }, 180_000)
    afterAll(() => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    })

    it('plays a history that ends with a block, one explanation, the report and what to type', () => {
      const { exitCode, stdout } = played
      expect(exitCode).toBe(0)
      // By the draw of this folder all other lessons may be withheld from the next run, but never a person's rule.
      expect(stdout).toMatch(/=== HISTORICAL PATTERNS \(builder\) ===|<mettle-rules>/)
      for (const part of ['What would change it', 'ended well', 'What to type next']) expect(stdout).toContain(part)
    })

    it('leaves what its journal gives, byte for byte', async () => {
      const { stdout, exitCode } = await runCli(['replay', '--verify', '--cwd', 'played'], where)
      expect(stdout).toContain('that are stored, byte for byte')
      expect(exitCode).toBe(0)
    })

    it('prints commands that work as they stand', async () => {
      const folder = join(where.cwd, 'played')
      expect(played.stdout).toContain(`mettle pattern list --cwd ${folder}\n`)
      expect((await runCli(['pattern', 'list', '--cwd', folder], where)).stdout).toMatch(/^ID +STATUS +HELPS +RUNS/)
      expect((await runCli(['doctor', '--cwd', folder], where)).exitCode).toBe(0)
    })

    it('leaves something behind of every kind that a person would look at', async () => {
      const read = async (...command: string[]) =>
        JSON.parse((await runCli([...command, '--json', '--cwd', 'played'], where)).stdout)
      const { adapters, agents, skills } = await read('policy', 'show')
      expect(adapters).toContainEqual(expect.objectContaining({ adapter: 'docker', tight: true }))
      expect([agents.length, skills.length]).toEqual([3, 5])
      expect((await read('approval', 'list')).items).toMatchObject([{ state: 'open' }])
      expect((await read('strike', 'list', '--struck-out')).items).toHaveLength(1)
      const [goal] = (await read('goal', 'stats')).goals
      expect(goal.goal).toBe('reduce-failures')
      expect(goal.successShare).toBeGreaterThan(0.3)
      expect(goal.successShare).toBeLessThan(0.95)
      const { items: sessions } = await read('session', 'list', '--limit', '100')
      const told = sessions.filter(({ id }: { id: string }) => id.includes('-demo-'))
      expect(told.map(({ client }: { client: string }) => client)).toEqual(['gemini', 'codex', 'claude-code'])
      const story = await read('session', 'show', told[2].id)
      expect(story.learned.map(({ lesson }: { lesson: string }) => lesson)).toContainEqual(
        expect.stringContaining('maskParcel'),
      )
      expect((await read('organisation', 'list')).sources).toMatchObject([{ own: true }])
      const { pairs, recurring } = await read('insights')
      expect(pairs).toMatchObject([{ challenger: 'judge', validator: 'inspector' }])
      expect(recurring.length).toBeGreaterThan(0)
    })
  })

  it('tells the same story for the same seed, and another for another', async () => {
    const blockOf = async (seed: string) => {
      const { stdout } = await runCli(['demo', '--runs', '15', '--seed', seed, '--dir', 'played', '--json'], setting())
      return JSON.parse(stdout).report.outcomes
    }
    const third = await blockOf('3')
    expect(await blockOf('3')).toEqual(third)
    expect(await blockOf('5')).not.toEqual(third)
  })

  it('proves by a random draw that known mistakes come back less often with lessons', async () => {
    const where = setting()
    await runCli(['demo', '--dir', 'parcels', '--runs', '150'], where)
    const read = async (...command: string[]) =>
      JSON.parse((await runCli([...command, '--json', '--cwd', 'parcels'], where)).stdout)
    const { relapse, cost, sharp } = await read('report')
    expect(relapse).toMatchObject({ verdict: 'prevents' })
    const { stdout } = await runCli(['report', '--cwd', 'parcels'], where)
    expect(stdout.startsWith(`${relapse.words}\n${cost.words}\n`)).toBe(true)
    const [failed] = sharp
    expect(failed).toMatchObject({ name: 'failed commands', better: 'less' })
    expect(failed.difference).toBeLessThan(0)
    expect(stdout).toContain(failed.words)
    const { items: patterns } = await read('pattern', 'list', '--all')
    const proven = patterns.filter(({ standing }: { standing: { evidence: { relapse?: object } } }) => {
      return standing.evidence.relapse !== undefined
    })
    expect(proven.length).toBeGreaterThan(1)
  })

  it('writes only where nothing is', async () => {
    const where = setting()
    await runCli(['demo', '--dir', 'played', '--runs', '1'], where)
    const { exitCode, stderr } = await runCli(['demo', '--dir', 'played', '--runs', '1'], where)
    expect(exitCode).toBe(2)
    expect(stderr).toContain('is not empty')
  })

  it('stays in its own journal, whatever the environment names', async () => {
    const where = setting()
    const environment = {
      ...where.environment,
      METTLE_PROJECT: 'mine',
      METTLE_STORE_PATH: join(where.cwd, 'mine.db'),
    }
    await runCli(['demo', '--dir', 'played', '--runs', '2'], { ...where, environment })
    expect((await runCli(['status', '--cwd', 'played', '--json'], where)).stdout).toContain('"runs":6')
  })
})
