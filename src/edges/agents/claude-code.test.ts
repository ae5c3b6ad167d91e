import { describe, expect, it } from 'vitest'
import { sample } from '../../../test/agents/sample.ts'
import { printClaudeCode, readClaudeCode } from './claude-code.ts'
import type { HookAnswer } from './hook-call.ts'

const CLIENT = 'claude-code-2.1.325'
const read = (name: string) => readClaudeCode(sample(CLIENT, name))
const print = (answer: HookAnswer, name: string) => {
  const call = read(name)
  const text = call === undefined ? '' : printClaudeCode(answer, call)
  return text === '' ? '' : JSON.parse(text)
}

describe('what Claude Code tells', () => {
  it('names the moment of every event that is registered', () => {
    const names = [
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse.Bash',
      'PreToolUse.Agent',
      'PostToolUse.Bash',
      'PostToolUseFailure.Bash',
      'SubagentStart.in-subagent',
      'SubagentStop.in-subagent',
      'Stop',
      'SessionEnd',
    ]
    expect(names.map((name) => read(name)?.moment)).toEqual([
      'session-start',
      'prompt',
      'before-tool',
      'subagent-spawn',
      'after-tool',
      'after-tool',
      'subagent-start',
      'subagent-end',
      'turn-end',
      'session-end',
    ])
  })

  it('has the session, the folder and the transcript', () => {
    expect(read('UserPromptSubmit')).toEqual({
      client: 'claude-code',
      moment: 'prompt',
      event: 'UserPromptSubmit',
      session: '11111111-2222-4333-8444-692343354201',
      cwd: '/home/dev/repo',
      transcript: '/home/user/.claude/projects/-home-dev-repo/11111111-2222-4333-8444-692343354201.jsonl',
      prompt: 'MAIN-TASK-ALPHA: do the scripted work.',
    })
  })

  it('says how a session began and why it ended', () => {
    expect(read('SessionStart')?.reason).toBe('startup')
    expect(read('SessionStart.resume')?.reason).toBe('resume')
    expect(read('SessionStart.compact')).toMatchObject({ reason: 'compact', model: 'claude-sonnet-4-5' })
    expect(read('SessionEnd')?.reason).toBe('other')
  })

  it('takes the news that a subagent is done for no prompt, and a compaction for nothing', () => {
    expect(read('UserPromptSubmit.task-notification')).toBeUndefined()
    expect(read('PreCompact')).toBeUndefined()
  })

  it('drops agents that the client keeps to itself', () => {
    const stop = sample(CLIENT, 'SubagentStop.in-subagent')
    expect(readClaudeCode({ ...stop, agent_type: '' })).toBeUndefined()
  })

  it('knows the subagent in which a step is taken', () => {
    expect(read('PreToolUse.Bash.in-subagent')?.agent).toEqual({
      id: 'a24ac424b5490560b',
      type: 'general-purpose',
    })
    expect(read('PreToolUse.Bash')?.agent).toBeUndefined()
  })

  it('has a command before and after, and its exit code', () => {
    const command = 'echo hello > out.txt && cat out.txt'
    expect(read('PreToolUse.Bash')?.tool).toMatchObject({ kind: 'shell', name: 'Bash', command })
    expect(read('PostToolUse.Bash')?.tool).toMatchObject({
      call: 'toolu_000000000000000000000001',
      command,
      ended: 'passed',
      exitCode: 0,
      output: 'hello',
      durationMs: 78,
    })
    expect(read('PostToolUseFailure.Bash')?.tool).toMatchObject({
      command: 'echo boom >&2; exit 3',
      ended: 'failed',
      exitCode: 3,
      output: 'Exit code 3\nboom',
    })
  })

  it('tells a step that a person stopped from one that failed', () => {
    const failure = sample(CLIENT, 'PostToolUseFailure.Bash')
    const ended = (changes: object) => readClaudeCode({ ...failure, ...changes })?.tool?.ended
    expect(ended({ is_interrupt: true })).toBe('interrupted')
    expect(ended({ error: "The user doesn't want to proceed with this tool use." })).toBe('denied')
    expect(ended({ error: 'File has not been read yet.' })).toBe('failed')
    expect(ended({ error: '' })).toBe('failed')
  })

  it('does not know how a command in the background ends', () => {
    const after = sample(CLIENT, 'PostToolUse.Bash')
    const response = { stdout: '', stderr: '', backgroundTaskId: 'b1' }
    expect(readClaudeCode({ ...after, tool_response: response })?.tool?.ended).toBe('unknown')
  })

  it.each([
    [{ bytes: 12, code: 200, codeText: 'OK', result: 'the page says so', url: 'https://a.example' }],
    [{ query: 'q', results: [{ content: [{ title: 'the page says so' }] }, 'and more'] }],
    [{ content: [{ type: 'resource', resource: { uri: 'x', text: 'the page says so' } }] }],
  ])('keeps what a page, a search or a server said, whatever its form: %o', (response) => {
    const after = sample(CLIENT, 'PostToolUse.Bash')
    const fetched = { ...after, tool_name: 'WebFetch', tool_input: {}, tool_response: response }
    expect(readClaudeCode(fetched)?.tool?.output).toContain('the page says so')
  })

  it('has the file of an edit, and what it takes away and puts there', () => {
    expect(read('PreToolUse.Edit')?.tool).toMatchObject({
      kind: 'edit',
      files: ['/home/dev/repo/README.md'],
      removed: 'scratch',
      added: 'edited',
    })
    expect(read('PostToolUse.Write')?.tool).toMatchObject({ added: 'one\n', ended: 'passed' })
    expect(read('PostToolUse.Write')?.tool?.output).toBeUndefined()
    expect(read('PostToolUse.Read')?.tool).toMatchObject({ kind: 'read', output: '# scratch\nhello' })
  })

  it('has the task that a subagent is given', () => {
    const call = read('PreToolUse.Agent')
    expect(call?.prompt).toBe('SUB-TASK-BETA: run a command and report.')
    expect(call?.tool?.kind).toBe('agent')
  })

  it('knows the last words of a turn, and that agents still work on it', () => {
    const stop = sample(CLIENT, 'Stop')
    expect(read('Stop')).toMatchObject({ said: 'MAIN-DONE' })
    expect(read('Stop')?.isUnfinished).toBeUndefined()
    const tasks = (type: string) => readClaudeCode({ ...stop, background_tasks: [{ id: 'x', type }] })
    expect(tasks('subagent')?.isUnfinished).toBe(true)
    expect(tasks('shell')?.isUnfinished).toBeUndefined()
    expect(readClaudeCode({ ...stop, stop_hook_active: true })?.isAgain).toBe(true)
  })
})

