import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'mettle-policy-'))
const setting = { cwd: folder, environment: { METTLE_HOME: join(folder, 'home') } }
const mettle = (...argv: string[]) => runCli(argv, setting)
const why = ['--reason', 'the token was renewed', '--by', 'ann']

beforeAll(async () => {
  await mettle('init')
  const failed = { status: 'failed', retryCount: 1, qualityScore: 0.2, adaptersUsed: ['github'] }
  const log = ['r1', 'r2', 'r3'].map((runId) =>
    JSON.stringify({ runId, ...failed, dominantFailureType: 'auth', riskLevel: 'medium' }),
  )
  const clean = { runId: 'r4', result: 'success', postExecutionScore: 1, riskLevel: 'medium' }
  await runCli(['outcome', 'import', '-'], { ...setting, stdin: [...log, JSON.stringify(clean)].join('\n') })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('mettle policy', () => {
  it('shows what is in force, and what could be looser', async () => {
    const { stdout } = await mettle('policy', 'show')
    expect(stdout).toMatch(/^The ratchet is strict: evidence makes the policy only stricter/m)
    expect(stdout).toMatch(/^ {2}medium +0\.749 +0\.7325 is enough$/m)
    expect(stdout).toMatch(/^ {2}github +0\.173 +3 +risk x1\.4, 1 retry, needs approval$/m)
    const one = (await mettle('policy', 'show', 'GitHub')).stdout
    expect(one).toContain('0.173 in 3 runs: success 0%, 1.00 retries, quality 0.20')
    expect(one).toContain('auth  3 of 3, confidence 0.65')
  })

  it('shows what each run did to it', async () => {
    const { stdout } = await mettle('policy', 'diff', '-n', '1')
    expect(stdout).toMatch(/^r\d, just now\n {2}.*: .* -> .*$/m)
    expect((await mettle('policy', 'diff', '--run', 'r4')).stdout).toContain(
      '  No policy changes.\n  mediumRiskApprovalThreshold: 0.749; 0.7325 is enough',
    )
  })

  it('is loosened and tightened with a reason', async () => {
    const unnamed = await mettle('policy', 'acknowledge', 'github', ...why)
    expect([unnamed.exitCode, unnamed.stderr]).toEqual([
      2,
      "'github' does not say which failure is fixed.\nmettle policy show github\n",
    ])
    const fixed = await mettle('policy', 'acknowledge', 'github::auth', ...why)
    expect(fixed.stdout).toContain(
      'auth of github is counted from zero again, after 3 occurrences.\nIt still needs approval',
    )
    const loose = await mettle('policy', 'loosen', 'github', '--no-approval', ...why)
    expect(loose.stdout).toBe(
      'Loosened github\n  before: risk x1.4, 1 retry, needs approval\n  after:  risk x1.4, 1 retry, no approval\n',
    )
    const back = await mettle('policy', 'tighten', 'github', '--approval', ...why)
    expect(back.stdout).toContain('after:  risk x1.4, 1 retry, needs approval')
    const lower = await mettle('policy', 'loosen', '--threshold', 'medium', ...why)
    expect(lower.stdout).toBe('mediumRiskApprovalThreshold: 0.749 -> 0.7325\n')
    const higher = await mettle('policy', 'tighten', '--threshold', 'medium', '--to', '0.8', ...why)
    expect(higher.stdout).toBe('mediumRiskApprovalThreshold: 0.7325 -> 0.8\n')
    await mettle('policy', 'annotate', 'github', 'runs once a month', '--by', 'ann')
    expect((await mettle('policy', 'show', 'github')).stdout).toContain('runs once a month (ann, just now)')
  })

  it('refuses the threshold that is in force, either way', async () => {
    for (const way of ['tighten', 'loosen']) {
      const same = await mettle('policy', way, '--threshold', 'low', '--to', '0.55', ...why)
      expect([same.exitCode, same.stderr]).toEqual([2, expect.stringMatching(/^--to must be (above|below) 0\.55, /)])
    }
  })

  it('never raises a threshold by loosening', async () => {
    await mettle('policy', 'loosen', '--threshold', 'high', '--to', '0.5', ...why)
    const { stderr } = await mettle('policy', 'loosen', '--threshold', 'high', ...why)
    expect(stderr).toContain('The evidence suggests nothing below 0.5, which is active for high risk.')
    const { stdout } = await mettle('policy', 'show', '--json')
    expect(JSON.parse(stdout).thresholds.inForce.highRiskApprovalThreshold).toBe(0.5)
  })

  it('refuses what is for a threshold with an adapter, and the other way round', async () => {
    const share = await mettle('policy', 'tighten', 'github', '--approval', '--to', '0.8', ...why)
    expect(share.stderr).toContain('--to is for a threshold')
    const retries = await mettle('policy', 'loosen', '--threshold', 'low', '--retries', '3', ...why)
    expect(retries.stderr).toContain('--retries and --multiplier are for an adapter')
  })

  it('says what to type instead', async () => {
    expect((await mettle('policy', 'loosen', ...why)).stderr).toContain('Give an adapter, or --threshold')
    expect((await mettle('policy', 'loosen', 'github')).stderr).toContain('--reason is missing')
    const above = await mettle('policy', 'loosen', '--threshold', 'low', '--to', '0.9', ...why)
    expect(above.stderr).toContain('--to must be below 0.55, which is active for low risk, and is 0.9.')
    const below = await mettle('policy', 'tighten', '--threshold', 'low', '--to', '0.5', ...why)
    expect(below.stderr).toContain('--to must be above 0.55, which is active for low risk, and is 0.5.')
    const missing = await mettle('policy', 'tighten', '--threshold', 'low', ...why)
    expect(missing.stderr).toContain('--to must be above 0.55, which is active for low risk.')
    expect((await mettle('policy', 'show', 'gitlab')).stderr).toContain("Did you mean 'github'?")
  })
})
