import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { CLIENTS, type Client } from '../../src/domain/values/session.ts'
import { git } from '../repositories/repository.ts'
import { HookWorld, shell } from '../worlds/hook-world.ts'
import { runCli } from './run-cli.ts'

const DAY_MS = 86_400_000

const worlds: HookWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

async function begin(): Promise<HookWorld> {
  const world = new HookWorld()
  worlds.push(world)
  git(world.root, 'checkout', '-q', '-b', 'main')
  process.env.GIT_COMMITTER_DATE = '2026-01-01T00:00:00Z'
  try {
    commit(world, 'begin')
  } finally {
    delete process.env.GIT_COMMITTER_DATE
  }
  await world.command(async () => undefined)
  return world
}

function commit(world: HookWorld, subject: string, ...words: readonly string[]): string {
  writeFileSync(join(world.root, 'a.txt'), `${subject} ${Math.random()}`)
  git(world.root, 'add', '-A')
  git(world.root, 'commit', '-q', '-m', subject, ...words)
  return git(world.root, 'rev-parse', 'HEAD')
}

/** A session in which the agent does something with git, of which nothing is printed; its client says how long it took, or does not. */
async function session(
  world: HookWorld,
  run: string,
  work: () => void,
  { client = 'claude-code', command = 'git commit -q -am change' }: { client?: Client; command?: string } = {},
) {
  world.now = Date.now() - 1_000
  await world.call({ client, moment: 'prompt', prompt: 'Change the pages and commit', session: run })
  work()
  const at = Number(git(world.root, 'log', '-1', '--format=%ct')) * 1_000
  world.now = at + 500
  const durationMs = command.includes('git') ? undefined : 900
  const tool = shell(command, { call: `${run}-1`, ended: 'passed', output: '', durationMs })
  await world.call({ client, moment: 'after-tool', tool, session: run })
  return world.command((mettle) => mettle.settleSession({ run }))
}

const cli = async (world: HookWorld, ...argv: string[]) =>
  (
    await runCli([...argv, '--cwd', world.root], {
      environment: world.environment,
      now: Date.now() + 2 * DAY_MS,
    })
  ).stdout
const watched = async (world: HookWorld) =>
  JSON.parse(await cli(world, 'outcome', 'watch', '--once', '--json')).news as {
    run: string
    kept: boolean
  }[]

describe('a commit of which git prints nothing', () => {
  it.each(CLIENTS)('belongs to the session of %s that made it', async (client) => {
    const world = await begin()
    const { commits } = await session(world, 's1', () => commit(world, 'Fix the pages'), { client })
    expect(commits).toBe(1)
    expect(await world.command((mettle) => mettle.settleSession({ run: 's1' }))).toMatchObject({ commits: 0 })
    expect(await watched(world)).toMatchObject([{ run: 's1', kept: true }])
  })

  it('belongs to the session also when a script made it', async () => {
    const world = await begin()
    await session(world, 's1', () => commit(world, 'Release 2'), { command: 'npm run release' })
    expect(await watched(world)).toMatchObject([{ run: 's1', kept: true }])
  })

  it.each([
    [
      'amended, with another subject and date,',
      (world: HookWorld) => {
        const day = '2026-02-03T04:05:06Z'
        for (const subject of ['Fix all pages', 'Fix every page'])
          git(world.root, 'commit', '-q', '--amend', '-m', subject, `--date=${day}`)
      },
    ],
    [
      'rebased',
      (world: HookWorld) => {
        git(world.root, 'checkout', '-q', '-b', 'other', 'HEAD~1')
        writeFileSync(join(world.root, 'b.txt'), 'b')
        git(world.root, 'add', '-A')
        git(world.root, 'commit', '-q', '-m', 'Another change')
        git(world.root, 'checkout', '-q', 'main')
        git(world.root, 'rebase', '-q', 'other')
      },
    ],
    [
      'squashed',
      (world: HookWorld) => {
        git(world.root, 'reset', '-q', '--soft', 'HEAD~1')
        git(world.root, 'commit', '-q', '-m', 'All of the pages (#7)', '-m', '* Fix the pages\n\n* Tidy up')
      },
    ],
  ])('is known again when a person has %s it later', async (_, change) => {
    const world = await begin()
    await session(world, 's1', () => commit(world, 'Fix the pages'))
    change(world)
    expect(await watched(world)).toMatchObject([{ run: 's1', kept: true }])
  })

  it('moves its run when it is reverted, and the list of runs says so', async () => {
    const world = await begin()
    let id = ''
    await session(world, 's1', () => {
      id = commit(world, 'Fix the pages')
    })
    git(world.root, 'revert', '--no-edit', id)
    expect(await watched(world)).toMatchObject([{ run: 's1', kept: false }])
    expect(await cli(world, 'run', 'list')).toMatch(/s1 +unknown, reverted /)
  })

  it('is looked at whenever a session is over, without anybody asking', async () => {
    const world = await begin()
    let id = ''
    await session(world, 's1', () => {
      id = commit(world, 'Fix the pages')
    })
    git(world.root, 'revert', '--no-edit', id)
    world.now = Date.now() + 2 * DAY_MS
    const settle = () => world.command((mettle) => mettle.settleSession({ run: 's2' }))
    await world.call({ moment: 'prompt', prompt: 'Go on', session: 's2' })
    expect(await settle()).toMatchObject({ news: 0 })
    await world.call({ moment: 'session-end', session: 's2' })
    expect(await settle()).toMatchObject({ news: 1 })
    expect(await settle()).toMatchObject({ news: 0 })
    expect(await cli(world, 'run', 'list')).toMatch(/s1 +unknown, reverted /)
  })

  it('is no commit of the session where somebody else made it at another time', async () => {
    const world = await begin()
    await session(world, 's1', () => undefined, { command: 'npm test' })
    world.now += DAY_MS
    const { commits } = await world.command((mettle) => mettle.settleSession({ run: 's1' }))
    expect(commits).toBe(0)
  })
})
