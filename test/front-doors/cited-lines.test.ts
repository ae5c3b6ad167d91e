import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newRepository, temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const LESSON = 'Check that the token has not expired before each request'
const CODE = [
  'export function send(token: Token) {',
  '  if (expired(token)) refresh(token)',
  '  post(token)',
  '}',
]

let cwd = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })
const json = async (...argv: string[]) => JSON.parse((await mettle(...argv, '--json')).stdout)
const write = (lines: readonly string[]) => writeFileSync(join(cwd, 'send.ts'), lines.join('\n'))
const seen = async (run: string, ...more: string[]) => {
  await mettle('learning', 'record', '--agent', 'builder', '--lesson', LESSON, '--run', run, ...more)
  await mettle('learn')
}
const told = async () => (await json('pattern', 'list', '--all', '--axes')).patterns[0]

beforeEach(async () => {
  cwd = newRepository()
  environment = { METTLE_HOME: temporaryFolder() }
  await mettle('init')
  write(CODE)
  await seen('run-1', '--at', 'send.ts:2-3')
})

describe('a pattern that cites lines', () => {
  it('keeps what they said', async () => {
    expect((await told()).pattern.citation).toEqual({
      file: 'send.ts',
      line: 2,
      lastLine: 3,
      linesHash: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(await json('pattern', 'check')).toEqual({ cited: 1, stale: 0, news: [] })
  })

  it('does not mind that they move or are indented', async () => {
    write(['// more', '', ...CODE.map((line) => `  ${line}`)])
    expect((await json('pattern', 'check')).news).toEqual([])
  })

  it('ranks lower once they have changed, says so, and recovers when they are back', async () => {
    const before = (await told()).axes.score
    write(CODE.with(1, '  if (stale(token)) renew(token)'))
    const { stdout } = await mettle('pattern', 'check')
    expect(stdout).toContain('send.ts:2 has changed')
    const stale = await told()
    expect(stale.axes.score).toBeCloseTo(before / 2, 3)
    const why = (await mettle('pattern', 'why', stale.pattern.id, '--details')).stdout
    expect(why).toMatch(/value 0\.0\d\d = relevance 0\.50 x effect/)
    const classic = ['--details', '--set', 'inject.profile=classic']
    const byCounts = await mettle('pattern', 'why', stale.pattern.id, ...classic)
    expect(byCounts.stdout).toContain('x stale-cited 0.50 =')
    expect(why).toContain('points at send.ts:2-3, where the lines have changed since it was seen')
    expect((await json('pattern', 'check')).news).toEqual([])
    write(CODE)
    expect((await json('pattern', 'check')).news).toMatchObject([{ found: true }])
    expect((await told()).axes.score).toBeCloseTo(before, 3)
  })

  it('ranks as before once it is seen again', async () => {
    write([])
    await mettle('pattern', 'check')
    expect((await told()).pattern.staleCitedAt).toEqual(expect.any(Number))
    await seen('run-2')
    expect((await told()).pattern).not.toHaveProperty('staleCitedAt')
    expect(await json('pattern', 'check')).toEqual({ cited: 0, stale: 0, news: [] })
  })

  it('is looked at by mettle learn, too', async () => {
    write([])
    const { steps } = await json('learn')
    const step = steps.find(({ name }: { name: string }) => name === 'verify-citations')
    expect(step.what).toContain('cited lines of 1 pattern are others by now')
  })

  it('keeps nothing of what lies outside of the project', async () => {
    await mettle(
      'learning',
      'record',
      '--agent',
      'builder',
      '--lesson',
      'Never read the passwords of others',
      '--at',
      '/etc/passwd:1',
    )
    await mettle('learn')
    const { patterns } = await json('pattern', 'list', '--all')
    const other = patterns.find(({ pattern }: { pattern: { text: string } }) =>
      pattern.text.includes('passwords'),
    )
    expect(other.pattern.citation).toEqual({ file: '/etc/passwd', line: 1 })
  })
})
