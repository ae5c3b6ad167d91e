import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { git, newRepository, temporaryFolder } from '../repositories/repository.ts'
import { HookWorld, shell } from '../worlds/hook-world.ts'
import { runCli } from './run-cli.ts'

const LESSON = 'Check that the token has not expired before each request'
const CODE = ['export function send(token: Token) {', '  if (expired(token)) refresh(token)', '  post(token)', '}']

let cwd = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })
const json = async (...argv: string[]) => JSON.parse((await mettle(...argv, '--json')).stdout)
const write = (lines: readonly string[]) => writeFileSync(join(cwd, 'send.ts'), lines.join('\n'))
const seen = async (run: string, ...more: string[]) => {
  await mettle('learning', 'record', '--agent', 'builder', '--lesson', LESSON, '--run', run, ...more)
  await mettle('learn')
}
const told = async () => (await json('pattern', 'list', '--all', '--axes')).items[0]

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
    expect(why).toContain('about send.ts:2-3, where somebody else changed the lines')
    expect((await json('pattern', 'check')).news).toEqual([])
    write(CODE)
    expect((await json('pattern', 'check')).news).toMatchObject([{ found: true }])
    expect((await told()).axes.score).toBeCloseTo(before, 3)
  })

  it('ranks as before once it is seen again', async () => {
    write([])
    await mettle('pattern', 'check')
    expect((await told()).pattern.staleCitedAt).toMatch(/^2026-01-01T/)
    await seen('run-2')
    expect((await told()).pattern).not.toHaveProperty('staleCitedAt')
    expect(await json('pattern', 'check')).toEqual({ cited: 0, stale: 0, news: [] })
  })

  it('is checked by mettle learn', async () => {
    write([])
    const { steps } = await json('learn')
    const step = steps.find(({ name }: { name: string }) => name === 'verify-citations')
    expect(step.what).toContain('the cited lines of 1 pattern have changed')
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
    const { items: patterns } = await json('pattern', 'list', '--all')
    const other = patterns.find(({ pattern }: { pattern: { text: string } }) => pattern.text.includes('passwords'))
    expect(other.pattern.citation).toEqual({ file: '/etc/passwd', line: 1 })
  })
})

describe('a lesson that is used where it points', () => {
  const world = new HookWorld()
  afterAll(() => world.remove())
  const put = (lines: readonly string[], at = world.now) => {
    writeFileSync(join(world.root, 'send.ts'), lines.join('\n'))
    utimesSync(join(world.root, 'send.ts'), at / 1_000, at / 1_000)
  }
  const why = () => world.command(async (mettle) => mettle.why((await mettle.patterns())[0]!.pattern.id))
  /** A session that is shown the lesson, changes its line and says whether it used it. */
  const session = async (name: string, line: string, said: string) => {
    const { context = '' } = await world.call({ moment: 'session-start', session: name })
    expect(context).toContain(LESSON)
    put(CODE.with(1, line))
    const edit = {
      call: `${name}-1`,
      name: 'Edit',
      kind: 'edit',
      files: [join(world.root, 'send.ts')],
    } as const
    await world.call({ moment: 'after-tool', session: name, tool: { ...edit, input: {}, ended: 'passed' } })
    const ended = { call: `${name}-2`, ended: 'passed', output: 'Tests  4 passed (4)', exitCode: 0 } as const
    await world.call({ moment: 'after-tool', session: name, tool: shell('npm test', ended) })
    await world.call({ moment: 'turn-end', session: name, said })
    await world.command((mettle) => mettle.settleSession({ run: name }))
  }
  const USED = `Done.\nLEARNINGS_ACKNOWLEDGED\nApplied: "${LESSON}" -> [checked before the request at send.ts:2]`

  it('gains from three successful runs that change its line', async () => {
    put(CODE)
    git(world.root, 'add', 'send.ts')
    git(world.root, 'commit', '-q', '-m', 'begin')
    await world.command(async (mettle) => {
      const citation = { file: 'send.ts', line: 2 }
      await mettle.recordLearning({ agent: 'builder', lesson: LESSON, citation })
      await mettle.learn()
    })
    const untested = (await why()).standing
    for (const name of ['s1', 's2', 's3']) await session(name, `  if (expired(token, '${name}')) refresh(token)`, USED)
    const { standing, timeline } = await why()
    expect(standing.evidence.applied).toEqual({ runs: 3, succeeded: 3, failed: 0 })
    expect(standing.helps).toBeGreaterThan(untested.helps)
    expect(standing.because).not.toContain('somebody else')
    expect(timeline.map(({ what }) => what)).toContain('the lines at send.ts:2 were changed by a run that used it')
  })

  it('counts for less after somebody else changed the line, and says so', async () => {
    world.now += 3_600_000
    put(CODE.with(1, '  renew(token)'))
    await world.command((mettle) => mettle.checkCitations())
    const { standing } = await why()
    expect(standing.because).toContain('it counts for less, since somebody else changed send.ts:2')
    expect(standing.next.join()).toContain('it counts fully again when a run uses it where the code changed')
  })

  it('is not refreshed by a run that changed the line and did not use it', async () => {
    await session('s4', '  renew(token, 4)', 'Done.')
    expect((await why()).standing.because).toContain('somebody else changed send.ts:2')
  })

  it('counts fully again after the next run that uses it there', async () => {
    await session('s5', '  renew(token, 5)', USED)
    expect((await why()).standing.because).not.toContain('somebody else')
  })
})
