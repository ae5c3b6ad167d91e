import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../src/domain/values/session.ts'
import { readHookCall } from '../../src/edges/agents/read-hook-call.ts'
import { sample } from '../agents/sample.ts'
import { everydayCommands, stoppedCommands } from '../safety/command-lists.ts'
import { BundledHook, payloadOf } from '../worlds/bundled-hook.ts'
import { HookWorld } from '../worlds/hook-world.ts'
import { runCli } from './run-cli.ts'

const worlds: HookWorld[] = []
const hook = new BundledHook()
beforeAll(async () => void (await hook.build()))
afterAll(() => hook.remove())
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

/** A person's home folder with one repository in it. */
async function begin(settings?: object): Promise<HookWorld> {
  const world = new HookWorld()
  worlds.push(world)
  world.environment.HOME = world.folder
  if (settings !== undefined) {
    mkdirSync(world.environment.METTLE_HOME!, { recursive: true })
    writeFileSync(join(world.environment.METTLE_HOME!, 'config.json'), JSON.stringify(settings))
  }
  await world.command(async () => undefined)
  return world
}

/** The lists are written for a project in `/home/ann/proj`. */
function inWorld(command: string, { root }: HookWorld): string {
  return command.replaceAll('/home/ann/proj', root).replaceAll(/\bproj\b/g, 'repository')
}

/** Real payloads of each client, with another call in them. */
const SHELLS: Readonly<Record<string, (command: string) => { client: Client; payload: object }>> = {
  'Claude Code': (command) => ({
    client: 'claude-code',
    payload: { ...sample('claude-code-2.1.325', 'PreToolUse.Bash'), tool_input: { command } },
  }),
  Codex: (command) => ({
    client: 'codex',
    payload: { ...sample('codex-0.166.0', 'PreToolUse.Bash'), tool_input: { command } },
  }),
  Copilot: (command) => ({
    client: 'copilot',
    payload: {
      ...sample('copilot-cli-1.0.102', 'preToolUse.bash'),
      hook_event_name: 'preToolUse',
      toolArgs: { command },
    },
  }),
  Gemini: (command) => ({
    client: 'gemini',
    payload: { ...sample('gemini-cli-0.61.0', 'BeforeTool.run_shell_command'), tool_input: { command } },
  }),
}

async function decided(world: HookWorld, { client, payload }: { client: Client; payload: object }) {
  const call = readHookCall({ ...payload, cwd: world.root }, { client })
  return (await world.call(call!)).gate?.decision
}

const claude = (tool_name: string, tool_input: object) => ({
  client: 'claude-code' as const,
  payload: { ...sample('claude-code-2.1.325', 'PreToolUse.Bash'), tool_name, tool_input },
})

