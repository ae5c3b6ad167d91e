import { beforeEach, describe, expect, it } from 'vitest'
import { openMettle } from '../../src/open.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { adapterRuns } from '../worlds/adapter-runs.ts'
import { runCli } from './run-cli.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
let cwd = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })

beforeEach(async () => {
  cwd = temporaryFolder()
  environment = { METTLE_HOME: temporaryFolder() }
  const loop = await openMettle({ cwd, environment, create: true, now: () => NOW })
  await adapterRuns(loop, '++--')
  await loop.close()
})

describe('mettle report governance', () => {
  it('tells how adapters fare, in words', async () => {
    await mettle('policy', 'loosen', 'github', '--no-approval', '--reason', 'renewed', '--by', 'ada')
    const { exitCode, stdout } = await mettle('report', 'governance')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('Strongest adapters\n  github: reliability 0.61 over 4 runs\n')
    expect(stdout).toContain('Failure patterns\n  github::auth: 2 times, confidence 0.6, last just now. ')
    expect(stdout).toContain('Decisions of people\n  ada loosened github: no approval: renewed (just now)\n')
    expect(stdout).toContain('Skill Learning\n  No run names skills.')
  })

  it('prints Markdown in which nothing from outside has a meaning of its own', async () => {
    const loop = await openMettle({ cwd, environment, now: () => NOW })
    await adapterRuns(loop, '-', { adapter: '# <img>', prefix: 'odd' })
    await loop.close()
    const { stdout } = await mettle('report', 'governance', '--format', 'markdown')
    expect(stdout).toMatch(/^# Governance report\n\n## Summary\n\n- 5 graded runs\n/)
    expect(stdout).toContain('- \\# \\<img\\>: reliability')
    expect(stdout).toContain('\n## Policy Diff\n\n- ')
  })

  it('prints JSON', async () => {
    const report = JSON.parse((await mettle('report', 'governance', '--json')).stdout)
    expect(report).toMatchObject({ totalOutcomes: 4, ratchet: 'strict', weakest: [{ adapter: 'github' }] })
  })
})

describe('mettle export graph', () => {
  it('says so where no run is graded', async () => {
    cwd = temporaryFolder()
    await mettle('init', '--no-clients')
    const { stdout, stderr } = await mettle('export', 'graph')
    expect([stdout, stderr]).toEqual(['', expect.stringContaining('No run is graded for its adapters yet.')])
  })

  it('prints one event a line, oldest first', async () => {
    const lines = (await mettle('export', 'graph')).stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0]).toMatchObject({
      timestamp: '2026-01-01T00:00:00.000Z',
      runId: 'run-1',
      type: 'outcome_recorded',
      data: { result: 'success', adaptersUsed: ['github'] },
    })
    expect(lines.map(({ type }) => type)).toContain('policy_overlay_updated')
  })

  it('draws it', async () => {
    expect((await mettle('export', 'graph', '--format', 'mermaid', '--runs', '1')).stdout).toMatch(
      /^graph LR\n {2}n1\["run run-\d"\]\n/,
    )
    expect((await mettle('export', 'graph', '--format', 'dot')).stdout).toMatch(/^digraph mettle \{\n[\s\S]+\n\}\n$/)
  })
})
