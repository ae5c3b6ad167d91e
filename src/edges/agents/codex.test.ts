import { describe, expect, it } from 'vitest'
import { sample } from '../../../test/agents/sample.ts'
import { endFromRollout, printCodex, readCodex } from './codex.ts'
import type { HookAnswer, HookCall } from './hook-call.ts'

const CLIENT = 'codex-0.166.0'
const read = (name: string) => readCodex(sample(CLIENT, name)) as HookCall
const print = (answer: HookAnswer, name: string) => JSON.parse(printCodex(answer, read(name)) || '""')

const rollout = (item: object) => JSON.stringify({ type: 'event_msg', payload: { type: 'item_completed', item } })

describe('what Codex tells', () => {
  it.each([
    ['SessionStart', 'session-start'],
    ['UserPromptSubmit', 'prompt'],
    ['PreToolUse.Bash', 'before-tool'],
    ['PreToolUse.spawn_agent', 'subagent-spawn'],
    ['PostToolUse.Bash', 'after-tool'],
    ['SubagentStart.in-subagent', 'subagent-start'],
    ['SubagentStop.in-subagent', 'subagent-end'],
    ['Stop', 'turn-end'],
    ['SessionEnd', 'session-end'],
  ])('%s is %s', (name, moment) => {
    expect(read(name)).toMatchObject({
      client: 'codex',
      moment,
      session: '01a1de07-4bd7-76c0-bbcc-4ad163e7c17c',
      cwd: '/home/dev/repo',
    })
  })

  it('takes the task of a subagent for no prompt of a person', () => {
    expect(read('UserPromptSubmit.in-subagent')).toBeUndefined()
    expect(read('PreToolUse.spawn_agent').prompt).toBe('SUB-TASK-BETA: run and report.')
    expect(read('PreToolUse.Bash.in-subagent').agent?.type).toBe('default')
  })

  it('reads the files of a patch and both sides of it', () => {
    expect(read('PostToolUse.apply_patch').tool).toMatchObject({
      kind: 'edit',
      files: ['new.txt', 'README.md'],
      removed: '# scratch',
      added: 'one\n# edited',
      ended: 'passed',
      exitCode: 0,
    })
  })

  it('knows tools of servers, and whether one says that it failed', () => {
    expect(read('PreToolUse.mcp__learn__recall').tool?.kind).toBe('mcp')
    expect(read('PostToolUse.mcp__learn__recall').tool?.ended).toBe('passed')
    const payload = sample(CLIENT, 'PostToolUse.mcp__learn__recall')
    expect(readCodex({ ...payload, tool_response: { isError: true } })?.tool?.ended).toBe('failed')
  })

  it('cannot say how a command ended', () => {
    expect(read('PostToolUse.Bash').tool).toMatchObject({ ended: 'unknown', output: 'hello' })
  })
})

describe('endFromRollout', () => {
  const call = read('PostToolUse.Bash')
  const id = 'call_000000000000000000000004'

  it('finds the end of the command in the last lines of the session', () => {
    const tail = [
      '"cut off"}}',
      rollout({ type: 'CommandExecution', id: 'call_1', exit_code: 0, status: 'completed' }),
      rollout({ type: 'CommandExecution', id, exit_code: 3, status: 'failed' }),
      rollout({ type: 'AgentMessage', id: 'msg', text: id }),
      '',
    ].join('\n')
    expect(endFromRollout(call, tail).tool).toMatchObject({ ended: 'failed', exitCode: 3, output: 'hello' })
  })

  it('knows a command that was not allowed', () => {
    const tail = rollout({ type: 'CommandExecution', id, status: 'declined' })
    expect(endFromRollout(call, tail).tool?.ended).toBe('denied')
  })

  it('leaves a call alone of which the lines do not speak, or whose end is known', () => {
    expect(endFromRollout(call, rollout({ id: 'other', exit_code: 1 }))).toBe(call)
    expect(endFromRollout(call, `{"broken ${id}`)).toBe(call)
    const patch = read('PostToolUse.apply_patch')
    expect(endFromRollout(patch, rollout({ id: patch.tool?.call, exit_code: 1 }))).toBe(patch)
    const start = read('SessionStart')
    expect(endFromRollout(start, 'x')).toBe(start)
  })
})

describe('what Codex is told', () => {
  it('holds no key that it would reject', () => {
    expect(print({ context: 'x' }, 'UserPromptSubmit')).toEqual({
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'x' },
    })
    expect(print({ context: 'x', goOn: 'y' }, 'Stop')).toEqual({
      decision: 'block',
      reason: '<mettle>\ny\n</mettle>',
    })
  })

  it('refuses what a person must allow, for it cannot ask', () => {
    const gate = { decision: 'ask', reason: ' ' } as const
    expect(print({ gate }, 'PreToolUse.Bash').hookSpecificOutput).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'A gate stops this step.',
    })
  })

  it('takes another task only with a permission', () => {
    expect(print({ task: 'do it so' }, 'PreToolUse.spawn_agent').hookSpecificOutput).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      updatedInput: { message: 'do it so', agent_type: 'default' },
    })
  })

  it('does not allow a subagent that a gate stops', () => {
    const gate = { decision: 'deny', reason: 'no' } as const
    expect(print({ gate, task: 'x' }, 'PreToolUse.spawn_agent').hookSpecificOutput).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'no',
    })
  })
})
