import { type ConfigKey, number } from './key.ts'

/** What hooks in a client's session do. */
export const HOOK_KEYS = {
  'hook.deadlineMs': number(
    300,
    20,
    60_000,
    'How long a hook may take to choose what it shows, from the moment its client has sent everything. What comes later is not shown; what happened is recorded either way, and the gate answers either way.',
  ),
  'hook.record': {
    kind: 'switch',
    fallback: true,
    summary:
      'Hooks record what happens in a session. What they show leaves a receipt either way, with what was asked for.',
  },
  'session.readTranscripts': {
    kind: 'switch',
    fallback: true,
    summary:
      "When a session settles, what its hooks missed is read from the client's own transcript on this machine.",
  },
  'hook.sessionStart': {
    kind: 'switch',
    fallback: true,
    summary: 'Hooks show patterns when a session begins.',
  },
  'hook.prompt': {
    kind: 'switch',
    fallback: true,
    summary: 'Hooks show patterns beside what a person asks for.',
  },
  'hook.subagents': { kind: 'switch', fallback: true, summary: 'Hooks show patterns to subagents.' },
  'hook.tools': { kind: 'switch', fallback: true, summary: 'Hooks show patterns before a tool call.' },
  'hook.gate': {
    kind: 'switch',
    fallback: true,
    summary:
      'Hooks stop a step that a person must allow, and refuse one that reaches for credentials or ends processes by name. Not read from a project.',
  },
  'hook.learn': {
    kind: 'switch',
    fallback: true,
    summary: 'At the end of a turn a hook starts a process that learns from it and ends.',
  },
  'hook.enforceCapture': {
    kind: 'names',
    fallback: [],
    summary:
      'Agents that are asked to go on when they end without an acknowledgement of what they were shown; `*` is every one, `main` the session itself.',
  },
  'hook.mostAsks': number(2, 0, 8, 'How often an agent is asked that in one session.'),
} as const satisfies Record<string, ConfigKey>
