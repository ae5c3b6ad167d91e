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
  script: (deed, place) => {
    if ('say' in deed) return [deed]
    if ('report' in deed) return [{ call: { name: 'complete_task', input: { result: { response: deed.report } } } }]
    return [{ call: callOf(deed, place) }]
  },
}

function callOf(deed: Step, { repository }: Place): ToolCall {
  if ('shell' in deed) return { name: 'run_shell_command', input: { command: deed.shell, description: 'a step' } }
  if ('write' in deed) {
    return { name: 'write_file', input: { file_path: join(repository, deed.write), content: deed.content } }
  }
  if ('replace' in deed) {
    const file_path = join(repository, deed.replace)
    const rest = { instruction: 'a change', old_string: deed.from, new_string: deed.to }
    return { name: 'replace', input: { file_path, ...rest } }
  }
  return { name: 'invoke_agent', input: { agent_name: 'generalist', prompt: deed.delegate } }
}

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
}
