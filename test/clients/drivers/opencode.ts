import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolCall } from '../model/wire.ts'
import type { Driver, Place, Step } from './driver.ts'

export const opencode: Driver = {
  name: 'opencode',
  environment: ({ home }) => ({
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    OPENCODE_DISABLE_AUTOUPDATE: 'true',
    OPENCODE_DISABLE_MODELS_FETCH: 'true',
    OPENCODE_DISABLE_LSP_DOWNLOAD: 'true',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: 'true',
    OPENCODE_DISABLE_SHARE: 'true',
  }),
  prepare: ({ home, repository }, modelUrl) => {
    const folder = join(home, '.config', 'opencode')
    for (const place of [folder, join(repository, '.opencode')]) pretendInstalled(place)
    writeFileSync(join(folder, 'opencode.json'), JSON.stringify(settings(modelUrl)))
  },
  connect: () => [],
  words: (prompt, isMore) => [
    ...['run', '--format', 'json'],
    ...(typeof isMore === 'string' ? ['--session', isMore] : isMore ? ['--continue'] : []),
    prompt,
  ],
  terminal: { words: [], ready: /Ask anything/, compact: '/compact', clear: '/new' },
  script: (action, place) => {
    if ('say' in action) return [action]
    if ('report' in action) return [{ say: action.report }]
    // opencode refuses to edit a file that the agent has not read.
    const before = 'replace' in action ? [readOf(join(place.repository, action.replace))] : []
    return [...before, { call: callOf(action, place) }]
  },
}

/**
 * Where there is a plugin, opencode first fetches its own package of types into every folder of settings, and without a network it tries for
 * more than a minute. It does not where the lock file names it.
 */
function pretendInstalled(folder: string): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  const lock = { packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
}

const readOf = (filePath: string) => ({ call: { name: 'read', input: { filePath } } })

function callOf(action: Step, { repository }: Place): ToolCall {
  if ('shell' in action) return { name: 'bash', input: { command: action.shell, description: 'a step' } }
  if ('write' in action) {
    return { name: 'write', input: { filePath: join(repository, action.write), content: action.content } }
  }
  if ('replace' in action) {
    const filePath = join(repository, action.replace)
    return { name: 'edit', input: { filePath, oldString: action.from, newString: action.to } }
  }
  return { name: 'task', input: { description: 'a part', prompt: action.delegate, subagent_type: 'general' } }
}

const settings = (modelUrl: string) => ({
  model: 'scripted/scripted',
  small_model: 'scripted/scripted',
  autoupdate: false,
  share: 'disabled',
  snapshot: false,
  permission: { '*': 'allow' },
  provider: {
    scripted: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
      models: { scripted: { tool_call: true, limit: { context: 200_000, output: 8_000 } } },
    },
  },
})
