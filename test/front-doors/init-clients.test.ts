import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { git, newRepository, temporaryFolder } from '../repositories/repository.ts'
import { type CliSetting, runCli } from './run-cli.ts'

let cwd = ''
let home = ''
let environment: Record<string, string> = {}
const mettle = (argv: readonly string[], setting: CliSetting = {}) => runCli(argv, { cwd, environment, ...setting })
const json = async (...argv: string[]) => JSON.parse((await mettle([...argv, '--json'])).stdout)

const SETTINGS = '.claude/settings.json'
const OWN_HOOK = 'mettle hook --client auto --event Stop 2>/dev/null || true'

beforeEach(() => {
  cwd = newRepository()
  home = temporaryFolder()
  environment = { METTLE_HOME: join(home, 'mettle'), HOME: home, PATH: '' }
})

function write(path: string, text: string): string {
  const file = join(cwd, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}
const read = (path: string) => readFileSync(join(cwd, path), 'utf8')
const settings = () => JSON.parse(read(SETTINGS))

/** Every file below a folder with its bytes, but git's and ours. */
function contents(folder = cwd): Record<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const path = join(folder, entry.name)
    if (['.git', '.mettle'].includes(entry.name)) return []
    if (entry.isDirectory()) return [[`${relative(cwd, path)}/`, ''], ...Object.entries(contents(path))]
    return [[relative(cwd, path), readFileSync(path, 'latin1')]]
  })
  return Object.fromEntries(files)
}

