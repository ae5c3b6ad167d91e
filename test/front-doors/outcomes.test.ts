import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'mettle-outcomes-'))
const setting = { cwd: folder, environment: { METTLE_HOME: join(folder, 'home') } }
const mettle = (line: string, stdin?: string) =>
  runCli(line.split(' '), { ...setting, ...(stdin === undefined ? {} : { stdin }) })

beforeAll(() => runCli(['init'], setting))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('mettle outcome', () => {
  it('records a governed run from options, and tells what followed', async () => {
    const line =
      'outcome record --run run-1 --result failure --adapter github --failure auth --retries 1 --quality 0.2 --risk medium --decision planner:approve:1'
    const { exitCode, stdout } = await mettle(line)
    expect(exitCode).toBe(0)
    expect(stdout).toBe(
      [
        'Recorded the outcome of run-1.',
        'Processed outcome for run-1. Updated 1 agent profile. Updated 0 skills. Policy changes: 4 (github requireApproval false -> true; github riskMultiplier 1 -> 1.4; github suggestedMaxRetries 2 -> 1; mediumRiskApprovalThreshold 0.65 -> 0.683). Constraint suggestions: 0.',
        '',
      ].join('\n'),
    )
    expect((await mettle(line)).stdout).toContain('The outcome of run-1 was recorded before.')
  })

  it('says that patterns which were merely shown earn nothing, and how one is named', async () => {
    const lesson = 'Prices are kept in cents, so never add a float to one'
    await runCli(['learning', 'record', '--lesson', lesson], setting)
    await mettle('learn')
    await runCli(['inject', '--run', 'shown-1', '--task', 'add prices in cents'], setting)
    const told = 'outcome record --run shown-1 --result success --observed-by test --file src/a.ts'
    const { stdout } = await mettle(told)
    const [, id = ''] = /\n {2}--applied (p-\w+)@FILE:LINE\n$/.exec(stdout) ?? []
    expect(stdout).toContain('It credits no pattern: of 1 pattern shown to shown-1, none was named.')
    const again = (await mettle(`${told} --applied ${id}@src/a.ts:1`)).stdout
    expect(again).toContain(`${id}  applied: src/a.ts is among the changed files`)
    expect(again).not.toContain('credits no pattern')
  })

  it('names what a governed run misses, and keeps it aside', async () => {
    const { exitCode, stderr } = await mettle('outcome record --run run-x --result failure --adapter github')
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^--retries is missing\n--quality is missing\nCorrect it/)
    const { stdout } = await mettle('outcome list --refused')
    expect(stdout).toContain('  retryCount: is missing')
    expect(stdout).toContain('"runId":"run-x"')
  })

  it('reads one record as JSON from standard input', async () => {
    const record = { runId: 'run-2', result: 'success', postExecutionScore: 0.9, riskLevel: 'low' }
    const { stdout } = await mettle('outcome record --from -', JSON.stringify(record))
    expect(stdout).toContain('Recorded the outcome of run-2.')
    expect(stdout).toContain(
      'The evidence would allow lowRiskApprovalThreshold 0.5375 in place of 0.55; mettle policy show',
    )
    expect(stdout).toContain('retryCount was not given; it was taken to be 0.')
    expect((await mettle('outcome record --from - --run r', '{}')).stderr).toContain('do not go with it')
    expect((await mettle('outcome record --from -', '{"a":1}\n{}')).stderr).toContain('outcome import FILE')
    expect((await mettle('outcome record --result success')).stderr).toContain('--run is missing')
    expect((await mettle('outcome record --run r --result success --decision x')).stderr).toContain(
      "--decision: 'x' is not AGENT:DECISION:CONFIDENCE.",
    )
  })

  it('imports a log, and tells which lines it refused', async () => {
    const good = { runId: 'run-3', status: 'success', retryCount: 0, qualityScore: 1, adaptersUsed: ['npm'] }
    writeFileSync(join(folder, 'log.jsonl'), `${JSON.stringify(good)}\n{"runId":"run-4"}\n`)
    const { exitCode, stdout } = await mettle('outcome import log.jsonl')
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^Read 2 lines: 1 recorded, 0 known before, 1 refused.\n {2}line 2: /)
    expect((await mettle('outcome import absent.jsonl')).stderr).toContain('absent.jsonl does not exist.')
    const exported = (await mettle('outcome export')).stdout
    expect(exported.trim().split('\n')).toHaveLength(3)
    expect(await mettle('outcome import -', exported)).toMatchObject({
      exitCode: 0,
      stdout: 'Read 3 lines: 0 recorded, 3 known before, 0 refused.\n',
    })
  })

  it('lists its members when it stands alone, though it is also a name of another system', async () => {
    const { exitCode, stdout } = await mettle('outcome')
    expect(exitCode).toBe(0)
    for (const name of ['outcome record', 'outcome list', 'outcome import']) expect(stdout).toContain(name)
  })

  it('lists what was recorded', async () => {
    const { stdout } = await mettle('outcome list --adapter GitHub')
    expect(stdout.split('\n')[1]).toMatch(/^just now +run-1 +failure +0.2 +github +auth$/)
    expect((await mettle('outcome list --result unknown')).stdout).toBe('No outcomes match.\n')
  })
})
