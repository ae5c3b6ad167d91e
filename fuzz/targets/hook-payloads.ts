import { readdirSync, readFileSync } from 'node:fs'
import { idProblem } from '../../src/domain/id.ts'
import type { Client } from '../../src/domain/values/session.ts'
import type { HookAnswer, HookCall } from '../../src/edges/agents/hook-call.ts'
import { printAnswer, readHookCall, withTranscript } from '../../src/edges/agents/read-hook-call.ts'
import { parsed } from '../mutate.ts'
import { holds, type Target } from '../target.ts'

const SAMPLES = new URL('../../test/agents/samples/', import.meta.url)

const FOLDERS: Readonly<Record<Client, string>> = {
  'claude-code': 'claude-code',
  codex: 'codex',
  copilot: 'copilot',
  gemini: 'gemini',
  opencode: 'opencode',
}

/** The keys that a client honours; one of them refuses an answer with any other. */
const KEYS: Readonly<Record<Client, RegExp>> = {
  'claude-code': /^(?:hookSpecificOutput|decision|reason|systemMessage)$/,
  codex: /^(?:hookSpecificOutput|decision|reason|systemMessage)$/,
  copilot: /^(?:permissionDecision|permissionDecisionReason|modifiedArgs|additionalContext|decision|reason)$/,
  gemini: /^(?:hookSpecificOutput|decision|reason|systemMessage)$/,
  opencode: /^(?:context|task|gate|goOn|notice)$/,
}

const SPECIFIC =
  /^(?:hookEventName|additionalContext|permissionDecision|permissionDecisionReason|updatedInput|tool_input)$/

/** Every answer that a hook could give, at every moment. */
const ANSWERS: readonly HookAnswer[] = [
  {},
  { context: '<mettle>\nknown\n</mettle>', notice: 'one line' },
  { task: 'do it, with this in mind', context: 'x' },
  { gate: { decision: 'ask', reason: 'risky' } },
  { gate: { decision: 'deny', reason: ' ' } },
  { goOn: 'record what was learned' },
]

export const HOOK_CLIENTS = Object.keys(FOLDERS) as Client[]

export function samplesOf(client: Client): { text: string; event: string }[] {
  return readdirSync(SAMPLES)
    .filter((folder) => folder.startsWith(FOLDERS[client]))
    .flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, SAMPLES)).map((file) => ({
        text: readFileSync(new URL(`${folder}/${file}`, SAMPLES), 'utf8'),
        event: file.split('.')[0]!,
      })),
    )
}

/** The words of all clients, so that a payload may pass for one of another. */
export const HOOK_WORDS = [
  'hook_event_name',
  'session_id',
  'sessionId',
  'timestamp',
  'turn_id',
  'transcript_path',
  'agent_id',
  'agent_type',
  'tool_name',
  'tool_input',
  'tool_response',
  'tool_result',
  'tool_use_id',
  'command',
  'file_path',
  'prompt',
  'PreToolUse',
  'PostToolUse',
  'SessionStart',
  'Stop',
  'UserPromptSubmit',
  'BeforeTool',
  'AfterTool',
  'Bash',
  'apply_patch',
  'mcp__a__b',
  'Agent',
  'Exit code 3\n',
  'Exit Code: 3\n',
  '<shellId: 0 completed with exit code 0>',
  '<untrusted_context>\n',
  '<system-reminder>',
  '</system-reminder>',
  '<hook_context>',
  '<mettle>',
  '</mettle>',
  '*** Begin Patch\n*** Update File: a\n-x\n+y\n',
  '../',
  'C:\\a\\b',
]

/** What a client tells a hook, and each answer to it in that client's words. */
function payloadsOf(client: Client): Target {
  const samples = samplesOf(client)
  const events = [...new Set(samples.map(({ event }) => event))]
  return {
    name: `hook-${client}`,
    samples: samples.map(({ text }) => text),
    words: HOOK_WORDS,
    open: () => ({
      check: (input) => {
        const payload = parsed(input)
        const event = events[input.length % events.length]
        for (const named of [client, 'auto'] as const) {
          const call = readHookCall(payload, { client: named, event })
          if (call === undefined) continue
          holdsCall(call)
          for (const answer of ANSWERS) holdsAnswer(printAnswer(answer, call), call)
        }
      },
    }),
  }
}

function holdsCall({ session, tool, moment }: HookCall): void {
  holds(session !== '', 'a call has a session')
  holds(
    (moment === 'before-tool' || moment === 'after-tool') === (tool !== undefined && moment !== 'subagent-spawn'),
    'a step has a tool',
  )
  if (tool === undefined) return
  holds(idProblem(tool.call) === undefined, `the id of a step is safe: ${tool.call}`)
  holds(
    (tool.files ?? []).every((file) => typeof file === 'string'),
    'files are texts',
  )
}

export function holdsAnswer(printed: string, { client, event }: Pick<HookCall, 'client' | 'event'>): void {
  if (printed === '') return
  holds(!printed.includes('\n'), 'an answer is one line')
  const answer = JSON.parse(printed) as Record<string, unknown>
  for (const key of Object.keys(answer)) holds(KEYS[client].test(key), `${client} does not know ${key}`)
  const specific = (answer.hookSpecificOutput ?? {}) as Record<string, unknown>
  for (const key of Object.keys(specific)) holds(SPECIFIC.test(key), `${client} does not know ${key}`)
  holds(!('hookSpecificOutput' in answer) || specific.hookEventName === event, 'an answer repeats its event')
}

const STEP = {
  client: 'codex',
  moment: 'after-tool',
  event: 'PostToolUse',
  session: 's1',
  cwd: '/w',
  transcript: '/w/rollout-1.jsonl',
  tool: { call: 'call_1', name: 'Bash', kind: 'shell', input: {}, ended: 'unknown' },
} as const satisfies HookCall

/** The end of a session's own record. */
const transcript: Target = {
  name: 'transcript',
  samples: [
    '{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","id":"call_1","exit_code":3,"status":"failed"}}}\n',
    '{"type":"user.message","data":{"content":"go"}}\n{"type":"assistant.message","data":{"content":"Done."}}\n',
  ],
  words: [
    '"id":"call_1"',
    '"call_id"',
    '"exit_code":',
    '"status":"declined"',
    'assistant.message',
    '"agentId":"a"',
    '\n',
    '"payload":{',
    '}',
    '"data":',
    'call_1',
  ],
  open: () => ({
    check: (input) => {
      const ended = withTranscript(STEP, input).tool?.ended
      holds(['unknown', 'passed', 'failed', 'denied', 'interrupted'].includes(ended ?? ''), 'a step ends somehow')
      const { tool: _, ...turn } = STEP
      withTranscript({ ...turn, client: 'copilot', moment: 'turn-end' }, input)
    },
  }),
}

export const HOOK_PAYLOADS: readonly Target[] = [...HOOK_CLIENTS.map(payloadsOf), transcript]
