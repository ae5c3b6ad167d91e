import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { geminiCommand, opencodeCommands } from '../../scripts/client-commands.mjs'
import { readHookCall } from '../../src/edges/agents/read-hook-call.ts'
import { CATALOGUE } from '../../src/edges/cli/entry/catalogue.ts'
import { ROOT } from '../architecture/source-files.ts'

const json = (...path: string[]) => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'))
const { version } = json('package.json')

interface HooksFile {
  hooks: Record<string, { matcher?: string; hooks: { type: string; command: string; timeout: number }[] }[]>
}
const claude: HooksFile = json('plugins/mettle/hooks/hooks.json')
const gemini: HooksFile = json('plugins/gemini/hooks/hooks.json')
/** What Gemini CLI replaces by the folder of the extension. */
const EXTENSION_PATH = /\$\{extensionPath\}/g
const handlers = ({ hooks }: HooksFile) =>
  Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap((group) => group.hooks.map((hook) => ({ event, matcher: group.matcher, ...hook }))),
  )

const folder = mkdtempSync(join(tmpdir(), 'mettle plugin '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the plugin of Claude Code, Codex and Copilot', () => {
  it('is offered by the marketplace of the package, in the version of the package', () => {
    const [plugin] = json('.claude-plugin/marketplace.json').plugins
    const manifest = json(plugin.source, '.claude-plugin/plugin.json')
    expect([manifest.name, manifest.version]).toEqual([plugin.name, version])
  })

  it('has hooks of one type, for Codex refuses the file otherwise, and gives each its event', () => {
    for (const { type, command, event } of handlers(claude)) {
      expect(type).toBe('command')
      expect(command).toMatch(new RegExp(` --client auto --event ${event}$`))
    }
  })

  it.each(handlers(claude))('reads $event, for which it is registered', ({ event }) => {
    const payload = { session_id: 's', cwd: '/', prompt: 'x', tool_name: 'Bash', tool_input: {} }
    // Of the three, Copilot alone needs to say that it makes a session shorter.
    const client = event === 'PreCompact' ? 'copilot' : 'auto'
    expect(readHookCall(payload, { client, event })?.event).toBe(event)
  })

  it('has a command without anything that sh, cmd or PowerShell would read otherwise', () => {
    for (const { command } of handlers(claude)) expect(command).not.toMatch(/[$`%^\\|&<>!]/)
  })

  it('starts the hook from a folder with blanks, and hands over its words', () => {
    const root = join(folder, 'a plugin')
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(
      join(root, 'dist/hook.cjs'),
      'process.stdin.pipe(process.stdout);console.log(process.argv.slice(1).join())',
    )
    const { command } = handlers(claude)[0]!
    const environment = { ...process.env, CLAUDE_PLUGIN_ROOT: root }
    const ran = spawnSync(command, { shell: true, input: '{}', env: environment, encoding: 'utf8' })
    expect(ran).toMatchObject({ status: 0, stderr: '' })
    expect(ran.stdout).toBe(`${root}/dist/hook.cjs,--client,auto,--event,SessionStart\n{}`)
  })

  it('serves tools by a command that there is', () => {
    for (const { mcpServers } of [json('plugins/mettle/.mcp.json'), json('plugins/gemini/gemini-extension.json')])
      expect(mcpServers.mettle.args.slice(-3)).toEqual(['mcp', '--tools', 'core'])
    expect(CATALOGUE.map(({ name }) => name)).toContain('mcp')
  })

  it('is silent where the bundle is missing: Copilot would refuse every step otherwise', () => {
    const { command } = handlers(claude)[0]!
    for (const root of [join(folder, 'nowhere'), undefined]) {
      const environment = { ...process.env, CLAUDE_PLUGIN_ROOT: root }
      const ran = spawnSync(command, { shell: true, input: '{}', env: environment, encoding: 'utf8' })
      expect(ran).toMatchObject({ status: 0, stdout: '', stderr: '' })
    }
  })
})

describe('before a step, where the hook itself is missing or broken', () => {
  const project = join(folder, 'a project')
  const elsewhere = join(folder, 'elsewhere')
  const broken = join(folder, 'broken')
  mkdirSync(join(project, 'src'), { recursive: true })
  mkdirSync(elsewhere)
  mkdirSync(join(broken, 'dist'), { recursive: true })
  writeFileSync(join(broken, 'dist/hook.cjs'), 'this is not JavaScript')
  spawnSync('git', ['init', '-q', project])
  mkdirSync(join(project, '.git/mettle/ahead'), { recursive: true })

  const events = [
    ['Claude Code', claude, 'PreToolUse', {}, 'hookSpecificOutput.permissionDecision', 'ask'],
    ['Codex', claude, 'PreToolUse', { PLUGIN_ROOT: broken }, 'hookSpecificOutput.permissionDecision', 'deny'],
    ['Gemini CLI', gemini, 'BeforeTool', {}, 'decision', 'deny'],
  ] as const

  it.each(events)('%s is told to ask a person, in projects of Mettle alone', (_, file, event, more, key, said) => {
    const { command } = handlers(file).find((handler) => handler.event === event)!
    for (const root of [join(folder, 'nowhere'), broken]) {
      const typed = command.replace(EXTENSION_PATH, root)
      const env = { ...process.env, CLAUDE_PLUGIN_ROOT: root, ...more }
      const answer = (cwd: string) => spawnSync(typed, { shell: true, input: '{}', env, cwd, encoding: 'utf8' })
      expect(JSON.parse(answer(join(project, 'src')).stdout)).toHaveProperty(key, said)
      expect(answer(elsewhere)).toMatchObject({ status: 0, stdout: '' })
    }
  })
})

describe('the extension of Gemini CLI', () => {
  it('has commands without anything that a shell would read otherwise', () => {
    for (const { command } of handlers(gemini)) expect(command.replace(EXTENSION_PATH, '')).not.toMatch(/[$`%^\\|&<>!]/)
  })

  it('starts the hook from a folder with blanks before a step, and hands over its words', () => {
    const root = join(folder, 'an extension')
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(join(root, 'dist/hook.cjs'), 'console.log(process.argv.slice(1).join(), __dirname)')
    const { command } = handlers(gemini).find(({ event }) => event === 'BeforeTool')!
    const typed = command.replace(EXTENSION_PATH, root)
    const ran = spawnSync(typed, { shell: true, input: '{}', encoding: 'utf8' })
    expect(ran.stdout).toBe(`${root}/dist/hook.cjs,--client,gemini,--event,BeforeTool ${root}/dist\n`)
  })

  it('has the version of the package', () => {
    expect(json('plugins/gemini/gemini-extension.json').version).toBe(version)
  })

  it('counts time in milliseconds', () => {
    for (const { timeout } of handlers(gemini)) expect(timeout).toBeGreaterThanOrEqual(1_000)
  })

  it.each(handlers(gemini))('reads $event, for which it is registered', ({ event, command }) => {
    expect(command).toMatch(new RegExp(` --client gemini --event ${event}$`))
    const payload = { session_id: 's', cwd: '/', prompt: 'x', tool_name: 'replace', tool_input: {} }
    expect(readHookCall(payload, { client: 'gemini', event })?.event).toBe(event)
  })
})

