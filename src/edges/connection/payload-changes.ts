import { CLIENTS, type Client, type Finding, fine, warning } from '../../domain/values/session.ts'
import type { Moment } from '../agents/hook-call.ts'
import { readHookCall } from '../agents/read-hook-call.ts'
import { settingsOf } from './clients.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const COMMON =
  'agent_id agent_type agent_transcript_path cwd hook_event_name last_assistant_message model permission_mode prompt reason session_id source stop_hook_active tool_input tool_name tool_response tool_use_id transcript_path turn_id trigger custom_instructions timestamp error'

/** The fields that each client sent in the version that Mettle was tested with. */
function fieldsOf(client: Client): ReadonlySet<string> {
  const { fields, byPlugin } = settingsOf(client)
  return words(byPlugin ? fields : `${COMMON} ${fields}`)
}

/** Tools that neither run, edit, read nor delegate, and are known. */
const OTHER_TOOLS = words(
  'Grep Glob LS WebFetch WebSearch grep_files list_dir multi_agent_v1wait_agent wait_agent glob search_file_content grep_search list_directory web_fetch google_web_search grep list webfetch websearch codesearch todowrite todoread question skill lsp batch invalid report_intent update_todo ask_user store_memory read_bash write_bash stop_bash list_bash read_agent list_agents sql exit_plan_mode fetch_copilot_cli_documentation complete_task',
)

/** The fields that each event needs, in every spelling. */
const NEEDED: readonly (readonly [RegExp, string])[] = [
  [/./, 'session_id sessionId input.sessionID'],
  [/^prompt$/, 'prompt output.parts'],
  [/-tool$|spawn$/, 'tool_name toolName input.tool input.part'],
  [/-tool$|spawn$/, 'tool_input toolArgs toolInput input.args output.args input.part'],
  [/^after-tool$/, 'tool_response tool_result toolResult error output.output output.content input.part'],
]

/** Events that occur together: if one arrives in a session, the others must. */
const TOGETHER: readonly (readonly Moment[])[] = [
  ['session-start', 'prompt', 'turn-end'],
  ['before-tool', 'after-tool'],
]

type Form = Readonly<Record<'day' | 'event' | 'tool', string>> & { readonly fields: readonly string[] }

/** How payloads differ from those of the tested client versions, from the forms that hooks noted: unknown and missing fields, events and tools. */
export function payloadChanges(forms: string, versionOf: (client: Client) => string | undefined): Finding[] {
  const byClient = new Map<string, Form[]>()
  for (const line of forms.split('\n')) {
    const [day = '', client = '', event = '', tool = '', ...fields] = line.split(' ')
    if (CLIENTS.some((one) => one === client))
      byClient.set(client, [...(byClient.get(client) ?? []), { day, event, tool, fields }])
  }
  if (byClient.size === 0) return [fine('clients', 'hooks have recorded nothing yet; begin a session')]
  return [...byClient].map(([name, seen]) => changesOf(name as Client, seen, versionOf(name as Client)))
}

function changesOf(client: Client, seen: readonly Form[], version: string | undefined): Finding {
  const { label, provedWith } = settingsOf(client)
  const [last] = seen.map(({ day }) => day).sort((a, b) => b.localeCompare(a))
  const forms = seen.filter(({ day }) => day === last)
  const changes = [...unknownNames(client, forms), ...missingNames(client, forms)]
  const here = `${version === undefined ? '' : `version ${version}; `}Mettle was tested with ${provedWith}`
  if (changes.length === 0) return fine(label, `Mettle knows everything that it sent on ${last} (${here})`)
  const fix =
    'Update Mettle: git pull and npm run build in your clone. Until then sessions are recorded as far as they can be read'
  return warning(label, `what it sent on ${last} has changed (${here}): ${changes.join('; ')}`, fix)
}

function unknownNames(client: Client, forms: readonly Form[]): string[] {
  const expected = fieldsOf(client)
  const fields = forms.flatMap(({ event, fields: sent }) =>
    sent.filter((field) => !expected.has(field)).map((field) => `unknown field ${field} in ${event}`),
  )
  const events = forms.filter(({ event }) => momentOf(client, event) === undefined && event !== 'PreCompact')
  const tools = forms.filter(({ tool }) => tool !== '-' && tool !== 'mcp' && isUnknownTool(client, tool))
  const named = [
    ...events.map(({ event }) => `unknown event ${event}`),
    ...tools.map(({ tool }) => `unknown tool ${tool}`),
    ...fields,
  ]
  return [...new Set(named)]
}

function missingNames(client: Client, forms: readonly Form[]): string[] {
  const fields = forms.flatMap(({ event, fields: sent }) => {
    const moment = momentOf(client, event)
    const needed = NEEDED.filter(([at]) => moment !== undefined && at.test(moment))
    return needed
      .map(([, names]) => names.split(' '))
      .filter((names) => (!settingsOf(client).byPlugin || !isBare(event)) && !names.some((name) => sent.includes(name)))
      .map(([name]) => `no ${name} in ${event}`)
  })
  const moments = new Set(forms.map(({ event }) => momentOf(client, event)))
  const events = TOGETHER.filter((group) => group.some((moment) => moments.has(moment)))
    .flatMap((group) => group.filter((moment) => !moments.has(moment)))
    .map((moment) => `no event for ${moment.replace('-', ' ')}`)
  return [...new Set([...fields, ...events])]
}

/** The plugin of opencode makes these itself. */
function isBare(event: string): boolean {
  return /^(?:dispose|session\.idle|experimental\.chat\.system\.transform)$/.test(event)
}

/** A complete payload with the given event or tool name, to test whether the reader knows that name. */
function callOf(client: Client, event: string, tool: string) {
  const part = { tool, callID: 'c', state: { status: 'error' } }
  const opencode = {
    session: 's',
    input: { tool, args: {}, part },
    output: { args: {}, parts: [{ type: 'text', text: 'x' }] },
  }
  const other = { session_id: 's', cwd: '/', prompt: 'x', tool_name: tool, tool_input: {} }
  return readHookCall(settingsOf(client).byPlugin ? opencode : other, { client, event })
}

function momentOf(client: Client, event: string): Moment | undefined {
  return callOf(client, event, 'x')?.moment
}

function isUnknownTool(client: Client, tool: string): boolean {
  return callOf(client, settingsOf(client).afterStep, tool)?.tool?.kind === 'other' && !OTHER_TOOLS.has(tool)
}
