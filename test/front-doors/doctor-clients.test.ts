import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newRepository, temporaryFolder } from '../repositories/repository.ts'
import { BundledHook } from '../worlds/bundled-hook.ts'
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
      'Codex: you have not trusted this project',
      'Codex: 8 of 8 hooks in',
      "fix: Start codex, type /hooks, and trust Mettle's",
      'Copilot CLI: this folder is not trusted',
      'Gemini CLI: this folder is not trusted',
      'hooks: hooks call the command mettle, which is not on PATH',
    ])
      expect(text).toContain(line)
    expect((await mettle('status')).stdout).toMatch(/^clients +Claude Code, Codex, Copilot CLI and Gemini CLI$/m)
  })

  it('reports hooks of an earlier version, and mettle init replaces them', async () => {
    await mettle('init', '--yes', '--client', 'claude-code')
    const path = join(cwd, '.claude', 'settings.json')
    expect(await doctor()).not.toContain('are not the ones that this version installs')
    const old = { type: 'command', command: 'mettle hook --client auto 2>/dev/null || true', timeout: 10 }
    const settings = JSON.parse(readFileSync(path, 'utf8'))
    settings.hooks.PreToolUse[0].hooks = [old]
    writeFileSync(path, JSON.stringify(settings, null, 2))
    expect(await doctor()).toContain(
      `warning  Claude Code: the hooks in ${path} are not the ones that this version installs\n         fix: mettle init\n`,
    )
    await mettle('init', '--yes')
    expect(await doctor()).not.toContain('are not the ones that this version installs')
    expect(readFileSync(path, 'utf8')).toContain('--event PreToolUse')
  })

  it('tells once what hooks left that could not be taken in', async () => {
    await mettle('init', '--no-clients')
    const spool = join(cwd, '.git', 'mettle', 'spool')
    mkdirSync(join(spool, 'refused'), { recursive: true })
    writeFileSync(join(spool, '01-1.jsonl'), '')
    writeFileSync(join(spool, 'refused', '02-1.jsonl'), 'torn')
    const text = await doctor()
    expect(text).toMatch(/warning +queued hook events: 0 files wait, 2 moved to spool\/refused\n/)
    expect(text.match(/^\w+ +(?:queued hook events|spool):/gm)).toHaveLength(1)
    expect(text).toMatch(/fine +size: [\d.]+ kB\n/)
  })

  it('looks at clients where the journal is gone, too', async () => {
    await mettle('init', '--yes', '--client', 'codex')
    rmSync(join(cwd, '.mettle', 'journal.db'))
    const { stdout, exitCode } = await mettle('doctor')
    expect(exitCode).toBe(1)
    expect(stdout).toContain('broken   store:')
    expect(stdout).toContain('Codex: you have not trusted this project')
  })

  it('finds sessions that no hook reported, by the transcripts of the client, until one is reported', async () => {
    await mettle('init', '--yes', '--client', 'claude-code')
    expect(await doctor()).toContain('fine     sessions: none yet; begin one with a connected client')
    const folder = join(home, '.claude', 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'))
    mkdirSync(folder, { recursive: true })
    const session = (run: string, minutes: number) =>
      writeFileSync(
        join(folder, `${run}.jsonl`),
        `${JSON.stringify({ type: 'user', sessionId: run, cwd, timestamp: new Date(Date.now() + minutes * 60_000).toISOString(), message: { role: 'user', content: 'go on' } })}\n`,
      )
    session('aaaaaaaa-0000-4000-8000-000000000001', 1)
    session('aaaaaaaa-0000-4000-8000-000000000002', 2)
    expect(await doctor()).toContain(
      'warning  sessions: hooks did not report the last 2 sessions of Claude Code here\n         fix: mettle learn',
    )
    session('aaaaaaaa-0000-4000-8000-000000000003', 3)
    const payload = {
      session_id: 'aaaaaaaa-0000-4000-8000-000000000003',
      cwd,
      hook_event_name: 'UserPromptSubmit',
      prompt: 'go on',
    }
    await runCli(['hook', '--client', 'claude-code', '--event', 'UserPromptSubmit'], {
      ...{ cwd, environment, now: Date.now() },
      stdin: JSON.stringify(payload),
    })
    expect(await doctor()).toMatch(/^fine +sessions: hooks work: the last session was recorded /m)
  })

  it('finds what keeps hooks from running: a file that is gone or torn, an administrator, recording that is off', async () => {
    await mettle('init', '--yes', '--client', 'claude-code')
    const path = join(cwd, '.claude', 'settings.json')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace('{', '{,'))
    expect(await doctor()).toContain(`broken   Claude Code: ${path} cannot be read, so none of its hooks run: line 1:`)
    rmSync(path)
    expect(await doctor()).toContain(
      `warning  Claude Code: ${path} is gone, and so are its hooks\n         fix: mettle init\n`,
    )
    writeFileSync(path, text.replace(/"matcher": "Bash[^"]*"/, '"matcher": "Bash"'))
    expect(await doctor()).toContain('are not the ones that this version installs')
    writeFileSync(path, text.replace('{', '{ "enabledPlugins": { "mettle@shop": false },'))
    expect(await doctor()).toContain('the plugin is switched off in')
    const off = await mettle('doctor', '--set', 'hook.record=false')
    expect(off.stdout).toContain(
      'warning  sessions: recording is off (hook.record)\n         fix: leave out --set hook.record=false\n',
    )
    const file = join(environment.METTLE_HOME!, 'config.json')
    mkdirSync(environment.METTLE_HOME!, { recursive: true })
    writeFileSync(file, '{ "hook": { "record": false } }\n')
    expect(await doctor()).toContain(`fix: in ${file}, under "hook", change "record": false to true\n`)
    writeFileSync(file, '{ "hook": { "record": true } }\n')
    expect(await doctor()).not.toContain('recording is off')
    environment = { ...environment, METTLE_HOOK_RECORD: 'false' }
    expect(await doctor()).toContain('fix: unset METTLE_HOOK_RECORD\n')
  })

  it('finds a journal that was copied from another repository', async () => {
    await mettle('init', '--yes', '--client', 'claude-code')
    const other = newRepository()
    cpSync(join(cwd, '.mettle'), join(other, '.mettle'), { recursive: true })
    const { stdout } = await mettle('doctor', '--cwd', other)
    expect(stdout).toContain(
      `journal: it was connected in another folder, with ${join(cwd, '.claude', 'settings.json')}`,
    )
  })
})