describe('what Claude Code is told', () => {
  it('puts context under the name of the event', () => {
    expect(print({ context: '<mettle>x</mettle>' }, 'SessionStart')).toEqual({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: '<mettle>x</mettle>' },
    })
    expect(print({ context: 'x' }, 'PostToolUseFailure.Bash').hookSpecificOutput.hookEventName).toBe(
      'PostToolUseFailure',
    )
  })

  it('asks a person, or refuses', () => {
    const gate = { decision: 'ask', reason: 'three pushes failed' } as const
    expect(print({ gate, context: 'x' }, 'PreToolUse.Bash')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'ask',
        permissionDecisionReason: 'three pushes failed',
        additionalContext: 'x',
      },
    })
    expect(print({ gate }, 'PostToolUse.Bash')).toBe('')
  })

  it('hands the whole input back with another task, and no permission', () => {
    const { hookSpecificOutput } = print({ task: 'do it so' }, 'PreToolUse.Agent')
    expect(hookSpecificOutput).toEqual({
      hookEventName: 'PreToolUse',
      updatedInput: {
        description: 'sub task',
        prompt: 'do it so',
        subagent_type: 'general-purpose',
        run_in_background: false,
      },
    })
  })

  it('goes on at the end of a turn, with a tag by which the words are known again', () => {
    expect(print({ goOn: 'Note what was learned.' }, 'Stop')).toEqual({
      decision: 'block',
      reason: '<mettle>\nNote what was learned.\n</mettle>',
    })
    expect(print({ goOn: 'x' }, 'SessionStart')).toBe('')
  })

  it('says nothing where there is nothing to say', () => {
    expect(print({}, 'Stop')).toBe('')
    expect(print({ context: 'too late' }, 'SessionEnd')).toBe('')
    expect(print({ notice: 'one line' }, 'SessionStart')).toEqual({ systemMessage: 'one line' })
  })
})
