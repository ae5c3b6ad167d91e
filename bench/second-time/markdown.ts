import { createHash } from 'node:crypto'
import { readClaudeCode } from '../../src/edges/agents/claude-code.ts'
import type { HookCall } from '../../src/edges/agents/hook-call.ts'
import type { TranscriptItem } from '../../src/edges/agents/transcripts/transcript-reader.ts'
import type { Session } from './sessions.ts'

/** A line of a printed session: a person's prompt, a command with its output, or the agent's words. */
type Part =
  | { readonly is: 'prompt'; readonly text: string }
  | { readonly is: 'said'; readonly text: string }
  | { readonly is: 'command'; readonly command: string; readonly output: string }

const FAILED =
  /^(?:Error: )?(?:Exit code|exit code:?|exited with code) ?(?!0\b)\d+|^(?:error|fatal|usage):|command not found|Traceback|\b[1-9]\d* failed\b/im

const TURN = /^_\*\*(User|Agent|Assistant)\b[^*\n]*?(?:(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)Z?)?\)?\*\*_\s*$/gm
const TOOL = /<tool-use\b[^>]*data-tool-type="shell"[^>]*>([\s\S]*?)<\/tool-use>/g
const FENCE = /^```\w*\n([\s\S]*?)^```/gm

/** `.specstory/history/*.md`: turns under `_**User**_` and `_**Agent**_`, each command in a `<tool-use>` block with its output in the last fence. */
export function specstorySession(name: string, text: string): Session[] {
  const id = /Session ([0-9a-f-]{8,})/i.exec(text)?.[1] ?? digest(name + text.slice(0, 500))
  const begun = timeOf(/(\d{4}-\d\d-\d\d)[ _T](\d\d)[:-](\d\d)(?:[:-](\d\d))?/.exec(`${name}\n${text}`))
  if (begun === undefined) return []
  const turns = [...text.matchAll(TURN)]
  const parts = turns.flatMap((turn, at): Part[] => {
    const body = text.slice(turn.index + turn[0].length, turns[at + 1]?.index).replace(/\n---\s*$/, '')
    if (turn[1] === 'User') return [{ is: 'prompt', text: body.trim() }]
    const commands = [...body.matchAll(TOOL)].flatMap(([, inner]) => specstoryCommand(inner!))
    const said = body.replace(/<(tool-use|think)\b[\s\S]*?<\/\1>/g, '').trim()
    return said === '' ? commands : [...commands, { is: 'said', text: said }]
  })
  return session(id, begun, parts)
}

function specstoryCommand(inner: string): Part[] {
  const fences = [...inner.matchAll(FENCE)].map(([, body]) => body!.trim())
  const inline = /^`([^`\n]+)`$/m.exec(inner)?.[1] ?? /Run command: (.+?)<\/summary>/s.exec(inner)?.[1]
  const command = inline ?? fences.shift()
  if (command === undefined) return []
  return [{ is: 'command', command: command.trim(), output: fences.at(-1) ?? '' }]
}

/** `.aider.chat.history.md`: sessions under `# aider chat started at`, prompts after `####`, what the program printed after `>`. */
export function aiderSessions(text: string): Session[] {
  return text
    .split(/^# aider chat started at /m)
    .slice(1)
    .flatMap((one) => {
      const begun = timeOf(/^(\d{4}-\d\d-\d\d) (\d\d):(\d\d):(\d\d)/.exec(one))
      return begun === undefined ? [] : session(digest(one), begun, aiderParts(one))
    })
}

function aiderParts(text: string): Part[] {
  const groups: { mark: string; lines: string[] }[] = []
  for (const line of text.split('\n').slice(1)) {
    const mark = /^(####|>) ?/.exec(line)?.[1] ?? ''
    const last = groups.at(-1)
    const body = line.replace(/^(?:####|>) ?/, '').trimEnd()
    if (last?.mark === mark) last.lines.push(body)
    else if (line.trim() !== '') groups.push({ mark, lines: [body] })
  }
  return groups.flatMap(({ mark, lines }, at): Part[] => {
    const body = lines.join('\n').trim()
    const run = mark === '####' ? /^[/!](?:run|test|lint)?\s*(.+)/.exec(body)?.[1] : undefined
    const asked = mark === '>' ? /^Running (.+)$/m.exec(body)?.[1] : undefined
    const next = groups[at + 1]
    if (run !== undefined)
      return /^\/(?!run|test)/.test(body)
        ? []
        : [{ is: 'command', command: run, output: next?.mark === '>' ? next.lines.join('\n') : '' }]
    if (asked !== undefined)
      return [{ is: 'command', command: asked, output: body.slice(body.indexOf(asked) + asked.length).trim() }]
    if (mark === '>' || body === '') return []
    return [{ is: mark === '####' ? 'prompt' : 'said', text: body }]
  })
}

/** These files have no times, so each step is one second after the previous one. A command's result is inferred from its output. */
function session(id: string, begun: number, parts: readonly Part[]): Session[] {
  const items = parts.flatMap((part, index): TranscriptItem[] => {
    const place = {
      client: 'claude-code',
      event: 'transcript',
      session: id,
      cwd: '',
      agent: undefined,
    } as const
    const [at, key] = [begun + index * 1_000, `${id}-${index}`]
    const item = (call: Partial<HookCall> & Pick<HookCall, 'moment'>) => [{ id: key, at, call: { ...place, ...call } }]
    if (part.is === 'prompt') return part.text === '' ? [] : item({ moment: 'prompt', prompt: part.text })
    if (part.is === 'said') return item({ moment: 'turn-end', said: part.text })
    const { command, output } = part
    const isFailed = FAILED.test(output)
    const read = readClaudeCode({
      hook_event_name: isFailed ? 'PostToolUseFailure' : 'PostToolUse',
      session_id: id,
      tool_use_id: key,
      tool_name: 'Bash',
      tool_input: { command },
      ...(isFailed ? { error: output } : { tool_response: { stdout: output, stderr: '' } }),
    })
    return read?.tool === undefined ? [] : item({ moment: 'after-tool', tool: read.tool })
  })
  return items.length === 0 ? [] : [{ id, items }]
}

function timeOf(found: RegExpExecArray | null): number | undefined {
  if (found === null) return undefined
  const [, day, hour = '00', minute = '00', second = '00'] = found
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? undefined : at
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
