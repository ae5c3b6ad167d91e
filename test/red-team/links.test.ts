import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SessionMemory } from '../../src/edges/hook/session-memory.ts'
import { carryOut } from '../../src/machine/client-files.ts'
import { acceptRepository } from '../front-doors/accept-repository.ts'
import { attack } from './attack.ts'
import { type Victim, victim } from './victim.ts'

/** What the person has beside the repository: a folder with a file in it. */
function precious(world: Victim): { folder: string; file: string; isUntouched: () => boolean } {
  const folder = join(world.folder, 'precious')
  const file = join(folder, 'profile')
  mkdirSync(folder)
  writeFileSync(file, 'mine')
  return {
    folder,
    file,
    isUntouched: () => readFileSync(file, 'utf8') === 'mine' && readdirSync(folder).join() === 'profile',
  }
}

/** Puts a link where a repository may have one. */
function link(world: Victim, name: string, target: string): void {
  const path = join(world.root, name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

/** The same folder without git, as an archive unpacks it. */
function unpacked(): Victim {
  const world = victim()
  rmSync(join(world.root, '.git'), { recursive: true })
  return world
}

describe('links', () => {
  attack('export through a link', async () => {
    const world = victim()
    const { folder, file, isUntouched } = precious(world)
    await world.learned()
    link(world, 'LEARNINGS.md', file)
    link(world, 'AGENTS.md', join(folder, 'new'))
    link(world, 'docs', folder)
    link(world, 'NOTES.md', join(world.root, '.git', 'hooks', 'pre-commit'))
    const repository = join(world.folder, 'another')
    mkdirSync(join(repository, '.git'), { recursive: true })
    link(world, 'other', repository)
    await world.cli('rule', 'add', 'Ask before you delete a branch')
    for (const command of [
      ['export', '--format', 'toon', '--out', 'NOTES.md'],
      ['export', '--format', 'toon', '--out', 'other/patterns.toon'],
      ['rule', 'export', '--to', 'NOTES.md'],
      ['backup', '--out', 'docs/journal.db'],
      ['backup', '--out', 'other/journal.db'],
      ['demo', '--dir', 'docs/demo', '--runs', '1'],
    ])
      expect((await world.cli(...command)).stderr).toContain('is a link that leads out of the project')
    expect([readdirSync(repository), existsSync(join(world.root, '.git', 'hooks', 'pre-commit'))]).toEqual([
      ['.git'],
      false,
    ])
    for (const [format, out] of [
      ['toon', 'LEARNINGS.md'],
      ['claude-md', 'LEARNINGS.md'],
      ['agents-md', 'AGENTS.md'],
      ['toon', 'docs/patterns.toon'],
      ['org', 'docs'],
    ] as const) {
      const { exitCode, stderr } = await world.cli('export', '--format', format, '--out', out)
      expect({ out, exitCode, stderr }).toMatchObject({ exitCode: 1 })
      expect(stderr).toContain(`${join(world.root, out.split('/')[0]!)} is a link that leads out of the project`)
      expect(stderr).toContain(folder)
    }
    await world.cli('export', '--format', 'claude-md', '--out', 'LEARNINGS.md', '--remove')
    expect(isUntouched()).toBe(true)
    // Who means the file behind the link names it, and a link within the project is followed.
    link(world, 'CLAUDE.md', join(world.root, 'notes.md'))
    for (const out of [join(folder, 'named.toon'), 'CLAUDE.md'])
      expect((await world.cli('export', '--format', 'toon', '--out', out)).exitCode).toBe(0)
    expect(readFileSync(join(world.root, 'notes.md'), 'utf8')).toContain('database handle')
    expect(lstatSync(join(world.root, 'CLAUDE.md')).isSymbolicLink()).toBe(true)
  })

  attack('linked settings of clients', async () => {
    const world = victim()
    const { folder, file, isUntouched } = precious(world)
    link(world, '.claude', folder)
    link(world, '.mcp.json', file)
    link(world, '.codex/config.toml', join(folder, 'new.toml'))
    const clients = ['--client', 'claude-code,codex', '--yes']
    const { stdout } = await world.cli('init', ...clients)
    expect(stdout.match(/leads out of the project/g)).toHaveLength(3)
    await world.cli('init', '--remove', '--yes')
    expect(isUntouched()).toBe(true)
    // One that is put there between the question and the answer is not followed, either.
    const plan = { clients: [], brings: 'hooks', action: 'create', after: 'evil' } as const
    const why = carryOut({ ...plan, path: join(world.root, '.claude', 'settings.json') }, world.root)
    expect(why).toMatchObject({ why: expect.stringContaining('leads out of the project') })
    expect(isUntouched()).toBe(true)
    // What the person keeps elsewhere themselves is changed there.
    const own = join(world.folder, 'person')
    mkdirSync(join(own, '.claude'), { recursive: true })
    writeFileSync(join(folder, 'settings.json'), '{}\n')
    symlinkSync(join(folder, 'settings.json'), join(own, '.claude', 'settings.json'))
    world.environment.HOME = own
    expect((await world.cli('init', '--user', '--client', 'claude-code', '--yes')).exitCode).toBe(0)
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toContain('--client auto')
  })

  attack('linked learnings', async () => {
    const learning = JSON.stringify({ no_learnings: true, reason: 'trivial change' })
    for (const name of ['archived', 'rejected']) {
      const world = victim()
      const { folder, isUntouched } = precious(world)
      await world.learned('Freeze the clock in snapshot tests, otherwise they fail at midnight')
      link(world, `.learnings/pending/${name}`, folder)
      for (const text of [learning, '{torn'])
        writeFileSync(join(world.root, '.learnings', 'pending', `a${text.length}.json`), text)
      await world.cli('learn')
      expect({ name, isUntouched: isUntouched() }).toEqual({ name, isUntouched: true })
    }
    const world = victim()
    const { folder } = precious(world)
    await world.learned('Freeze the clock in snapshot tests, otherwise they fail at midnight')
    mkdirSync(join(folder, 'pending'))
    writeFileSync(join(folder, 'pending', 'a.json'), learning)
    link(world, '.learnings', folder)
    await world.cli('learn')
    expect(readdirSync(join(folder, 'pending'))).toEqual(['a.json'])
  })

  attack('unpacked links', async () => {
    const names = ['', 'journal.db', 'journal.db-wal', 'project.json', 'spool', 'sessions', 'ahead', 'archive']
    for (const name of names) {
      const world = unpacked()
      const { folder, file, isUntouched } = precious(world)
      link(world, join('.mettle', name), name.includes('.') ? file : folder)
      for (const command of ['init --no-clients', 'init --remove --yes', 'status']) {
        const { exitCode, stderr } = await world.cli(...command.split(' '))
        expect({ name, command, exitCode }).toEqual({ name, command, exitCode: 1 })
        expect(stderr).toContain(`${join(world.root, '.mettle', name)} is a link.`)
      }
      await world.call({ moment: 'prompt', prompt: 'close the database handle' })
      expect({ name, isUntouched: isUntouched() }).toEqual({ name, isUntouched: true })
    }
  })

  it('adds nothing by a hook to what a link leads to, and lets the agent go on', async () => {
    for (const name of ['spool', 'sessions', '.']) {
      const world = unpacked()
      const { folder, isUntouched } = precious(world)
      await world.learned()
      const home = join(world.root, '.mettle')
      if (name === '.') {
        writeFileSync(join(folder, 'project.json'), readFileSync(join(home, 'project.json')))
        rmSync(home, { recursive: true })
        symlinkSync(folder, home)
      } else {
        rmSync(join(home, name), { recursive: true, force: true })
        symlinkSync(folder, join(home, name))
      }
      const before = readdirSync(folder)
      for (const session of ['s1', 's2'])
        await world
          .call({ moment: 'prompt', session, prompt: 'close the database handle' })
          .catch((error: Error) => expect(error.message).toContain('is a link'))
      expect({ name, left: readdirSync(folder) }).toEqual({ name, left: before })
      if (name !== '.') expect(isUntouched()).toBe(true)
    }
    const world = unpacked()
    const { file, isUntouched } = precious(world)
    link(world, '.mettle/sessions/s1.jsonl', file)
    const memory = new SessionMemory(join(world.root, '.mettle', 'sessions'), 's1')
    expect(() => memory.note({ agent: '', prompted: true })).toThrow(/ELOOP/)
    expect(isUntouched()).toBe(true)
  })

  attack('moved journal', async () => {
    const world = victim()
    const path = join(world.folder, 'elsewhere.db')
    writeFileSync(join(world.root, 'mettle.config.json'), JSON.stringify({ 'store.path': path }))
    await acceptRepository({ cwd: world.root, environment: world.environment })
    const { exitCode, stderr } = await world.cli('init', '--no-clients')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('leads out of the repository')
    expect(existsSync(path)).toBe(false)
    world.environment.METTLE_STORE_PATH = path
    expect((await world.cli('init', '--no-clients')).exitCode).toBe(0)
    expect(existsSync(path)).toBe(true)
  })
})
