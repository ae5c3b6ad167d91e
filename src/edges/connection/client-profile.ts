import type { Client } from '../../domain/values/session.ts'

/** What is known of a client: how it is called, where it keeps its own settings, and with which version it was proved. */
export interface ClientProfile {
  readonly client: Client
  readonly label: string
  readonly executable: string
  /** Its npm package, whose manifest tells the version of what is installed. */
  readonly package: string
  /** The folder of its own settings: the variable that moves it, else where it is in the home folder. */
  readonly variable?: string
  readonly folder: readonly string[]
  readonly provedWith: string
}

export const CLIENT_PROFILES: readonly ClientProfile[] = [
  {
    client: 'claude-code',
    label: 'Claude Code',
    executable: 'claude',
    package: '@anthropic-ai/claude-code',
    variable: 'CLAUDE_CONFIG_DIR',
    folder: ['.claude'],
    provedWith: '2.1.197',
  },
  {
    client: 'codex',
    label: 'Codex',
    executable: 'codex',
    package: '@openai/codex',
    variable: 'CODEX_HOME',
    folder: ['.codex'],
    provedWith: '0.166.0',
  },
  {
    client: 'copilot',
    label: 'Copilot CLI',
    executable: 'copilot',
    package: '@github/copilot',
    variable: 'COPILOT_HOME',
    folder: ['.copilot'],
    provedWith: '1.0.102',
  },
  {
    client: 'gemini',
    label: 'Gemini CLI',
    executable: 'gemini',
    package: '@google/gemini-cli',
    folder: ['.gemini'],
    provedWith: '0.61.0',
  },
  {
    client: 'opencode',
    label: 'opencode',
    executable: 'opencode',
    package: 'opencode-ai',
    folder: ['.config', 'opencode'],
    provedWith: '1.18.33',
  },
]

export const CLIENTS = CLIENT_PROFILES.map(({ client }) => client)

export function profileOf(client: Client): ClientProfile {
  return CLIENT_PROFILES.find((profile) => profile.client === client)!
}

export function labelOf(client: Client): string {
  return profileOf(client).label
}
