import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testLoop } from '../worlds/test-loop.ts'
import { asMettle, testServer } from '../worlds/test-server.ts'
import { runCli } from './run-cli.ts'

let folder = ''
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-source-'))
  await cli('init', '--yes')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function cli(...argv: string[]) {
  const environment = { METTLE_HOME: join(folder, 'home') }
  const { stdout, stderr, exitCode } = await runCli([...argv, '--cwd', folder], { environment, cwd: folder })
  if (exitCode !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`)
  return stdout
}

async function failAtGithub(times: number) {
  for (let run = 1; run <= times; run++)
    await cli(
      ...['compat', 'outcome', '--run', `r${run}`, '--success', 'false', '--retries', '1', '--time-ms', '9'],
      ...['--quality', '0.2', '--adapters', 'github', '--failure', 'auth'],
    )
}

/** What a program of the source system does before a step: it looks for the overlay by its own field. */
const mayGo = (overlays: readonly { adapterId?: string; requireApproval?: boolean }[]) =>
  overlays.find(({ adapterId }) => adapterId === 'github')?.requireApproval !== true

describe('a consumer of the source system', () => {
  it('finds the overlay that stops it in the report and in every file of the tree', async () => {
    await failAtGithub(3)
    const report = JSON.parse(await cli('compat', 'learning-report', '--json'))
    expect(mayGo(report.overlays)).toBe(false)
    expect(report).toMatchObject({
      totalOutcomes: 3,
      topPatterns: [{ id: 'github::auth', adapterId: 'github', occurrences: 3 }],
      weakest: [{ adapterId: 'github', totalRuns: 3, successRate: 0 }],
    })
    expect(report.generatedAt).toMatch(/^\d{4}-\d\d-\d\dT/)
    await cli('export', '--format', 'learning-tree', '--out', 'tree')
    const file = (path: string) => readFileSync(join(folder, 'tree', path), 'utf8')
    expect(mayGo(JSON.parse(file('.codekit/learning/learning-store.json')).policyOverlays)).toBe(false)
    expect(mayGo(JSON.parse(file('.ck/learning/reports/latest-learning-report.json')).overlays)).toBe(false)
    expect(JSON.parse(file('.ck/learning/outcomes/r1.json'))).toMatchObject({ runId: 'r1', success: false })
    expect(file('.ck/learning/reports/latest-learning-report.md')).toMatch(/^# Phase 6 Learning Report\n/)
    expect(file('.ck/learning/memory/graph-events.jsonl')).toContain('"type":"outcome_recorded"')
    expect(JSON.parse(file('.ck/learning/policies/threshold-policy.json'))).toMatchObject({
      mediumRiskApprovalThreshold: 0.65,
    })
  })

  it('finds it over HTTP as well', async () => {
    const server = testServer(asMettle(testLoop()))
    const record = { success: false, retryCount: 3, qualityScore: 0, adaptersUsed: ['github'] }
    for (const runId of ['a', 'b'])
      await server.call('POST', '/v1/outcomes/record', { body: { record: { runId, ...record } } })
    const read = async (what: string) => (await server.call('GET', `/v1/learning/${what}`)).body
    expect(mayGo((await read('policies')).policyOverlays)).toBe(false)
    expect(mayGo((await read('report')).overlays)).toBe(false)
    expect((await read('reliability')).reliability).toMatchObject([{ adapterId: 'github', totalRuns: 2 }])
  })
})

describe('a voter', () => {
  const vote = async (run: string, result: string, decision: string) => {
    const agentDecisions = [{ agent: 'planner', decision, confidence: 1 }]
    const record = { runId: run, result, postExecutionScore: 0.5, riskLevel: 'low', agentDecisions }
    await cli('compat', 'ck-outcome', JSON.stringify(record))
    const { reliability } = JSON.parse(await cli('compat', 'ck-agent-evolution', 'planner', '--json'))
    return reliability
  }

  it.each([
    ['approve', 'failure', 0.77],
    ['reject', 'failure', 0.84],
    ['needs-review', 'failure', 0.84],
    ['approve', 'success', 0.84],
    ['reject', 'success', 0.77],
    ['needs-review', 'success', 0.81],
  ])('who said %s on a run that ended in %s is at %f', async (decision, result, expected) => {
    expect(await vote('r1', result, decision)).toBe(expected)
  })
})

it('suggests how to use adapters, each with what it would have changed', async () => {
  const run = async (id: string, adapters: string, success: boolean, retries: number) =>
    cli(
      ...['compat', 'outcome', '--run', id, '--success', String(success), '--retries', String(retries)],
      ...['--time-ms', '9', '--quality', success ? '1' : '0', '--adapters', adapters],
      ...(success ? [] : ['--failure', 'auth']),
    )
  for (let number = 1; number <= 3; number++) {
    await run(`p${number}`, 'podman', false, 3)
    await run(`d${number}`, 'docker', true, 0)
  }
  const record = { retryCount: 0, qualityScore: 0, adaptersUsed: ['docker', 'podman'], success: false }
  const failureDetails = { adapterId: 'podman', dominantFailureType: 'auth' }
  await cli('compat', 'ck-outcome', JSON.stringify({ runId: 'both', ...record, failureDetails }))
  const { taskSuggestions } = JSON.parse(await cli('report', 'governance', '--json'))
  const told = Object.fromEntries(
    taskSuggestions
      .filter(({ adapter }: { adapter: string }) => adapter === 'podman')
      .map(({ type, suggestion, impact }: Record<string, string>) => [type, `${suggestion} ${impact}`]),
  )
  expect(told).toEqual({
    'retry-policy': 'Retry podman at most 1 time. It would have ended 3 runs sooner, of which 3 failed in the end.',
    approval: 'Ask a person before a step of podman. It would have asked in 4 runs, of which 4 failed.',
    'adapter-choice': 'Use docker instead of podman. At the rate of docker, 3 more of 4 runs would have succeeded.',
    ordering: 'Use podman before docker. In 1 run podman failed after other adapters had done their work.',
  })
  expect(await cli('report', 'governance')).toContain('Retry podman at most 1 time.')
})
