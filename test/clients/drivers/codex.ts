import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Script } from '../model/scripted-model.ts'
import type { Driver } from './driver.ts'

export const codex: Driver = {
  name: 'codex',
  environment: ({ home }) => ({ CODEX_HOME: join(home, '.codex'), SCRIPTED_KEY: 'none' }),
  prepare: ({ home, repository }, modelUrl) => {
    mkdirSync(join(home, '.codex'), { recursive: true })
    writeFileSync(join(home, '.codex', 'config.toml'), settings(modelUrl, repository))
  },
  connect: (packageRoot) => [
    ['plugin', 'marketplace', 'add', packageRoot],
    ['plugin', 'add', 'mettle@mettle'],
  ],
  words: (prompt, isMore) => [
    ...['exec', ...(isMore === false ? [] : ['resume', isMore === true ? '--last' : isMore]), '--json'],
    ...['--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust'],
    prompt,
  ],
  terminal: {
    words: ['--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust'],
    ready: /for shortcuts/,
    compact: '/compact',
    clear: '/clear',
  },
  script: (action) => {
    if ('say' in action) return [action]
    if ('report' in action) return [{ say: action.report }]
    if ('shell' in action) return [{ call: { name: 'exec_command', input: { cmd: action.shell } } }]
    if ('write' in action) return [patch(`*** Add File: ${action.write}\n${added(action.content)}`)]
    if ('replace' in action) return [patch(`*** Update File: ${action.replace}\n@@\n-${action.from}\n+${action.to}\n`)]
    return delegate(action.delegate)
  },
}

/** Codex starts a subagent with one call and waits for it with another, which names the id that the first one gave. */
const delegate = (message: string): Script => [
  { call: { namespace: 'multi_agent_v1', name: 'spawn_agent', input: { message, agent_type: 'default' } } },
  (request) => {
    const id = /agent_id\\*":\\*"([0-9a-f-]+)/.exec(request)?.[1] ?? 'none'
    const input = { targets: [id], timeout_ms: 20_000 }
    return { call: { namespace: 'multi_agent_v1', name: 'wait_agent', input } }
  },
]

const patch = (body: string) => ({
  call: { name: 'apply_patch', input: `*** Begin Patch\n${body}*** End Patch\n` },
})

const added = (content: string) => content.replace(/^(.*)$\n?/gm, '+$1\n')

/** What a repository brings along counts only where a person trusts it; and who has seen a newer model offered is not asked at the start. */
const settings = (modelUrl: string, repository: string) => `model = "gpt-5.5"
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"

[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"

[projects."${repository}"]
trust_level = "trusted"
`
