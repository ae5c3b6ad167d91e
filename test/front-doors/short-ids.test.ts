import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'mettle-ids-'))
const setting = {
  cwd: join(folder, 'played'),
  environment: { METTLE_HOME: join(folder, 'home') },
  now: Date.parse('2026-11-15T12:00:00Z'),
}
const mettle = (...words: string[]) => runCli(words, setting)
const first = async (...words: string[]): Promise<string> =>
  JSON.parse((await mettle(...words, '--json')).stdout).items[0].id

describe('a shortened id', () => {
  beforeAll(async () => {
    await runCli(['demo', '--dir', 'played', '--runs', '40'], { ...setting, cwd: folder })
    await mettle('error', 'record', '--id', 'e-77aa01', '--task', 't-1', '--message', 'Type error in src/a.ts')
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['pattern', ['pattern', 'list'], (id: string) => ['pattern', 'why', id]],
    ['session', ['session', 'list'], (id: string) => ['session', 'show', id]],
    ['approval', ['approval', 'list'], (id: string) => ['approval', 'answer', id, '--allow', '--reason', 'seen']],
  ] as const)('names a %s, with and without the letter before its dash', async (_, list, call) => {
    const id = await first(...list)
    const short = id.slice(0, 7)
    expect(await mettle(...call(short))).toMatchObject({ exitCode: 0 })
    if (id[1] === '-') expect(await mettle(...call(short.slice(2)))).toMatchObject({ exitCode: 0 })
  })

  it('names a run and an error', async () => {
    const { items } = JSON.parse((await mettle('session', 'list', '--client', 'codex', '--json')).stdout)
    const run: string = items[0].id
    expect((await mettle('run', 'show', run.slice(0, 8))).stdout).toContain(run)
    expect((await mettle('error', 'resolve', '77aa')).stdout).toContain('Resolved')
  })

  it('names a receipt', async () => {
    const { receiptList } = JSON.parse((await mettle('run', 'show', 'run-020', '--json')).stdout)
    const { receipt } = receiptList[0]
    const short = receipt.slice(0, -4)
    const why = await mettle('receipt', 'why', short)
    expect([why.exitCode, why.stdout]).toEqual([0, (await mettle('receipt', 'why', receipt)).stdout])
    expect((await mettle('receipt', 'show', short)).stdout).toContain(receipt)
    expect(await mettle('receipt', 'why', receipt.slice(0, 2))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^'\w\w' could be any of \d+ receipts: .+\nmettle run list, then/),
    })
  })

  it('names an event, and the undo of it', async () => {
    const { items } = JSON.parse((await mettle('timeline', '--limit', '1', '--json')).stdout)
    const dry = (id: string) => mettle('undo', id, '--reason', 'a try', '--dry-run', '--json')
    const short = await dry(items[0].id.slice(0, -3))
    expect([short.exitCode, short.stdout]).toEqual([0, (await dry(items[0].id)).stdout])
    const done = JSON.parse((await mettle('undo', items[0].id, '--reason', 'a try', '--yes', '--json')).stdout)
    const undo: string = done.id
    expect((await mettle('undo', undo.slice(0, -3), '--reason', 'no', '--yes', '--json')).stdout).toContain(items[0].id)
  })

  it('names a task, a run and a pattern where they only narrow a list', async () => {
    await mettle('strike', 'record', '--task', 'task-parcels-9f', '--attempt', 'a retry', '--reason', 'it timed out')
    expect((await mettle('strike', 'clear', 'task-par', '--reason', 'fixed', '--json')).stdout).toContain(
      'task-parcels-9f',
    )
    const run = await first('session', 'list', '--client', 'codex')
    expect((await mettle('timeline', '--run', run.slice(0, 8))).stdout).toContain(run)
    const pattern = await first('pattern', 'list')
    const about = (id: string) => mettle('timeline', '--about', `pattern/${id}`)
    expect((await about(pattern.slice(0, 7))).stdout).toBe((await about(pattern)).stdout)
  })

  it('names a deliberation', async () => {
    const text = 'Accumulated Patterns\n- Retries hide timeouts because the client swallows the error\n'
    await runCli(['deliberation', 'record', '--role', 'judge', '--run', 'run-020'], {
      ...setting,
      stdin: text,
    })
    const id = await first('deliberation', 'list', '--role', 'judge')
    const store = (deliberation: string) =>
      mettle(
        'compat',
        'store-pattern',
        '--role',
        'judge',
        '--delib-id',
        deliberation,
        '--text',
        'Always close the connection pool, because the tests hang on open handles',
      )
    expect((await store('nowhere')).stderr).toContain("There is no deliberation 'nowhere'.")
    expect(await store(id.slice(0, -3))).toMatchObject({ exitCode: 0 })
  })

  it('never takes a number for a longer one', async () => {
    await mettle('outcome', 'record', '--run', 'night-70', '--result', 'success', '--observed-by', 'test')
    expect((await mettle('undo', '--run', 'night-7', '--reason', 'a try', '--dry-run')).stderr).toContain(
      "There is no run 'night-7'.",
    )
    expect((await mettle('undo', '--run', 'night', '--reason', 'a try', '--dry-run')).stdout).toContain('night-70')
  })

  it('is refused where it could be several, and they are named', async () => {
    const { exitCode, stderr } = await mettle('run', 'show', 'run-01')
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(
      /^'run-01' could be any of 10 runs: run-01\d, run-01\d, .+, and 5 more\.\nmettle run list\n$/,
    )
  })

  it('is refused where nothing begins so', async () => {
    expect((await mettle('approval', 'answer', 'a-zzz', '--allow', '--reason', 'seen')).stderr).toBe(
      "There is no approval 'a-zzz'.\nmettle approval list\n",
    )
  })
})
