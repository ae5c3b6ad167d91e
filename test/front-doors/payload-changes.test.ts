import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Client } from '../../src/domain/values/session.ts'
import { payloadChanges } from '../../src/edges/connection/payload-changes.ts'
import { answerHook } from '../../src/edges/hook/entry/answer-hook.ts'
import { FORMS_FILE } from '../../src/edges/hook/note-form.ts'
import { opencodeHooks } from '../../src/edges/hook/opencode-hooks.ts'
import { sample } from '../agents/sample.ts'
import { HookWorld } from '../worlds/hook-world.ts'
import { runCli } from './run-cli.ts'

const worlds: HookWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

/** A session of each client that calls hooks, in the payloads of the version that Mettle was tested with. */
const SESSIONS: readonly [Client, string, readonly string[]][] = [
  [
    'claude-code',
    'claude-code-2.1.325',
    ['SessionStart', 'UserPromptSubmit', 'PreToolUse.Bash', 'PostToolUse.Bash', 'Stop'],
  ],
  ['codex', 'codex-0.166.0', ['SessionStart', 'UserPromptSubmit', 'PreToolUse.Bash', 'PostToolUse.Bash', 'Stop']],
  [
    'copilot',
    'copilot-cli-1.0.102-pascalcase',
    ['SessionStart', 'UserPromptSubmit', 'PreToolUse.Bash', 'PostToolUse.Bash', 'Stop'],
  ],
  [
    'gemini',
    'gemini-cli-0.61.0',
    ['SessionStart', 'BeforeAgent', 'BeforeTool.run_shell_command', 'AfterTool.run_shell_command', 'AfterAgent'],
  ],
]

type Payload = Record<string, unknown>

async function afterSession(
  client: Client,
  folder: string,
  names: readonly string[],
  change: (event: string, payload: Payload) => Payload | undefined,
) {
  const world = new HookWorld()
  worlds.push(world)
  await world.command(async () => undefined)
  for (const name of names) {
    const event = name.split('.')[0]!
    const payload = change(event, { ...sample(folder, name), cwd: world.root })
    if (payload === undefined) continue
    const asked = { client, event, payload, environment: world.environment, now: Date.UTC(2026, 10, 17) }
    await answerHook(asked).catch(() => undefined)
  }
  const { stdout } = await runCli(['doctor', '--clients'], {
    cwd: world.root,
    environment: world.environment,
  })
  return { text: stdout, forms: readFileSync(join(world.hooks, FORMS_FILE), 'utf8') }
}

describe('mettle doctor --clients', () => {
  it.each(SESSIONS)('finds everything of %s known', async (client, folder, names) => {
    const { text, forms } = await afterSession(client, folder, names, (_, payload) => payload)
    expect(text).toMatch(
      /^fine .*: Mettle knows everything that it sent on 2026-11-17 \(.*Mettle was tested with [\d.]+\)/,
    )
    // No content is noted, only names.
    expect(forms).not.toContain('/')
  })

  it.each(SESSIONS)('names what a newer %s sends otherwise', async (client, folder, names) => {
    const tool = names[3]!.split('.')[0]!
    const { text } = await afterSession(client, folder, names, (event, payload) => {
      if (event === names[0]) return { ...payload, workspace_roots: [] }
      if (event === names[1]) return { ...payload, hook_event_name: 'PromptEntered' }
      if (event === tool) return { ...payload, tool_name: 'terminal', tool_response: undefined, tool_result: undefined }
      return payload
    })
    expect(text).toContain(`unknown field workspace_roots in ${names[0]}`)
    expect(text).toContain('unknown event PromptEntered')
    expect(text).toContain('unknown tool terminal')
    expect(text).toContain('no event for prompt')
    expect(text).toContain('fix: Update Mettle: git pull and npm run build in your clone.')
  })

  it.each(SESSIONS)('names what a newer %s no longer sends', async (client, folder, names) => {
    const [, , before = '', after = ''] = names.map((name) => name.split('.')[0]!)
    const { text } = await afterSession(client, folder, names, (event, payload) => {
      if (event === after) return undefined
      if (event !== before) return payload
      const { tool_input: _, ...rest } = payload
      return rest
    })
    expect(text).toContain(`no tool_input in ${before}`)
    expect(text).toContain('no event for after tool')
  })

  it('names what a newer opencode hands to its plugin otherwise', async () => {
    const forms: string[] = []
    const hooks = opencodeHooks({
      directory: '/repo',
      commands: {},
      answer: async (_, form) => {
        forms.push(`2026-11-17 ${form}`)
        return {}
      },
    })
    const changes = () => payloadChanges(forms.join('\n'), () => '1.19.0').map(({ detail }) => detail)
    const told = (name: string) =>
      sample('opencode-1.18.33', name) as {
        input: Payload
        output: Payload & { args: Payload; parts: Payload[] }
      }
    const step = told('tool.execute.after.bash')
    const id = { sessionID: step.input.sessionID }
    const parts = [{ type: 'text', text: 'Go on', ...id }]
    await hooks['chat.message'](id, { parts })
    await hooks['tool.execute.before'](step.input, { args: {} })
    await hooks['tool.execute.after'](step.input, step.output)
    await hooks.event({ event: { type: 'session.idle', properties: id } })
    expect(changes()).toEqual([
      'Mettle knows everything that it sent on 2026-11-17 (version 1.19.0; Mettle was tested with 1.18.33)',
    ])
    await hooks['tool.execute.after']({ ...step.input, tool: 'terminal', region: 'eu' }, step.output)
    expect(changes()[0]).toMatch(
      /has changed .*: unknown tool terminal; unknown field input.region in tool.execute.after$/,
    )
  })
})
