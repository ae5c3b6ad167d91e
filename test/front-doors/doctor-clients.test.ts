import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newRepository, temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

let cwd = ''
let home = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment, now: Date.now() })
const doctor = async () => (await mettle('doctor')).stdout

beforeEach(() => {
  cwd = newRepository()
  home = temporaryFolder()
  environment = { METTLE_HOME: join(home, 'mettle'), HOME: home, PATH: '' }
})

describe('doctor', () => {
  it('tells that no client is connected, without alarm', async () => {
    await mettle('init', '--no-clients')
    expect(await doctor()).toContain('fine     clients: none is connected; mettle init connects them')
    expect((await mettle('status')).stdout).toMatch(/^clients +none; mettle init$/m)
  })

  it('tells what keeps each client silent, with the line that mends it', async () => {
    await mettle('init', '--yes', '--client', 'claude-code,codex,copilot,gemini')
    mkdirSync(join(home, '.claude'))
    writeFileSync(join(home, '.claude', 'settings.json'), '{"disableAllHooks": true}')
    const text = await doctor()
    for (const line of [
      'Claude Code: all hooks are off in',
      'fix: Remove "disableAllHooks" from',
      'Codex: the project is not trusted',
      'Codex: 8 of 8 hooks in',
      'fix: Start codex, type /hooks, and trust those of Mettle',
      'Copilot CLI: this folder is not trusted',
      'Gemini CLI: this folder is not trusted',
      'hooks: hooks call the command mettle, which is not on PATH',
    ])
      expect(text).toContain(line)
    expect((await mettle('status')).stdout).toMatch(
      /^clients +Claude Code, Codex, Copilot CLI and Gemini CLI$/m,
    )
  })

  it('reports hooks of an earlier version, and mettle init replaces them', async () => {
    await mettle('init', '--yes', '--client', 'claude-code')
    const path = join(cwd, '.claude', 'settings.json')
    expect(await doctor()).not.toContain('are not those that this version installs')
    const old = { type: 'command', command: 'mettle hook --client auto 2>/dev/null || true', timeout: 10 }
    const settings = JSON.parse(readFileSync(path, 'utf8'))
    settings.hooks.PreToolUse[0].hooks = [old]
    writeFileSync(path, JSON.stringify(settings, null, 2))
    expect(await doctor()).toContain(
      `warning  Claude Code: the hooks in ${path} are not those that this version installs\n         fix: mettle init\n`,
    )
    await mettle('init', '--yes')
    expect(await doctor()).not.toContain('are not those that this version installs')
    expect(readFileSync(path, 'utf8')).toContain('--event PreToolUse')
  })

  it('tells once what hooks left that could not be taken in', async () => {
    await mettle('init', '--no-clients')
    const spool = join(cwd, '.git', 'mettle', 'spool')
    mkdirSync(join(spool, 'refused'), { recursive: true })
    writeFileSync(join(spool, '01-1.jsonl'), '')
    writeFileSync(join(spool, 'refused', '02-1.jsonl'), 'torn')
    const text = await doctor()
    expect(text).toMatch(/warning +left by hooks: 0 files wait, 2 moved to spool\/refused\n/)
    expect(text.match(/^\w+ +(?:left by hooks|spool):/gm)).toHaveLength(1)
    expect(text).toMatch(/fine +size: [\d.]+ kB\n/)
  })

  it('looks at clients where the journal is gone, too', async () => {
    await mettle('init', '--yes', '--client', 'codex')
    rmSync(join(cwd, '.mettle', 'journal.db'))
    const { stdout, exitCode } = await mettle('doctor')
    expect(exitCode).toBe(1)
    expect(stdout).toContain('broken   store:')
    expect(stdout).toContain('Codex: the project is not trusted')
  })

  it('worries after as many days as the settings say', async () => {
    await mettle('init', '--yes', '--client', 'claude-code')
    const folder = join(home, '.claude', 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'))
    mkdirSync(folder, { recursive: true })
    const transcript = join(folder, 'a.jsonl')
    writeFileSync(transcript, '')
    utimesSync(transcript, 0, Date.now() / 1_000 + 5 * 86_400)
    expect(await doctor()).not.toContain('it worked here')
    writeFileSync(join(cwd, 'mettle.config.json'), '{"doctor": {"quietDays": 3}}')
    expect(await doctor()).toMatch(/it worked here [45] days after the loop last heard of anything/)
  })
})
