import { describe, expect, it } from 'vitest'
import { sample } from '../../../test/agents/sample.ts'
import { printGemini, readGemini } from './gemini.ts'
import type { HookAnswer, HookCall } from './hook-call.ts'

const CLIENT = 'gemini-cli-0.61.0'
const read = (name: string) => readGemini(sample(CLIENT, name)) as HookCall
const print = (answer: HookAnswer, name: string) => JSON.parse(printGemini(answer, read(name)) || '""')

const shell = (text: string) =>
  readGemini({ ...sample(CLIENT, 'AfterTool.run_shell_command'), tool_response: { llmContent: text } })?.tool

describe('what Gemini CLI tells', () => {
  it.each([
    ['SessionStart', 'session-start'],
    ['BeforeAgent', 'prompt'],
    ['BeforeTool.run_shell_command', 'before-tool'],
    ['BeforeTool.invoke_agent', 'subagent-spawn'],
    ['AfterTool.run_shell_command', 'after-tool'],
    ['AfterAgent', 'turn-end'],
    ['SessionEnd', 'session-end'],
  ])('%s is %s', (name, moment) => {
    expect(read(name)).toMatchObject({
      client: 'gemini',
      moment,
      session: '23ba5406-4e55-4ec7-965a-1425e7220566',
    })
  })

  it('has the words of the person without what hooks put before them', () => {
    expect(read('BeforeAgent').prompt).toBe('MAIN-TASK-ALPHA: do the scripted work.')
    expect(read('AfterAgent').said).toBe('I run.\nMAIN-DONE')
    expect(read('PreCompress')).toBeUndefined()
  })

  it('finds the exit code of a command in its text; without one it passed', () => {
    expect(read('AfterTool.run_shell_command').tool).toMatchObject({
      ended: 'passed',
      exitCode: 0,
      output: 'Output: hello\nProcess Group PGID: 26598',
    })
    expect(shell('<untrusted_context>\nOutput: boom\nExit Code: 3\n</untrusted_context>')).toMatchObject({
      ended: 'failed',
      exitCode: 3,
      output: 'Output: boom\nExit Code: 3',
    })
  })

  it('believes the last exit code, for programs print such lines too', () => {
    expect(shell('Output: \nExit Code: 0\nExit Code: 2\nProcess Group PGID: 1')?.exitCode).toBe(2)
  })

  it('knows a command that was stopped', () => {
    expect(shell('Output: \nSignal: 15')?.ended).toBe('interrupted')
    expect(shell('Command was cancelled by user before it could complete.')?.ended).toBe('interrupted')
  })

  it('has both sides of an edit', () => {
    expect(read('BeforeTool.replace').tool).toMatchObject({
      kind: 'edit',
      files: ['/home/dev/repo/README.md'],
      removed: 'scratch',
      added: 'edited',
    })
    expect(read('AfterTool.write_file').tool).toMatchObject({ added: 'one\n', ended: 'passed' })
  })

  it('knows a tool of a server, and a subagent that gave up', () => {
    expect(read('BeforeTool.mcp_learn_recall').tool?.kind).toBe('mcp')
    expect(read('AfterTool.invoke_agent').tool).toMatchObject({ kind: 'agent', ended: 'failed' })
    expect(read('BeforeTool.invoke_agent').prompt).toBe('SUB-TASK-BETA: run and report.')
  })

  it('knows a tool that failed by its error', () => {
    const after = sample(CLIENT, 'AfterTool.replace')
    const response = { llmContent: 'x', error: { message: 'no such text' } }
    expect(readGemini({ ...after, tool_response: response })?.tool?.ended).toBe('failed')
  })
})

describe('what Gemini CLI is told', () => {
  it('has context where Gemini passes it on', () => {
    expect(print({ context: 'x' }, 'AfterTool.replace')).toEqual({
      hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'x' },
    })
    expect(print({ context: 'x' }, 'BeforeTool.replace')).toBe('')
  })

  it('refuses what a person must allow, in the words of the gate', () => {
    expect(print({ gate: { decision: 'ask', reason: 'why' } }, 'BeforeTool.run_shell_command')).toEqual({
      decision: 'deny',
      reason: 'why',
      systemMessage: 'why',
    })
  })

  it('gives the arguments of a subagent back whole', () => {
    expect(print({ task: 'do it so' }, 'BeforeTool.invoke_agent').hookSpecificOutput).toEqual({
      hookEventName: 'BeforeTool',
      tool_input: { agent_name: 'generalist', prompt: 'do it so' },
    })
  })

  it('goes on by refusing the answer', () => {
    expect(print({ goOn: 'x' }, 'AfterAgent')).toEqual({
      decision: 'deny',
      reason: '<mettle>\nx\n</mettle>',
    })
  })
})