describe('doctor --fix', () => {
  it('asks, puts the hooks back, and looks again', async () => {
    await mettle('init', '--yes', '--client', 'claude-code')
    const path = join(cwd, '.claude', 'settings.json')
    const text = readFileSync(path, 'utf8')
    rmSync(path)
    const asked = (answer: string) =>
      runCli(['doctor', '--fix'], { cwd, environment, now: Date.now(), terminal: 100, typed: [answer] })
    expect((await asked('n')).stdout).toContain('is gone, and so are its hooks')
    const { stdout, stderr } = await asked('y')
    expect(stderr).toContain('Run mettle init? [y/N]')
    expect(stdout).not.toContain('is gone')
    expect(readFileSync(path, 'utf8')).toBe(text)
    rmSync(path)
    expect((await mettle('doctor', '--fix', '--yes')).stdout).not.toContain('is gone')
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})

describe('the hooks that doctor starts', () => {
  it('answer where mettle is on PATH, and are found silent where another program has its name', async () => {
    const hook = await new BundledHook().build()
    const bin = temporaryFolder()
    const program = join(bin, 'mettle')
    environment = { ...environment, PATH: `${bin}:${process.env.PATH}` }
    writeFileSync(program, `#!/bin/sh\nshift; exec '${process.execPath}' '${hook.file}' "$@"\n`, {
      mode: 0o755,
    })
    await mettle('init', '--yes', '--client', 'claude-code,gemini')
    const text = await doctor()
    expect(text).toContain('fine     Claude Code: connected; all 10 hooks answered')
    expect(text).toContain('fine     Gemini CLI: all 6 hooks answered')
    expect((await mettle('session', 'list')).stdout).toContain('No session is recorded yet.')
    writeFileSync(program, '#!/bin/sh\necho another program\n')
    expect(await doctor()).toContain(
      "broken   Claude Code: 10 of 10 hooks did not answer when started: mettle hook --client auto --event SessionStart 2>/dev/null || true\n         fix: See which mettle that is and what it prints: command -v mettle; echo '{}' | mettle hook --client auto --event SessionStart\n",
    )
    hook.remove()
  })
})
