import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../front-doors/run-cli.ts'
import { mettleWords } from '../front-doors/shell-words.ts'

const PAGE = readFileSync(new URL('../../docs/how-to/learn-from-tasks.md', import.meta.url), 'utf8')
const LINES = [...PAGE.matchAll(/^\$ (mettle .*)$/gm)].map(([, line]) => line!)
const LESSON = 'Always check the expiry of refresh tokens before every call'
const STANDS_FOR = 'p-62380ed8e85af4ae'

let folder: string
let pattern: string

async function typed(words: readonly string[]) {
  const environment = { METTLE_HOME: join(folder, 'home'), METTLE_HOLDOUT_SHARE: '0' }
  return runCli(words, { cwd: folder, environment })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-how-to-'))
  await typed(['init'])
  await typed(['learning', 'record', '--agent', 'builder', '--lesson', LESSON])
  await typed(['learn'])
  pattern = JSON.parse((await typed(['pattern', 'list', '--json'])).stdout).items[0].pattern.id
  const course = ['--result', 'failure', '--duration-ms', '1', '--errors', '3', '--retries', '0']
  const task = ['outcome', 'record', '--run', 'old', '--task', 't1', '--strategy', 'Split by file type']
  await typed([...task, ...course, '--at', '2025-12-01T00:00:00Z'])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the page on learning from tasks', () => {
  it.each(LINES)('%s', async (line) => {
    const words = mettleWords(line).map((word) => word.replace(STANDS_FOR, pattern))
    expect(await typed(words)).toMatchObject({ exitCode: 0 })
  })

  it('has led to a pattern with helpful feedback of the run that was shown it', async () => {
    const { axes } = JSON.parse((await typed(['pattern', 'show', pattern, '--axes', '--json'])).stdout)
    expect(axes.evidence).toMatchObject({ helpfulCount: 1, harmfulCount: 0 })
    const { stdout } = await typed(['pattern', 'why', pattern, '--details'])
    expect(stdout).toContain('1 of 1 run that followed it ended well')
    expect(stdout).toContain('task epic-1.1 ended: success (observed by record): Fast completion (180s)')
  })

  it('is told at once when a run was not shown what it used, or a time is none', async () => {
    const record = ['outcome', 'record', '--run', 'blind', '--result', 'success', '--applied', pattern]
    expect((await typed(record)).stdout).toContain('it earns nothing, because the run was not shown it')
    expect((await typed([...record, '--at', 'yesterday'])).stderr).toContain("--at: 'yesterday' is not a time.")
    expect((await typed(['task', 'list'])).stdout).toMatch(/^1 month ago +old/m)
  })
})
