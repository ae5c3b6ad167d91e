import { type ConfigKey, number } from './key.ts'

/** What hooks in a client's session do. */
export const HOOK_KEYS = {
  'hook.deadlineMs': number(
    300,
    20,
    60_000,
    'How long a hook may take to choose what it shows, after the client has sent everything. Later results are not shown; events are recorded and the gate answers in any case.',
  ),
  'hook.record': {
    kind: 'switch',
    fallback: true,
    summary:
      'Hooks record what happens in a session. Patterns that they show leave a receipt in any case, with the prompt or command.',
  },
  'session.readTranscripts': {
    kind: 'switch',
    fallback: true,
    summary:
      "When a session settles, events that its hooks missed are read from the client's transcript on this machine.",
  },
  'hook.sessionStart': {
    kind: 'switch',
    fallback: true,
    summary: 'Hooks show patterns when a session begins.',
  },
  'hook.prompt': {
    kind: 'switch',
    fallback: true,
    summary: 'Hooks show patterns with a prompt.',
  },
  'hook.subagents': { kind: 'switch', fallback: true, summary: 'Hooks show patterns to subagents.' },
  'hook.tools': { kind: 'switch', fallback: true, summary: 'Hooks show patterns before a tool call.' },
  'hook.gate': {
    kind: 'switch',
    fallback: true,
    summary:
      'Hooks stop steps that need approval, and refuse steps that read credentials or end processes by name. Not read from a project.',
  },
  'hook.learn': {
    kind: 'switch',
    fallback: true,
    summary: 'At the end of a turn a hook starts a process that learns from it and then ends.',
  },
  'hook.enforceCapture': {
    kind: 'names',
    fallback: [],
    summary:
      'Agents that must say which patterns they used before they end; `*` means all, `main` the session itself.',
  },
  'hook.mostAsks': number(2, 0, 8, 'How often an agent is asked for that in one session.'),
} as const satisfies Record<string, ConfigKey>