describe('the commands', () => {
  const commands = readdirSync(join(ROOT, 'plugins/mettle/commands')).map((file) => ({
    file,
    text: readFileSync(join(ROOT, 'plugins/mettle/commands', file), 'utf8'),
  }))
  const names = CATALOGUE.map(({ name }) => name)

  it.each(commands)('$file names commands that there are', ({ text }) => {
    const typed = [...text.matchAll(/`mettle ([^`]+)`/g)].map(([, words]) => words as string)
    const unknown = typed.filter((words) => !names.some((name) => `${words} `.startsWith(`${name} `)))
    expect(unknown).toEqual([])
    expect(typed.length).toBeGreaterThan(0)
  })

  it.each(commands)('$file says what it is for', ({ text }) => {
    expect(text).toMatch(/^---\ndescription: [A-Z][^\n]{10,100}\n/)
  })

  it('have the names that other systems gave them', () => {
    const wanted = ['process', 'push', 'pull', 'prune', 'export'].map((action) => `${action}-learnings.md`)
    expect(commands.map(({ file }) => file)).toEqual(expect.arrayContaining([...wanted, 'goal-stats.md']))
  })

  it('become commands of Gemini and of opencode', () => {
    const front = '---\ndescription: Say "why"\nargument-hint: "[id]"\n---\n\n'
    const text = `${front}Run \`x $ARGUMENTS\`.\n\nLook in \${CLAUDE_PLUGIN_ROOT}.\n`
    expect(opencodeCommands({ 'why.md': text })).toEqual({
      'mettle-why': { description: 'Say "why"', template: 'Run `x $ARGUMENTS`.' },
    })
    expect(geminiCommand(text)).toBe("description = \"Say \\\"why\\\"\"\nprompt = '''\nRun `x {{args}}`.\n'''\n")
  })
})
