import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sample } from '../../../test/agents/sample.ts'
import { idProblem } from '../../domain/id.ts'
import type { Client } from '../../domain/values/session.ts'
import type { HookAnswer } from './hook-call.ts'
import { printAnswer, readHookCall } from './read-hook-call.ts'

const SAMPLES = new URL('../../../test/agents/samples/', import.meta.url)
const CLIENTS = ['auto', 'claude-code', 'codex', 'copilot', 'gemini', 'opencode'] as const

const all = readdirSync(SAMPLES).flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, SAMPLES)).map((file) => ({ folder, name: file.replace('.json', '') })),
)
const shared = all.filter(({ folder }) => !folder.startsWith('opencode'))

const clientOf = (folder: string): Client =>
  (['claude-code', 'codex', 'copilot', 'gemini'] as const).find((client) => folder.startsWith(client))!

describe('readHookCall', () => {
  it('tells the client from the payload of every sample', () => {
    const wrong = shared.filter(({ folder, name }) => {
      const event = name.split('.')[0]
      const call = readHookCall(sample(folder, name), { client: 'auto', event })
      return call !== undefined && call.client !== clientOf(folder)
    })
    expect(wrong).toEqual([])
  })

  it('takes a session without a transcript for one of Codex', () => {
    const payload = { ...sample('codex-0.166.0', 'SessionStart'), transcript_path: null }
    expect(readHookCall(payload, { client: 'auto' })?.client).toBe('codex')
  })

  it('tells the client where paths are those of Windows', () => {
    const transcript_path = 'C:\\Users\\Jo Doe\\.codex\\sessions\\rollout-2026.jsonl'
    const payload = { session_id: 's', cwd: 'C:\\a b', hook_event_name: 'SessionStart', transcript_path }
    expect(readHookCall(payload, { client: 'auto' })).toMatchObject({ client: 'codex', cwd: 'C:\\a b' })
  })

  it('goes by the event it was called with where the payload names none', () => {
    const payload = sample('copilot-cli-1.0.102-pascalcase', 'SubagentStart.in-subagent')
    expect(readHookCall(payload, { client: 'auto', event: 'SubagentStart' })?.moment).toBe('subagent-start')
    expect(readHookCall(payload, { client: 'auto' })).toBeUndefined()
  })

  it('never throws, whatever comes', () => {
    const value = fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true })
    fc.assert(
      fc.property(value, fc.constantFrom(...CLIENTS), fc.string(), (payload, client, event) => {
        readHookCall(payload, { client, event })
      }),
    )
  })

  it('never throws on a payload of which any field is wrong, and every call it makes has a safe id', () => {
    const anyField = fc.anything({ withBigInt: true, maxDepth: 2 })
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.nat(), anyField, ({ folder, name }, at, wrong) => {
        const payload = sample(folder, name)
        const key = Object.keys(payload)[at % Object.keys(payload).length] as string
        const client = clientOf(folder) ?? 'opencode'
        const event = name
          .split('.')
          .slice(0, client === 'opencode' ? 3 : 1)
          .join('.')
        const broken = { session: 's', ...payload, [key]: wrong }
        const call = readHookCall(broken, { client, event })
        expect(call?.tool && idProblem(call.tool.call)).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })
})

describe('printAnswer', () => {
  const text = fc.string({ maxLength: 40 })
  const answers: fc.Arbitrary<HookAnswer> = fc.record(
    {
      context: text,
      task: text,
      gate: fc.record({ decision: fc.constantFrom('ask' as const, 'deny' as const), reason: text }),
      goOn: text,
      notice: text,
    },
    { requiredKeys: [] },
  )
  const calls = shared.flatMap(({ folder, name }) => {
    const call = readHookCall(sample(folder, name), { client: 'auto', event: name.split('.')[0] })
    return call === undefined ? [] : [call]
  })

  it('prints nothing or one object, and repeats the event it answers', () => {
    fc.assert(
      fc.property(answers, fc.constantFrom(...calls), (answer, call) => {
        const printed = printAnswer(answer, call)
        if (printed === '') return
        const parts = JSON.parse(printed)
        if (parts.hookSpecificOutput) expect(parts.hookSpecificOutput.hookEventName).toBe(call.event)
        expect(printed).not.toContain('\n')
      }),
    )
  })

  it('stops a step before it is taken, in every client', () => {
    const before = calls.filter(({ moment }) => moment === 'before-tool' || moment === 'subagent-spawn')
    for (const call of before)
      expect(printAnswer({ gate: { decision: 'deny', reason: 'no' } }, call)).toMatch(/ecision":"deny"/)
    expect(before.length).toBeGreaterThan(15)
  })

  it('names the clients that there are, where another is called', () => {
    expect(() => readHookCall({}, { client: 'claude' as Client })).toThrow(
      "--client: 'claude' is none of auto, claude-code, codex, copilot, gemini, opencode",
    )
  })
})
