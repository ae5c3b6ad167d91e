import { appendFileSync, copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type CliSetting, runCli } from '../front-doors/run-cli.ts'
import { CLAUDE, CODEX, PLAYED_CLIENTS } from './clients.ts'
import { BEGAN, isoOf, PLAYED, type PlayedClient } from './played-session.ts'
import { TranscriptWorld } from './transcript-world.ts'

const DAY_MS = 86_400_000
const LESSON = 'Run `npm run build` before `npm test`'

const worlds: TranscriptWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

/** A project whose journal is made forty days after a client kept a session. */
async function begin(client: PlayedClient): Promise<TranscriptWorld> {
  const world = new TranscriptWorld(client)
  worlds.push(world)
  world.write()
  world.now = BEGAN + 40 * DAY_MS
  await world.command(async () => undefined)
  return world
}

const cli = (world: TranscriptWorld, argv: readonly string[], setting: CliSetting = {}) =>
  runCli([...argv, '--cwd', world.root], {
    environment: { ...world.environment, PATH: '' },
    now: world.now,
    ...setting,
  })

describe('mettle import --client', () => {
  it.each(PLAYED_CLIENTS)(
    'learns from a session that $client kept before there was a journal, once',
    async (client) => {
      const world = await begin(client)
      const before = await world.events()
      const preview = await cli(world, ['import', '--client', client.client, '--dry-run'])
      expect(preview.stdout).toMatch(/^Would read 1 session of .+ of 2026-01-10\. Nothing was read or changed\.\n$/)
      expect(await world.events()).toBe(before)
      const first = await cli(world, ['import', '--client', client.client])
      expect(first.stdout).toContain('16 new steps recorded')
      expect(first.stdout).toContain(`decide with mettle review:`)
      expect(first.stdout).toContain(LESSON)
      // The session is older than what the inbox keeps, and was found only now.
      expect((await cli(world, ['review'])).stdout).toContain(LESSON)
      expect((await cli(world, ['status'])).stdout).toMatch(/^review +\d lessons? found in sessions; mettle review$/m)
      const events = await world.events()
      expect((await cli(world, ['import', '--client', 'all'])).stdout).toContain(': nothing new.')
      expect(await world.events()).toBe(events)
    },
  )

  it('reads what is asked for: this client, these days, this repository', async () => {
    const world = await begin(CLAUDE)
    CODEX.write(PLAYED.length, { ...world.place, root: `${world.root}-two` })
    const count = async (...words: string[]) =>
      JSON.parse((await cli(world, ['import', '--json', '--dry-run', ...words])).stdout).sessions.length
    expect(await count('--client', 'codex')).toBe(0)
    expect(await count('--client', 'claude-code,codex')).toBe(1)
    expect(await count('--client', 'all', '--days', '39')).toBe(0)
    const none = await cli(world, ['import', '--client', 'all', '--days', '39'])
    expect(none.stdout).toContain('mettle import --client all --days 156')
  })

  it.each(PLAYED_CLIENTS.filter(({ client }) => client !== 'opencode'))(
    'keeps no secret of a session that $client kept, wherever it stands in a sentence, a command or an output',
    async (client) => {
      const world = await begin(client)
      const token = ['gh', 'p_', 'R7dK2mQ9xLp4Vn8sWz3Tb6Hc1Yf5Jg0aEuQk'].join('')
      const key = ['43b4c8af6b4c1c4c7555d1c37f520879', 'fd6444c06e2fa458f42737717f889ce4'].join('')
      const file = client.write(PLAYED.length, world.place)
      const planted = readFileSync(file, 'utf8')
        .replaceAll('remember who was here before', `take the token ${token}.`)
        .replaceAll('git status', `GITHUB_TOKEN=${token} git status`)
        .replaceAll('nothing to commit', `SESSION_SECRET=${key} and nothing to commit with ${token}`)
        .replaceAll('The client is generated now.', `I wrote SESSION_SECRET=${key}.`)
      writeFileSync(file, planted)
      expect(Math.min(planted.split(token).length, planted.split(key).length)).toBeGreaterThan(2)
      expect((await cli(world, ['import', '--client', client.client])).stdout).toContain('16 new steps recorded')
      const kept = readdirSync(world.root, { recursive: true, encoding: 'utf8' })
        .map((name) => join(world.root, name))
        .filter((path) => statSync(path).isFile())
        .map((path) => readFileSync(path, 'latin1'))
        .join('\n')
      expect(kept).toContain('[redacted:github-token]')
      expect([kept.split(token).length - 1, kept.split(key).length - 1]).toEqual([0, 0])
    },
  )

  it('reads a session again where the journal was deleted and made again', async () => {
    const world = await begin(CLAUDE)
    const read = async () => (await cli(world, ['import', '--client', 'claude-code'])).stdout
    expect(await read()).toContain('16 new steps recorded')
    rmSync(join(world.root, '.mettle'), { recursive: true })
    await cli(world, ['init', '--no-clients'])
    expect(await read()).toContain('16 new steps recorded')
  })

  it('counts a session once that Gemini CLI keeps in two files, as it does after a resume', async () => {
    const gemini = PLAYED_CLIENTS.find(({ client }) => client === 'gemini')!
    const world = await begin(gemini)
    const file = gemini.write(PLAYED.length, world.place)
    copyFileSync(file, file.replace('T09-00', 'T10-00'))
    const { stdout } = await cli(world, ['import', '--client', 'gemini', '--dry-run'])
    expect(stdout).toContain('Would read 1 session of Gemini CLI')
  })

  it('brings back a rule that was asked for, unless a later one says otherwise', async () => {
    const world = await begin(CLAUDE)
    const prompt = (text: string, at: number) =>
      `\n${JSON.stringify({ type: 'user', uuid: `u${at}`, sessionId: CLAUDE.session, timestamp: isoOf(at), cwd: world.root, message: { role: 'user', content: text } })}\n`
    const file = CLAUDE.write(PLAYED.length, world.place)
    appendFileSync(file, prompt('remember: always squash the commits of a branch before you merge it', BEGAN + DAY_MS))
    appendFileSync(file, prompt('remember: always sign the release tags', BEGAN + DAY_MS + 1))
    await world.command((mettle) =>
      mettle.addRule({ text: 'never squash the commits of a branch before you merge it', by: 'ada' }),
    )
    const { stdout } = await cli(world, ['import', '--client', 'claude-code'])
    expect(stdout).toContain('Rules that you had given')
    const rules = (await world.command((mettle) => mettle.rules())).map(({ text }) => text)
    expect(rules.join('\n')).toContain('sign the release tags')
    expect(rules.join('\n')).toContain('never squash')
    expect(rules.join('\n')).not.toContain('always squash')
  })

  it('says what to type where nothing, both, or an unknown client is named', async () => {
    const world = await begin(CLAUDE)
    for (const words of [[], ['.learnings', '--client', 'all']]) {
      const { exitCode, stderr } = await cli(world, ['import', ...words])
      expect(exitCode).toBe(2)
      expect(stderr).toContain('mettle import --client all')
    }
    const { exitCode, stderr } = await cli(world, ['import', '--client', 'claud-code'])
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Did you mean 'claude-code'?"),
    })
  })
})

describe('mettle init', () => {
  it('offers the sessions that are there, and learns from them after a yes', async () => {
    const world = await begin(CLAUDE)
    const quiet = await cli(world, ['init', '--client', 'claude-code', '--yes'])
    expect(quiet.stdout).toContain(
      '1 session of Claude Code of this repository is on this machine. To learn from it:\n  mettle import --client all',
    )
    const no = await cli(world, ['init', '--client', 'claude-code'], { terminal: 100, typed: ['n'] })
    expect(no.stdout).not.toContain(LESSON)
    const yes = await cli(world, ['init', '--client', 'claude-code'], { terminal: 100, typed: ['y'] })
    expect(yes.stderr).toContain('Learn from it now? [y/N]')
    expect(yes.stdout).toContain(LESSON)
    const again = await cli(world, ['init', '--client', 'claude-code'])
    expect(again.stdout).not.toContain('on this machine')
  })
})
