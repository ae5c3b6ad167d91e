import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolCall } from '../model/wire.ts'
import type { Driver, Place, Step } from './driver.ts'

export const gemini: Driver = {
  name: 'gemini',
  environment: (_place, modelUrl) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  prepare: ({ home }) => {
    mkdirSync(join(home, '.gemini'), { recursive: true })
    writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(SETTINGS))
  },
  connect: (packageRoot) => [['extensions', 'install', join(packageRoot, 'plugins', 'gemini'), '--consent']],
  words: (prompt, isMore) => [
    ...['-p', prompt, '--yolo', '--skip-trust', '-m', 'gemini-2.5-pro'],
    ...(isMore === false ? [] : ['--resume', isMore === true ? 'latest' : isMore]),
  ],
  terminal: {
    words: ['--yolo', '--skip-trust', '-m', 'gemini-2.5-pro'],
    ready: /Type your message/,
    compact: '/compress',
    clear: '/clear',
  },
  script: (action, place) => {
    if ('say' in action) return [action]
    if ('report' in action) return [{ call: { name: 'complete_task', input: { result: { response: action.report } } } }]
    return [{ call: callOf(action, place) }]
  },
}

function callOf(action: Step, { repository }: Place): ToolCall {
  if ('shell' in action) return { name: 'run_shell_command', input: { command: action.shell, description: 'a step' } }
  if ('write' in action) {
    return { name: 'write_file', input: { file_path: join(repository, action.write), content: action.content } }
  }
  if ('replace' in action) {
    const file_path = join(repository, action.replace)
    const rest = { instruction: 'a change', old_string: action.from, new_string: action.to }
    return { name: 'replace', input: { file_path, ...rest } }
  }
  return { name: 'invoke_agent', input: { agent_name: 'generalist', prompt: action.delegate } }
}

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
}
