import { join } from 'node:path'
import type { ToolCall } from '../model/wire.ts'
import type { Driver, Place, Step } from './driver.ts'

export const copilot: Driver = {
  name: 'copilot',
  environment: ({ home }, modelUrl) => ({
    COPILOT_HOME: join(home, '.copilot'),
    // Trusts the folder, without which no hook runs; `--trust-folder` cannot go together with `--continue`.
    COPILOT_ALLOW_ALL: 'true',
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_PROVIDER_API_KEY: 'none',
    COPILOT_MODEL: 'scripted',
  }),
  prepare: () => undefined,
  connect: (packageRoot) => [
    ['plugin', 'marketplace', 'add', packageRoot],
    ['plugin', 'install', 'mettle@mettle'],
  ],
  words: (prompt, isMore) => [
    ...['-p', prompt, ...(typeof isMore === 'string' ? [`--resume=${isMore}`] : isMore ? ['--continue'] : [])],
    ...['--no-auto-update', '--disable-client-telemetry', '--disable-builtin-mcps'],
  ],
  terminal: {
    words: ['--no-auto-update', '--disable-client-telemetry', '--disable-builtin-mcps'],
    ready: /copilot-instructions/,
    compact: '/compact',
    clear: '/clear',
  },
  script: (action, place) => {
    if ('say' in action) return [action]
    if ('report' in action) return [{ say: action.report }]
    return [{ call: callOf(action, place) }]
  },
}

function callOf(action: Step, { repository }: Place): ToolCall {
  if ('shell' in action) return { name: 'bash', input: { command: action.shell, description: 'a step', mode: 'sync' } }
  if ('write' in action) {
    return { name: 'create', input: { path: join(repository, action.write), file_text: action.content } }
  }
  if ('replace' in action) {
    return {
      name: 'edit',
      input: { path: join(repository, action.replace), old_str: action.from, new_str: action.to },
    }
  }
  const rest = { description: 'a part', agent_type: 'general-purpose', mode: 'sync', name: 'part' }
  return { name: 'task', input: { prompt: action.delegate, ...rest } }
}