describe('the safety net of a hook', () => {
  it('stops every command of the list for Claude Code', async () => {
    const world = await begin()
    const passed: string[] = []
    for (const { command } of stoppedCommands()) {
      const decision = await decided(world, SHELLS['Claude Code']!(inWorld(command, world)))
      if (decision === undefined) passed.push(command)
    }
    expect(passed).toEqual([])
  })

  it('lets every everyday command pass', async () => {
    const world = await begin()
    const stopped: string[] = []
    for (const command of everydayCommands())
      if ((await decided(world, SHELLS['Claude Code']!(inWorld(command, world)))) !== undefined) stopped.push(command)
    expect(stopped).toEqual([])
  })

  it.each(['Codex', 'Copilot', 'Gemini'])('stops one command of each rule for %s', async (client) => {
    const world = await begin()
    const firsts = new Map(stoppedCommands().map(({ rule, command }) => [rule, command]))
    const passed: string[] = []
    for (const command of firsts.values())
      if ((await decided(world, SHELLS[client]!(inWorld(command, world)))) === undefined) passed.push(command)
    expect(passed).toEqual([])
  })

  it.each([
    ['Read', { file_path: '/home/ann/.ssh/id_rsa' }, 'deny'],
    ['Read', { file_path: '~/.aws/credentials' }, 'deny'],
    ['NotebookRead', { notebook_path: '/root/.ssh/id_ed25519' }, 'deny'],
    ['Grep', { pattern: 'PRIVATE', path: '/home/ann/.ssh' }, 'deny'],
    ['Grep', { pattern: 'KEY', path: '/home/ann' }, 'deny'],
    ['Glob', { pattern: '/home/ann/.ssh/*' }, 'deny'],
    ['Glob', { pattern: '**/id_rsa', path: '/home/ann' }, 'deny'],
    ['Write', { file_path: '/home/ann/.ssh/authorized_keys', content: 'x' }, 'ask'],
    ['Write', { file_path: '/home/ann/.bashrc', content: 'x' }, 'ask'],
    ['Edit', { file_path: '.git/hooks/pre-commit', old_string: 'a', new_string: 'b' }, 'ask'],
    ['Edit', { file_path: 'mettle.policy.json', old_string: 'deny', new_string: 'allow' }, 'ask'],
    ['Write', { file_path: '.claude/settings.local.json', content: '{}' }, 'ask'],
    ['Write', { file_path: '/home/ann/.codex/config.toml', content: '' }, 'ask'],
    ['MultiEdit', { file_path: '.gemini/settings.json', edits: [] }, 'ask'],
    ['Write', { file_path: '.mettle/journal.db', content: '' }, 'ask'],
    ['mcp__files__read_text_file', { path: '/home/ann/.ssh/id_rsa' }, 'deny'],
    ['mcp__files__read_multiple_files', { paths: ['a.ts', '/home/ann/.netrc'] }, 'deny'],
    ['mcp__files__write_file', { path: '/home/ann/.zshrc', content: 'x' }, 'ask'],
    ['mcp__files__move_file', { source: 'mettle.policy.json', destination: 'x' }, 'ask'],
    ['mcp__files__delete_directory', { path: '/home/ann' }, 'ask'],
    ['mcp__any__do', { target: { location: '/home/ann/.ssh/id_rsa' } }, 'deny'],
    ['mcp__shell__execute', { line: 'cat ~/.ssh/id_rsa' }, 'deny'],
    ['mcp__shell__run', { command: 'bash', args: ['-c', 'rm -rf ~'] }, 'ask'],
    ['mcp__git__git_push', { remote: 'origin', force: true }, 'ask'],
    ['mcp__git__run', { command: 'git push --force origin main' }, 'ask'],
    ['mcp__github__delete_repository', { repo: 'x' }, 'ask'],
    ['mcp__postgres__query', { sql: 'DROP TABLE users' }, 'ask'],
    ['mcp__postgres__query', { query: 'delete from users' }, 'ask'],
    ['mcp__python__run', { code: "print(open('/home/ann/.ssh/id_rsa').read())" }, 'deny'],
  ] as const)('stops the tool %s with %j', async (name, input, decision) => {
    const world = await begin()
    expect(await decided(world, claude(name, input))).toBe(decision)
  })

  it.each([
    ['Read', { file_path: 'src/a.ts' }],
    ['Read', { file_path: '.env.example' }],
    ['Grep', { pattern: 'id_rsa', path: 'src' }],
    ['Glob', { pattern: '**/*.json' }],
    ['Write', { file_path: 'docs/ssh.md', content: 'cat ~/.ssh/id_rsa; rm -rf ~' }],
    ['Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'DROP TABLE users' }],
    ['mcp__files__read_text_file', { path: 'src/a.ts' }],
    ['mcp__files__list_directory', { path: '/home/ann/.ssh' }],
    ['mcp__linear__create_comment', { body: 'rm -rf / deletes ~/.ssh/id_rsa' }],
    ['mcp__postgres__query', { sql: 'select * from users' }],
    ['mcp__github__create_pull_request', { title: 'x', body: 'git push --force' }],
  ] as const)('lets the tool %s with %j pass', async (name, input) => {
    const world = await begin()
    expect(await decided(world, claude(name, input))).toBeUndefined()
  })

  it('says why and which rule, as the built hook prints it', async () => {
    const world = await begin()
    const print = async (command: string, client: string) => {
      const piece = payloadOf(world, 'PreToolUse', { tool_name: 'Bash', tool_input: { command } })
      const { stdout } = await hook.call(world, { client, event: 'PreToolUse', pieces: [piece] })
      return JSON.parse(stdout).hookSpecificOutput
    }
    const asked = await print('git push --force origin main', 'claude-code')
    expect(asked).toMatchObject({ permissionDecision: 'ask' })
    expect(asked.permissionDecisionReason).toContain('[rule force-push]')
    expect(asked.permissionDecisionReason).toContain('mettle approval answer a-')
    const refused = await print('K=~/.ssh/id_rsa; cat $K', 'claude-code')
    expect(refused).toMatchObject({ permissionDecision: 'deny' })
    expect(refused.permissionDecisionReason).toContain('it reads private SSH keys')
    // Codex cannot ask, so that a person answers by the line that it shows.
    const codex = await print('npm publish', 'codex')
    expect(codex).toMatchObject({ permissionDecision: 'deny' })
    expect(codex.permissionDecisionReason).toContain('mettle approval answer a-')
  })

  it('lets a step pass that a person allowed, and no other', async () => {
    const world = await begin()
    const step = { tool: 'Bash', command: 'npm publish' }
    await world.command(async (mettle) => {
      const { approval, decision } = await mettle.gate(step)
      expect(decision).toBe('needs-approval')
      await mettle.answerApproval({ approval, answer: 'allow', by: 'ann' })
    })
    expect(await decided(world, SHELLS['Claude Code']!('npm publish'))).toBeUndefined()
    expect(await decided(world, SHELLS['Claude Code']!('npm publish --access public'))).toBe('ask')
  })

  it('leaves a rule out that a person turned off in their own settings, and not one that a project does', async () => {
    const world = await begin({ safety: { off: ['force-push'] } })
    const push = SHELLS['Claude Code']!('git push --force')
    expect(await decided(world, push)).toBeUndefined()
    expect(await decided(world, SHELLS['Claude Code']!('npm publish'))).toBe('ask')
    const other = await begin()
    writeFileSync(join(other.root, 'mettle.config.json'), '{"safety": {"off": ["force-push"]}}')
    expect(await decided(other, push)).toBe('ask')
  })

  it('is made stricter by the policy file', async () => {
    const world = await begin()
    const safety = { 'force-push': 'deny', 'env-files': 'ask', 'ssh-keys': 'ask' }
    writeFileSync(join(world.root, 'mettle.policy.json'), JSON.stringify({ version: 1, safety }))
    await world.command(async (mettle) => void (await mettle.learn()))
    expect(await decided(world, SHELLS['Claude Code']!('git push --force'))).toBe('deny')
    expect(await decided(world, SHELLS['Claude Code']!('cat .env'))).toBe('ask')
    expect(await decided(world, SHELLS['Claude Code']!('cat ~/.ssh/id_rsa'))).toBe('deny')
  })

  it('is listed by policy show with what a person turned off', async () => {
    const world = await begin({ safety: { off: ['force-push'] } })
    const { stdout } = await runCli(['policy', 'show'], { cwd: world.root, environment: world.environment })
    expect(stdout).toMatch(/Safety rules: \d+ active; turned off: force-push\./)
  })
})
