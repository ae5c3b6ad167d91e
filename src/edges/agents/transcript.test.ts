import { describe, expect, it } from 'vitest'
import { sample } from '../../../test/agents/sample.ts'
import type { HookCall } from './hook-call.ts'
import { lacksWord, readHookCall, withTranscript } from './read-hook-call.ts'
import { claudeTranscript } from './transcripts/claude-code.ts'

const read = (client: string, name: string) =>
  readHookCall(sample(client, name), { client: 'auto', event: name.split('.')[0] }) as HookCall
const lines = (...events: readonly object[]) => events.map((event) => JSON.stringify(event)).join('\n')
const message = (content: string) => ({ type: 'assistant.message', data: { content } })
const stop = read('copilot-cli-1.0.102-pascalcase', 'Stop')

describe('what only the record of a session tells', () => {
  it('is how a command of Codex ended', () => {
    const call = read('codex-0.166.0', 'PostToolUse.Bash')
    const item = { id: call.tool?.call, type: 'CommandExecution', exit_code: 3, status: 'failed' }
    expect(lacksWord(call)).toBe(true)
    const given = withTranscript(call, lines({ payload: { type: 'item_completed', item } }))
    expect(given.tool).toMatchObject({ ended: 'failed', exitCode: 3 })
    expect(lacksWord(given)).toBe(false)
  })

  it('is the last words of a turn of Copilot', () => {
    expect(lacksWord(stop)).toBe(true)
    const record = lines(message('Older.'), { type: 'user.message' }, message('Done.'), {
      type: 'hook.start',
    })
    expect(withTranscript(stop, record).said).toBe('Done.')
  })

  it('is not there while the last words are those of an earlier turn or of a subagent', () => {
    for (const later of ['user.message', 'assistant.turn_start', 'tool.execution_complete'])
      expect(withTranscript(stop, lines(message('Older.'), { type: later }))).toBe(stop)
    expect(withTranscript(stop, lines({ ...message('Found it.'), agentId: 'a1' }))).toBe(stop)
    expect(withTranscript(stop, `{"type":"assistant.mess`)).toBe(stop)
  })

  it('is nothing for who tells it all', () => {
    expect(lacksWord(read('claude-code-2.1.325', 'Stop'))).toBe(false)
    expect(lacksWord(read('claude-code-2.1.325', 'PostToolUse.Bash'))).toBe(false)
  })
})

describe('a message that is typed while the agent works', () => {
  it('comes with the result of a step, and is a prompt', () => {
    const reader = claudeTranscript({ session: 's1' })
    const line = (type: string, content: unknown, second: number) => ({
      type,
      sessionId: 's1',
      timestamp: `2026-01-10T12:00:0${second}.000Z`,
      message: { content },
    })
    const use = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command: `make ${id}` } })
    const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'done' })
    const lines = [
      line('assistant', [use('t1'), use('t2')], 1),
      line('user', [result('t1'), { type: 'text', text: 'and remember the pages' }], 2),
      line('user', [result('t2'), { type: 'text', text: '[Request interrupted by user]' }], 3),
    ]
    const calls = lines.flatMap((one, at) => reader.read(one, at)).map(({ call }) => call)
    expect(calls.map(({ moment, prompt, tool }) => [moment, prompt ?? tool?.command])).toEqual([
      ['after-tool', 'make t1'],
      ['prompt', 'and remember the pages'],
      ['after-tool', 'make t2'],
    ])
  })
})
