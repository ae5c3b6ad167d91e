import { describe, expect, it } from 'vitest'
import { sample } from '../../../test/agents/sample.ts'
import { printCopilot, readCopilot } from './copilot.ts'
import type { HookAnswer, HookCall } from './hook-call.ts'

const OWN = 'copilot-cli-1.0.102'
const PASCAL = 'copilot-cli-1.0.102-pascalcase'
const event = (name: string) => name.split('.')[0] as string
const read = (name: string, client = PASCAL) => readCopilot(sample(client, name), event(name)) as HookCall
const print = (answer: HookAnswer, name: string) => JSON.parse(printCopilot(answer, read(name)) || '""')

describe('what Copilot CLI tells', () => {
  it.each([
    [PASCAL, 'SessionStart', 'session-start'],
    [PASCAL, 'UserPromptSubmit', 'prompt'],
    [PASCAL, 'PreToolUse.Bash', 'before-tool'],
    [PASCAL, 'PreToolUse.Agent', 'subagent-spawn'],
    [PASCAL, 'PostToolUse.Bash', 'after-tool'],
    [PASCAL, 'PostToolUseFailure.Read', 'after-tool'],
    [PASCAL, 'SubagentStart.in-subagent', 'subagent-start'],
    [PASCAL, 'SubagentStop.in-subagent', 'subagent-end'],
    [PASCAL, 'Stop', 'turn-end'],
    [PASCAL, 'SessionEnd', 'session-end'],
    [OWN, 'sessionStart', 'session-start'],
    [OWN, 'userPromptSubmitted', 'prompt'],
    [OWN, 'preToolUse.bash', 'before-tool'],
    [OWN, 'preToolUse.task', 'subagent-spawn'],
    [OWN, 'postToolUse.bash', 'after-tool'],
    [OWN, 'postToolUseFailure.view', 'after-tool'],
    [OWN, 'subagentStart.in-subagent', 'subagent-start'],
    [OWN, 'subagentStop.in-subagent', 'subagent-end'],
    [OWN, 'agentStop', 'turn-end'],
    [OWN, 'sessionEnd', 'session-end'],
  ])('%s %s is %s', (client, name, moment) => {
    const call = read(name, client)
    expect(call).toMatchObject({ client: 'copilot', moment, cwd: '/home/dev/repo' })
    expect(call.session).toBe(
      client === OWN ? '0710de77-ad6e-4865-b669-e64b43ce3afb' : '9c35f5fe-1eef-470d-b3e2-ae377ef27265',
    )
  })

  it('gives what happens in a subagent to the session it came from', () => {
    const call = read('PostToolUse.Bash.in-subagent')
    expect(call.session).toBe('9c35f5fe-1eef-470d-b3e2-ae377ef27265')
    expect(call.agent?.id).toBe('a865a4f2-78b3-4917-baf6-4909db35f38c')
    expect(read('postToolUse.bash.in-subagent', OWN).session).toBe('0710de77-ad6e-4865-b669-e64b43ce3afb')
  })

  it('finds the session of an agent within an agent by its folder', () => {
    const stop = sample(PASCAL, 'SubagentStop.in-subagent')
    const nested = { ...stop, session_id: stop.agent_id, parent_agent_id: 'another-agent' }
    expect(readCopilot(nested)?.session).toBe('9c35f5fe-1eef-470d-b3e2-ae377ef27265')
  })

  it('takes neither the prompt nor the stop of a subagent for the session’s', () => {
    expect(read('UserPromptSubmit.in-subagent')).toBeUndefined()
    expect(read('Stop.in-subagent')).toBeUndefined()
    expect(read('agentStop.in-subagent', OWN)).toBeUndefined()
    expect(read('SubagentStop.in-subagent').said).toBe('SUB-DONE')
    expect(read('subagentStop.in-subagent', OWN).said).toBe('SUB-DONE')
  })

  it('takes our own words, sent back as a prompt, for no prompt', () => {
    const prompt = sample(PASCAL, 'UserPromptSubmit')
    const { reason } = print({ goOn: 'Note what was learned.' }, 'Stop')
    expect(readCopilot({ ...prompt, prompt: reason })).toBeUndefined()
  })

  it('finds the exit code in the last line of a command', () => {
    expect(read('PostToolUse.Bash').tool).toMatchObject({ ended: 'passed', exitCode: 0, output: 'hello' })
    const after = sample(PASCAL, 'PostToolUse.Bash')
    const ended = (text: string) =>
      readCopilot({ ...after, tool_result: { result_type: 'success', text_result_for_llm: text } })?.tool
    expect(ended('boom\n<shellId: 1 completed with exit code 3>')).toMatchObject({
      ended: 'failed',
      exitCode: 3,
      output: 'boom',
    })
    expect(ended('<shellId: 1 is still running>')?.ended).toBe('unknown')
  })

  it('knows what failed and what was not allowed', () => {
    expect(read('PostToolUseFailure.Read').tool).toMatchObject({
      kind: 'read',
      ended: 'failed',
      output: 'Path does not exist',
    })
    const after = sample(PASCAL, 'PostToolUse.Bash')
    expect(readCopilot({ ...after, tool_result: { result_type: 'denied' } })?.tool?.ended).toBe('denied')
  })

  it('has both sides of an edit, and knows tools of servers by their dash', () => {
    expect(read('PreToolUse.Edit').tool).toMatchObject({
      kind: 'edit',
      files: ['/home/dev/repo/README.md'],
      removed: 'scratch',
      added: 'edited',
    })
    expect(read('PostToolUse.Write').tool?.added).toBe('one\n')
    expect(read('PreToolUse.learn_recall').tool?.kind).toBe('mcp')
  })

  it('tells two calls of the same command apart, for it has no id of the call', () => {
    const after = sample(PASCAL, 'PostToolUse.Bash')
    const later = { ...after, timestamp: '2026-11-15T07:07:49.407Z' }
    expect(readCopilot(later)?.tool?.call).not.toBe(readCopilot(after)?.tool?.call)
    expect(readCopilot(after)?.tool?.call).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('what Copilot CLI is told', () => {
  it('stands at the top of the answer', () => {
    expect(print({ context: 'x' }, 'SessionStart')).toEqual({ additionalContext: 'x' })
    expect(print({ gate: { decision: 'ask', reason: 'why' } }, 'PreToolUse.Bash')).toEqual({
      permissionDecision: 'ask',
      permissionDecisionReason: 'why',
    })
    expect(print({ task: 'do it so' }, 'PreToolUse.Agent').modifiedArgs).toMatchObject({
      prompt: 'do it so',
      mode: 'sync',
    })
    expect(print({ goOn: 'x' }, 'Stop').decision).toBe('block')
    expect(print({}, 'Stop')).toBe('')
  })
})
