import { describe, expect, it } from 'vitest'
import { sample } from '../../../test/agents/sample.ts'
import type { HookCall } from './hook-call.ts'
import { printOpencode, readOpencode } from './opencode.ts'

const CLIENT = 'opencode-1.18.33'
const SESSION = 'ses_e220d0194ffeiW5r9osKlsQvE6'
const where = { directory: '/home/dev/repo', session: SESSION }
const inside = { ...where, agent: { id: 'ses_child', type: 'general' } }

function read(name: string, event: string, place: object = where): HookCall | undefined {
  return readOpencode({ ...place, ...sample(CLIENT, name) }, event)
}

describe('what opencode tells', () => {
  it('is a session’s beginning where its system prompt is made, and a subagent’s in a child session', () => {
    const event = 'experimental.chat.system.transform'
    expect(read(event, event)).toMatchObject({ moment: 'session-start', session: SESSION })
    expect(read(event, event, inside)).toMatchObject({
      moment: 'subagent-start',
      session: SESSION,
      agent: { id: 'ses_child', type: 'general' },
    })
  })

  it('has what a person typed, and not what plugins add', () => {
    expect(read('chat.message', 'chat.message')?.prompt).toBe('MAIN-TASK-ALPHA: do the scripted work.')
    expect(read('chat.message', 'chat.message', inside)).toBeUndefined()
    const quoted = { parts: [{ type: 'text', text: '"say \\"hi\\" first"' }] }
    expect(readOpencode({ ...where, output: quoted }, 'chat.message')?.prompt).toBe('say "hi" first')
    const two = { parts: [{ type: 'text', text: '"a" and "b"' }] }
    expect(readOpencode({ ...where, output: two }, 'chat.message')?.prompt).toBe('"a" and "b"')
    const output = { parts: [{ type: 'text', synthetic: true, text: 'x' }] }
    expect(readOpencode({ ...where, output }, 'chat.message')).toBeUndefined()
  })

  it('has the step before and after', () => {
    expect(read('tool.execute.before.bash', 'tool.execute.before')).toMatchObject({
      moment: 'before-tool',
      tool: { kind: 'shell', call: 'call_000000000000000000000003' },
    })
    expect(read('tool.execute.after.bash', 'tool.execute.after')?.tool).toMatchObject({
      command: 'echo hello > out.txt && cat out.txt; echo env=$LEARN_ENV',
      ended: 'passed',
      exitCode: 0,
    })
    expect(read('tool.execute.after.edit', 'tool.execute.after')?.tool).toMatchObject({
      kind: 'edit',
      files: ['/home/dev/repo/README.md'],
      removed: 'scratch',
      added: 'edited',
      ended: 'passed',
    })
    expect(read('tool.execute.before.task', 'tool.execute.before')).toMatchObject({
      moment: 'subagent-spawn',
      prompt: expect.stringContaining('SUB-TASK-BETA'),
    })
  })

  it('reads the result of a server’s tool as it is', () => {
    const after = sample(CLIENT, 'tool.execute.after.learn_recall')
    const output = { content: [{ type: 'text', text: 'found' }], isError: true }
    const tool = readOpencode({ ...where, ...after, output }, 'tool.execute.after')?.tool
    expect(tool).toMatchObject({ kind: 'mcp', output: 'found', ended: 'failed' })
    expect(read('tool.execute.after.learn_recall', 'tool.execute.after')?.tool?.ended).toBe('passed')
  })

  it('learns of a tool that threw from its part of the message', () => {
    const state = { status: 'error', input: { filePath: '/home/dev/repo/x' }, error: 'File not found' }
    const part = { type: 'tool', tool: 'read', callID: 'call_22', state }
    const call = readOpencode({ ...where, input: { part } }, 'message.part.updated')
    expect(call?.tool).toMatchObject({ call: 'call_22', ended: 'failed', output: 'File not found' })
    const running = { ...part, state: { ...state, status: 'running' } }
    expect(readOpencode({ ...where, input: { part: running } }, 'message.part.updated')).toBeUndefined()
  })

  it('ends a turn when it is idle, and the session when the plugin is let go', () => {
    expect(read('event_session.idle', 'session.idle')?.moment).toBe('turn-end')
    expect(read('event_session.idle', 'session.idle', inside)?.moment).toBe('subagent-end')
    expect(readOpencode(where, 'dispose')?.moment).toBe('session-end')
    expect(readOpencode(where, 'session.updated')).toBeUndefined()
  })
})

describe('what opencode is told', () => {
  it('is the answer itself', () => {
    const call = read('tool.execute.before.task', 'tool.execute.before') as HookCall
    expect(printOpencode({ task: 'do it so' }, call)).toBe('{"task":"do it so"}')
    expect(printOpencode({}, call)).toBe('')
  })
})
