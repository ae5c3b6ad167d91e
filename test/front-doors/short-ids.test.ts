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
    await mettle(
      'error',
      'record',
      '--id',
      'e-77aa01',
      '--task',
      't-1',
      '--message',
      'Type error in src/a.ts',
    )
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['pattern', ['pattern', 'list'], (id: string) => ['pattern', 'why', id]],
    ['session', ['session', 'list'], (id: string) => ['session', 'show', id]],
    [
      'approval',
      ['approval', 'list'],
      (id: string) => ['approval', 'answer', id, '--allow', '--reason', 'seen'],
    ],
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
