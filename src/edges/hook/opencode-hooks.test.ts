import { beforeEach, describe, expect, it } from 'vitest'
import type { HookAnswer, HookCall } from '../agents/hook-call.ts'
import { opencodeHooks } from './opencode-hooks.ts'

const ROOT = 'ses_root'
const CHILD = 'ses_child'

let calls: HookCall[]
let answers: Partial<Record<HookCall['moment'], HookAnswer>>
let hooks: ReturnType<typeof opencodeHooks>

beforeEach(() => {
  calls = []
  answers = {}
  hooks = opencodeHooks({
    server: ['mettle', 'mcp'],
    directory: '/repo',
    commands: { 'mettle-status': { description: 'x', template: 'y' } },
    answer: async (call) => {
      calls.push(call)
      return answers[call.moment] ?? {}
    },
  })
})

const created = (id: string, parentID?: string) =>
  hooks.event({ event: { type: 'session.created', properties: { sessionID: id, info: { id, parentID } } } })

async function systemOf(sessionID: string): Promise<string[]> {
  const output = { system: ['own'] }
  await hooks['experimental.chat.system.transform']({ sessionID }, output)
  return output.system
}

describe('the plugin of opencode', () => {
  it('asks once for a session, and says the same in every request', async () => {
    await created(ROOT)
    answers['session-start'] = { context: '<mettle>a</mettle>' }
    const both = await Promise.all([systemOf(ROOT), systemOf(ROOT)])
    answers['session-start'] = { context: '<mettle>b</mettle>' }
    expect([...both, await systemOf(ROOT)]).toEqual(Array(3).fill(['own', '<mettle>a</mettle>']))
    expect(calls).toMatchObject([{ moment: 'session-start', session: ROOT, cwd: '/repo', reason: 'startup' }])
  })

  it('keeps what goes wrong to itself, also in what opencode does not wait for', async () => {
    const failing = opencodeHooks({
      directory: '/repo',
      commands: {},
      answer: () => Promise.reject(new Error('no disk')),
    })
    const unheard: unknown[] = []
    const hear = (error: unknown) => unheard.push(error)
    process.on('unhandledRejection', hear)
    await failing.event({ event: { type: 'session.idle', properties: { sessionID: ROOT } } })
    await failing['chat.message']({ sessionID: ROOT }, { parts: [{ type: 'text', text: 'go on' }] })
    await failing.dispose()
    await new Promise(setImmediate)
    process.off('unhandledRejection', hear)
    expect(unheard).toEqual([])
  })

  it('stops a step about which nothing could be decided', async () => {
    const failing = opencodeHooks({
      directory: '/repo',
      commands: {},
      answer: () => Promise.reject(new Error('no disk')),
    })
    const step = { tool: 'bash', sessionID: ROOT, callID: 'c1' }
    await expect(failing['tool.execute.before'](step, { args: { command: 'ls' } })).rejects.toThrow('no disk')
    await expect(hooks['tool.execute.before']({ sessionID: ROOT }, { args: {} })).rejects.toThrow('no tool')
    answers['before-tool'] = { gate: { decision: 'deny', reason: 'not this one' } }
    await expect(hooks['tool.execute.before']({ tool: 'bash' }, { args: {} })).rejects.toThrow('not this one')
  })

  it('knows that a session which it did not see begin has lost its system prompt', async () => {
    await systemOf(ROOT)
    expect(calls[0]?.reason).toBe('clear')
  })

  it('adds to a prompt a part of its own, behind the others', async () => {
    answers.prompt = { context: 'learned' }
    const part = { type: 'text', text: 'fix it', id: 'prt_1', sessionID: ROOT, messageID: 'msg_1' }
    const output = { parts: [part] as Record<string, unknown>[] }
    await hooks['chat.message']({ sessionID: ROOT }, output)
    expect(calls).toMatchObject([{ moment: 'session-start' }, { moment: 'prompt', prompt: 'fix it' }])
    expect(output.parts).toEqual([part, { ...part, text: 'learned', id: 'prt_1m', synthetic: true }])
  })

  it('gives what a child session does to the session a person opened', async () => {
    await created(ROOT)
    await created(CHILD, ROOT)
    const output = { parts: [{ type: 'text', text: 'a task', id: 'prt_2' }] }
    await hooks['chat.message']({ sessionID: CHILD, agent: 'general' }, output)
    await systemOf(CHILD)
    await hooks['tool.execute.before'](
      { tool: 'bash', sessionID: CHILD, callID: 'call_1' },
      { args: { command: 'ls' } },
    )
    const agent = { id: CHILD, type: 'general' }
    expect(calls).toMatchObject([
      { moment: 'subagent-start', session: ROOT, agent },
      { moment: 'before-tool', session: ROOT, agent, tool: { command: 'ls' } },
    ])
  })

  it('stops a step by throwing, and changes the task of a subagent', async () => {
    answers['before-tool'] = { gate: { decision: 'ask', reason: 'three pushes failed' } }
    const step = { tool: 'bash', sessionID: ROOT, callID: 'call_1' }
    const before = hooks['tool.execute.before'](step, { args: { command: 'git push' } })
    await expect(before).rejects.toThrow('three pushes failed')
    answers['subagent-spawn'] = { task: 'look, and mind the cache' }
    const output = { args: { prompt: 'look', subagent_type: 'general' } }
    await hooks['tool.execute.before']({ tool: 'task', sessionID: ROOT, callID: 'call_2' }, output)
    expect(output.args).toEqual({ prompt: 'look, and mind the cache', subagent_type: 'general' })
  })

  it('says with the next result what it had to say before a step', async () => {
    answers['before-tool'] = { context: 'mind the cache' }
    const step = { tool: 'bash', sessionID: ROOT, callID: 'call_1' }
    await hooks['tool.execute.before'](step, { args: { command: 'ls' } })
    const output = { output: 'a.ts', metadata: { exit: 0 } }
    await hooks['tool.execute.after']({ ...step, args: { command: 'ls' } }, output)
    expect(output.output).toBe('a.ts\n\nmind the cache')
    const again = { output: 'b.ts' }
    await hooks['tool.execute.after']({ ...step, args: {} }, again)
    expect(again.output).toBe('b.ts')
  })

  it('speaks in the blocks of a server’s result, too', async () => {
    answers['after-tool'] = { context: 'x' }
    const output = { content: [{ type: 'text', text: 'found' }] }
    await hooks['tool.execute.after']({ tool: 'learn_recall', sessionID: ROOT, callID: 'c', args: {} }, output)
    expect(output.content).toEqual([
      { type: 'text', text: 'found' },
      { type: 'text', text: 'x' },
    ])
  })

  it('hears of a tool that threw', async () => {
    const state = { status: 'error', input: { filePath: 'x' }, error: 'File not found: x' }
    const part = { type: 'tool', tool: 'read', callID: 'call_1', sessionID: ROOT, state }
    await hooks.event({ event: { type: 'message.part.updated', properties: { part } } })
    await hooks.dispose()
    expect(calls[0]).toMatchObject({ moment: 'after-tool', tool: { ended: 'failed' } })
  })

  it('waits at the end for what nobody waited for, then ends the sessions of people', async () => {
    await created(ROOT)
    await created(CHILD, ROOT)
    await hooks['experimental.text.complete']({ sessionID: ROOT }, { text: 'All done.' })
    await hooks.event({ event: { type: 'session.idle', properties: { sessionID: CHILD } } })
    await hooks.event({ event: { type: 'session.idle', properties: { sessionID: ROOT } } })
    await hooks.dispose()
    expect(calls.map(({ moment }) => moment)).toEqual(['subagent-end', 'turn-end', 'session-end'])
    expect(calls[1]?.said).toBe('All done.')
  })

  it('lets opencode go on when something else is handed over than it expects', async () => {
    answers['session-start'] = answers.prompt = answers['after-tool'] = { context: 'x' }
    const nothing = {} as never
    await hooks['experimental.chat.system.transform']({ sessionID: ROOT }, nothing)
    await hooks['chat.message']({ sessionID: ROOT }, nothing)
    await hooks['tool.execute.before']({ tool: 'bash', sessionID: ROOT }, nothing)
    await hooks['tool.execute.after']({ tool: 'bash', sessionID: ROOT }, nothing)
    await hooks.event({ event: { type: 'session.created', properties: { info: null } } } as never)
    await hooks.dispose()
  })

  it('offers commands, and leaves a person’s own in place', async () => {
    const config = { command: { 'mettle-status': { template: 'mine' }, other: {} } }
    await hooks.config(config)
    expect(config.command).toEqual({ 'mettle-status': { template: 'mine' }, other: {} })
    expect(config).toMatchObject({ mcp: { mettle: { type: 'local', command: ['mettle', 'mcp'] } } })
    const empty: { command?: Record<string, unknown> } = {}
    await hooks.config(empty)
    expect(Object.keys(empty.command ?? {})).toEqual(['mettle-status'])
  })
})
