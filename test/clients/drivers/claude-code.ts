import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolCall } from '../model/wire.ts'
import type { Driver, Place, Step } from './driver.ts'

export const claudeCode: Driver = {
  name: 'claude-code',
  environment: ({ home }, modelUrl) => ({
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  prepare: ({ home, repository }) => {
    mkdirSync(join(home, '.claude'), { recursive: true })
    writeFileSync(join(home, '.claude', '.claude.json'), JSON.stringify(answersFor(repository)))
  },
  connect: (packageRoot) => [
    ['plugin', 'marketplace', 'add', packageRoot],
    ['plugin', 'install', 'mettle@mettle'],
  ],
  words: (prompt, isMore) => [
    ...['-p', prompt, ...(typeof isMore === 'string' ? ['--resume', isMore] : isMore ? ['--continue'] : [])],
    ...['--model', 'claude-sonnet-4-5', '--output-format', 'json', '--permission-mode', 'acceptEdits'],
    ...['--allowedTools', 'Bash', 'Write', 'Edit', 'Read', 'Agent', 'mcp__plugin_mettle_mettle'],
  ],
  terminal: {
    words: ['--model', 'claude-sonnet-4-5', '--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'],
    ready: /shortcuts|accept edits/,
    compact: '/compact',
    clear: '/clear',
  },
  script: (action, place) => {
    if ('say' in action) return [action]
    if ('report' in action) return [{ say: action.report }]
    // Claude Code refuses to edit a file that the agent has not read.
    const before = 'replace' in action ? [readOf(join(place.repository, action.replace))] : []
    return [...before, { call: callOf(action, place) }]
  },
}

/** What a person has answered who works here at a terminal: the theme, the key, the folder and its server. */
const answersFor = (repository: string) => ({
  hasCompletedOnboarding: true,
  theme: 'dark',
  customApiKeyResponses: { approved: ['none'], rejected: [] },
  projects: {
    [repository]: {
      hasTrustDialogAccepted: true,
      hasCompletedProjectOnboarding: true,
      enabledMcpjsonServers: ['mettle'],
    },
  },
})

const readOf = (file_path: string) => ({ call: { name: 'Read', input: { file_path } } })

function callOf(action: Step, { repository }: Place): ToolCall {
  if ('shell' in action) return { name: 'Bash', input: { command: action.shell, description: 'a step' } }
  if ('write' in action) {
    return { name: 'Write', input: { file_path: join(repository, action.write), content: action.content } }
  }
  if ('replace' in action) {
    const file_path = join(repository, action.replace)
    return { name: 'Edit', input: { file_path, old_string: action.from, new_string: action.to } }
  }
  const rest = { description: 'a part', subagent_type: 'general-purpose', run_in_background: false }
  return { name: 'Agent', input: { prompt: action.delegate, ...rest } }
}