describe('init with clients', () => {
  it('finds none in an empty home, and says how to connect one', async () => {
    const before = contents()
    const { stdout } = await mettle(['init', '--yes'])
    expect(stdout).toContain('Mettle found no coding agent on this machine.')
    expect(contents()).toEqual(before)
    expect(JSON.parse(read('.mettle/agents.json')).clients).toEqual([])
  })

  it.each([
    ['.claude', [SETTINGS, '.mcp.json']],
    ['.codex', ['.codex/hooks.json', '.codex/config.toml']],
    ['.copilot', ['.github/hooks/mettle.json', '.mcp.json']],
    ['.gemini', ['.gemini/settings.json']],
  ])('finds the client that has settings in ~/%s', async (folder, files) => {
    mkdirSync(join(home, folder))
    const { files: made } = await json('init', '--yes')
    expect(made.map(({ path, action }: { path: string; action: string }) => [path, action])).toEqual(
      files.map((path) => [path, 'create']),
    )
    for (const path of files) expect(read(path)).toContain('mettle')
  })

  it('finds a client by its program, and settings folders that were moved', async () => {
    mkdirSync(join(home, 'bin'))
    writeFileSync(join(home, 'bin', 'gemini'), '')
    mkdirSync(join(home, 'elsewhere'))
    environment.PATH = join(home, 'bin')
    environment.CODEX_HOME = join(home, 'elsewhere')
    expect((await json('init', '--yes')).clients).toEqual(['codex', 'gemini'])
  })

  it('runs nothing twice where Copilot reads what Claude Code reads', async () => {
    await mettle(['init', '--yes', '--client', 'copilot'])
    expect(existsSync(join(cwd, '.github/hooks/mettle.json'))).toBe(true)
    const { files, clients } = await json('init', '--yes', '--client', 'claude-code')
    expect(clients).toEqual(['claude-code', 'copilot'])
    expect(files).toContainEqual(expect.objectContaining({ path: '.github/hooks/mettle.json', action: 'remove' }))
    expect(existsSync(join(cwd, '.github'))).toBe(false)
    expect(settings().hooks.Stop[0].hooks[0].command).toBe(OWN_HOOK)
  })

  it('changes none of your files without a terminal, and shows what it would', async () => {
    write(SETTINGS, '{\n  "model": "opus"\n}\n')
    const before = contents()
    const { stdout, exitCode } = await mettle(['init', '--client', 'claude-code'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^ {2}change {2}\.claude\/settings\.json {2}hooks for Claude Code \(\+\d+ lines\)$/m)
    expect(stdout).toMatch(/^ {2}create {2}\.mcp\.json {14}MCP server for Claude Code \(\+\d+ lines\)$/m)
    expect(stdout).toContain('To see every line: mettle init --dry-run --diff --client claude-code')
    expect(stdout).not.toContain('@@')
    expect(stdout).toContain(
      'No file of yours was changed. mettle init --yes --client claude-code makes these 2 changes.',
    )
    expect(stdout).not.toContain('--remove takes it back')
    const whole = await mettle(['init', '--dry-run', '--diff', '--client', 'claude-code'])
    expect(whole.stdout).toContain('--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ -1,3 +1,')
    expect(whole.stdout).toContain('-  "model": "opus"\n+  "model": "opus",\n+  "hooks": {')
    expect(contents()).toEqual(before)
  })

  it('makes not even a journal in a dry run', async () => {
    const { stdout } = await mettle(['init', '--dry-run', '--yes', '--client', 'codex'])
    expect(stdout).toContain('create  .codex/hooks.json')
    expect(stdout).not.toContain('--remove takes it back')
    expect(readdirSync(cwd).sort()).toEqual(['.git', 'name.txt'])
  })

  it('asks a person who has seen the change, and takes only yes for yes', async () => {
    const asked = (...typed: string[]) => mettle(['init', '--client', 'claude-code'], { terminal: 100, typed })
    for (const answer of [[], [''], ['n'], ['maybe']]) {
      expect((await asked(...answer)).stdout).toContain('No file of yours was changed.')
      expect(existsSync(join(cwd, '.claude'))).toBe(false)
    }
    const { stderr, stdout } = await asked('d', 'y')
    const [summary, diff] = stderr.split('Make these 2 changes? [y/N, d shows every line]')
    expect(summary).toContain('create  .claude/settings.json')
    expect(summary).not.toContain('+++')
    expect(diff).toContain('+++ b/.claude/settings.json')
    expect(diff).toContain('Make these 2 changes? [y/N]')
    expect(stdout).toContain('Created .claude/settings.json')
    expect(settings().hooks.Stop).toHaveLength(1)
  })

  it('writes only personal settings with --local, stays there, and removes them again', async () => {
    const before = contents()
    const said = async (...words: string[]) =>
      (await mettle(['init', '--yes', ...words, '--client', 'claude-code'])).stdout
    const asks = 'Claude Code: begin a new session; it asks whether you trust the folder'
    expect(await said()).toContain(`${asks} and the server.\n`)
    expect(await said('--local')).toContain(`${asks}.\n`)
    await mettle(['init', '--remove', '--yes'])
    const { files } = await json('init', '--yes', '--local', '--client', 'claude-code')
    expect(files.map(({ path }: { path: string }) => path)).toEqual(['.claude/settings.local.json'])
    expect(existsSync(join(cwd, SETTINGS))).toBe(false)
    const again = await mettle(['init', '--yes', '--client', 'claude-code'])
    expect(again.stdout).toContain('Claude Code: connected already.')
    await mettle(['init', '--remove', '--yes'])
    expect(contents()).toEqual(before)
    const { exitCode, stderr } = await mettle(['init', '--local', '--client', 'codex'])
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--user --client codex'),
    })
  })

  it('moves what the project shares into personal settings with --local', async () => {
    await mettle(['init', '--yes', '--client', 'claude-code'])
    await mettle(['init', '--yes', '--local', '--client', 'claude-code'])
    expect(existsSync(join(cwd, SETTINGS))).toBe(false)
    expect(existsSync(join(cwd, '.claude/settings.local.json'))).toBe(true)
    const { stdout } = await mettle(['doctor'])
    expect(stdout).not.toContain('twice')
  })

  it('stands beside hooks and servers of others', async () => {
    const own = { matcher: 'Bash', hooks: [{ type: 'command', command: './guard.sh' }] }
    write(SETTINGS, JSON.stringify({ hooks: { PreToolUse: [own] }, permissions: { allow: ['Bash'] } }, null, 2))
    write('.mcp.json', '{"mcpServers":{"other":{"command":"x"}}}')
    await mettle(['init', '--yes', '--client', 'claude-code'])
    expect(settings().hooks.PreToolUse[0]).toEqual(own)
    expect(settings().hooks.PreToolUse).toHaveLength(2)
    expect(settings().permissions).toEqual({ allow: ['Bash'] })
    expect(Object.keys(JSON.parse(read('.mcp.json')).mcpServers)).toEqual(['other', 'mettle'])
  })

  it('leaves a file alone that is not JSON, tells its line, and goes on with the others', async () => {
    write(SETTINGS, '{\n  "model": "opus"\n  "x": 1\n}\n')
    const { stdout } = await mettle(['init', '--yes', '--client', 'claude-code,gemini'])
    expect(stdout).toContain('Left alone .claude/settings.json: line 3: a comma is missing')
    expect(stdout).toContain('Created .gemini/settings.json')
    expect(read(SETTINGS)).toBe('{\n  "model": "opus"\n  "x": 1\n}\n')
    expect(JSON.parse(read('.mettle/agents.json')).clients).toEqual(['gemini'])
  })

  it('refuses comments where the client does, and keeps them where they are legal', async () => {
    write(SETTINGS, '{\n  // mine\n}\n')
    write('.gemini/settings.json', '{\n  // mine\n  "theme": "x" // dark\n}\n')
    const { stdout } = await mettle(['init', '--yes', '--client', 'claude-code,gemini'])
    expect(stdout).toContain('Left alone .claude/settings.json: line 2: it has a comment')
    expect(read('.gemini/settings.json')).toMatch(/^\{\n {2}\/\/ mine\n {2}"theme": "x", \/\/ dark\n {2}"hooks": \{/)
  })

  it('leaves a read-only file alone', async () => {
    chmodSync(write(SETTINGS, '{}\n'), 0o444)
    const { stdout } = await mettle(['init', '--yes', '--client', 'claude-code'])
    expect(stdout).toContain('Left alone .claude/settings.json: it is read-only')
    expect(read(SETTINGS)).toBe('{}\n')
  })

  it('writes through a link inside the project, and follows none out of it', async () => {
    write('shared/settings.json', '{}\n')
    mkdirSync(join(cwd, '.claude'))
    symlinkSync('../shared/settings.json', join(cwd, SETTINGS))
    const outside = join(temporaryFolder(), 'mcp.json')
    writeFileSync(outside, '{}')
    symlinkSync(outside, join(cwd, '.mcp.json'))
    const { stdout } = await mettle(['init', '--yes', '--client', 'claude-code'])
    expect(lstatSync(join(cwd, SETTINGS)).isSymbolicLink()).toBe(true)
    expect(read('shared/settings.json')).toContain(OWN_HOOK)
    expect(stdout).toContain('Left alone .mcp.json: it is a link that leads out of the project')
    expect(readFileSync(outside, 'utf8')).toBe('{}')
  })

  it('keeps who may read a file', async () => {
    chmodSync(write(SETTINGS, '{}\n'), 0o600)
    await mettle(['init', '--yes', '--client', 'claude-code'])
    expect(statSync(join(cwd, SETTINGS)).mode & 0o777).toBe(0o600)
  })

  it('names no place of this machine in what a team shares', async () => {
    await mettle(['init', '--yes', '--client', 'claude-code,codex,copilot,gemini'])
    const text = Object.entries(contents())
      .filter(([path]) => path !== 'name.txt')
      .join('\n')
    for (const place of [cwd, home, process.execPath]) expect(text).not.toContain(place)
  })

  it('takes Mettle from the packages of a repository that names it', async () => {
    write('package.json', '{"devDependencies":{"mettle":"1.0.0"}}')
    await mettle(['init', '--yes', '--client', 'claude-code'])
    expect(settings().hooks.Stop[0].hooks[0].command).toMatch(/^PATH=.*node_modules\/\.bin.* mettle hook /)
    expect(JSON.parse(read('.mcp.json')).mcpServers.mettle).toEqual({
      command: 'npx',
      args: ['--no-install', 'mettle', 'mcp', '--tools', 'core'],
    })
  })

  it('changes nothing the second time, and renews its entries after an upgrade', async () => {
    await mettle(['init', '--yes', '--client', 'claude-code,codex'])
    const [before, agents] = [contents(), read('.mettle/agents.json')]
    const { stdout } = await mettle(['init', '--yes'])
    expect(stdout).toContain('Claude Code and Codex: connected already.')
    expect([contents(), read('.mettle/agents.json')]).toEqual([before, agents])
    write(SETTINGS, read(SETTINGS).replace('--event Stop 2>/dev/null', '--event Stop --old'))
    expect((await mettle(['init', '--yes'])).stdout).toContain('Changed .claude/settings.json')
    expect(contents()).toEqual(before)
  })

  it('tells hooks where the worker is', async () => {
    await mettle(['init', '--yes', '--client', 'claude-code'])
    expect(JSON.parse(read('.mettle/agents.json'))).toMatchObject({
      node: process.execPath,
      cli: expect.stringMatching(/dist.cli.bin\.js$/),
      version: '1.2.3',
      clients: ['claude-code'],
    })
  })

  it('connects a worktree by its own files, and remembers in the one journal', async () => {
    const main = cwd
    const worktree = join(temporaryFolder(), 'tree')
    git(main, 'worktree', 'add', '-q', worktree)
    cwd = realpathSync(worktree)
    const before = contents()
    await mettle(['init', '--yes', '--client', 'claude-code'])
    expect(existsSync(join(cwd, SETTINGS))).toBe(true)
    expect(existsSync(join(main, SETTINGS))).toBe(false)
    expect(existsSync(join(main, '.mettle', 'agents.json'))).toBe(true)
    await mettle(['init', '--remove', '--yes'])
    expect(contents()).toEqual(before)
  })

  it('connects a person in all projects with --user', async () => {
    mkdirSync(join(home, '.claude'))
    writeFileSync(join(home, '.claude', 'settings.json'), '{"model":"opus"}')
    const before = contents()
    await mettle(['init', '--yes', '--user', '--client', 'claude-code'])
    expect(contents()).toEqual(before)
    expect(readFileSync(join(home, '.claude', 'settings.json'), 'utf8')).toMatch(
      /node \\".*hook\.cjs\\" --client auto --event Stop/,
    )
    expect(existsSync(join(cwd, '.mettle', 'agents.json'))).toBe(true)
    await mettle(['init', '--remove', '--yes', '--user'])
    expect(readFileSync(join(home, '.claude', 'settings.json'), 'utf8')).toBe('{"model":"opus"}')
  })

  it('writes down where the command line is though it connects none: plugins look for it', async () => {
    const before = contents()
    await mettle(['init', '--no-clients'])
    expect(contents()).toEqual(before)
    const { cli, clients } = JSON.parse(read('.mettle/agents.json'))
    expect([cli, clients]).toEqual([expect.stringMatching(/dist.cli.bin\.js$/), []])
  })

  it.each([
    [['--client', 'claude'], "'claude' is not a client that Mettle knows."],
    [['--no-clients', '--client', 'codex'], '--no-clients goes with neither'],
    [['--journal'], '--journal belongs to --remove'],
  ])('understands no %j', async (words, message) => {
    const { exitCode, stderr } = await mettle(['init', ...words])
    expect(exitCode).toBe(2)
    expect(stderr).toContain(message)
  })
})

describe('init --remove', () => {
  const ALL = 'claude-code,codex,copilot,gemini'
  const STYLES: Record<string, string> = {
    'two spaces': '{\n  "hooks": {\n    "Stop": []\n  },\n  "x": [1, 2]\n}\n',
    tabs: '{\n\t"a": {\n\t\t"b": null\n\t}\n}',
    'one line': '{"a":1,"hooks":{}}',
    'nothing in it': '{}\n',
    'an empty line in it': '{\n\n}\n',
    'carriage returns': '{\r\n    "mcpServers": {},\r\n    "a": true\r\n}\r\n',
    'a byte order mark': '\ufeff{ "a": "é" }\n',
  }

  it.each(Object.entries(STYLES))('gives files back to the byte: %s', async (_, text) => {
    for (const path of [SETTINGS, '.mcp.json', '.codex/hooks.json', '.gemini/settings.json']) write(path, text)
    write('.codex/config.toml', 'model = "x"')
    const before = contents()
    await mettle(['init', '--yes', '--client', ALL])
    expect(Object.keys(contents())).toEqual(Object.keys(before))
    expect(contents()).not.toEqual(before)
    await mettle(['init', '--remove', '--yes'])
    expect(contents()).toEqual(before)
    expect(existsSync(join(cwd, '.mettle', 'agents.json'))).toBe(false)
    expect(existsSync(join(cwd, '.mettle', 'journal.db'))).toBe(true)
  })

  it('leaves nothing of what it made, folders included', async () => {
    mkdirSync(join(cwd, '.gemini'))
    const before = contents()
    await mettle(['init', '--yes', '--client', ALL])
    await mettle(['init', '--remove', '--yes'])
    expect(contents()).toEqual(before)
  })

  it('keeps what others added since', async () => {
    await mettle(['init', '--yes', '--client', 'claude-code'])
    const added = { ...settings(), model: 'opus' }
    added.hooks.Stop.push({ hooks: [{ type: 'command', command: './mine.sh' }] })
    write(SETTINGS, JSON.stringify(added, null, 2))
    await mettle(['init', '--remove', '--yes'])
    expect(settings()).toEqual({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: './mine.sh' }] }] },
      model: 'opus',
    })
    expect(existsSync(join(cwd, '.mcp.json'))).toBe(false)
  })

  it('takes back in a fresh clone what another machine put in', async () => {
    write(SETTINGS, '{\n  "model": "opus"\n}\n')
    await mettle(['init', '--yes', '--client', 'claude-code'])
    rmSync(join(cwd, '.mettle'), { recursive: true })
    await mettle(['init', '--remove', '--yes'])
    expect(read(SETTINGS)).toBe('{\n  "model": "opus"\n}\n')
  })

  it('takes back one client of two, and not what they share', async () => {
    await mettle(['init', '--yes', '--client', 'claude-code,codex'])
    await mettle(['init', '--remove', '--yes', '--client', 'codex'])
    expect(existsSync(join(cwd, '.codex'))).toBe(false)
    expect(settings().hooks.Stop).toHaveLength(1)
    expect(JSON.parse(read('.mettle/agents.json')).clients).toEqual(['claude-code'])
  })

  it('shows the change and asks; without a terminal it changes nothing', async () => {
    await mettle(['init', '--yes', '--client', 'codex'])
    const before = contents()
    const { stdout } = await mettle(['init', '--remove', '--diff'])
    expect(stdout).toContain('--- a/.codex/hooks.json\n+++ /dev/null')
    expect(stdout).toContain('Nothing was changed. mettle init --remove --yes makes the 2 changes.')
    await mettle(['init', '--remove'], { terminal: 100, typed: ['n'] })
    expect(contents()).toEqual(before)
    await mettle(['init', '--remove'], { terminal: 100, typed: ['yes'] })
    expect(existsSync(join(cwd, '.codex'))).toBe(false)
  })

  it('deletes the journal only when asked to twice', async () => {
    await mettle(['init', '--yes', '--client', 'codex'])
    const kept = await mettle(['init', '--remove', '--journal'], { terminal: 100, typed: ['y', 'n'] })
    expect(kept.stderr).toMatch(/Delete .*\.mettle with all that was learned \(\d+ files, .* kB\)\?/)
    expect(kept.stdout).toContain('The journal stays:')
    expect(existsSync(join(cwd, '.mettle', 'journal.db'))).toBe(true)
    const gone = await mettle(['init', '--remove', '--journal'], { terminal: 100, typed: ['y'] })
    expect(gone.stdout).toContain('Deleted ')
    expect(existsSync(join(cwd, '.mettle'))).toBe(false)
  })

  it('says so where there is nothing', async () => {
    expect((await mettle(['init', '--remove', '--yes'])).stdout).toBe('No client is connected here.\n')
  })
})
