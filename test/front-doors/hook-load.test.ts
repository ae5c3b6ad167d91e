import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BundledHook, failuresOf, payloadOf } from '../worlds/bundled-hook.ts'
import { HookWorld } from '../worlds/hook-world.ts'

/** How many payloads are sent; `METTLE_LOAD_PAYLOADS=200` is the whole trial. */
const PAYLOADS = Number(process.env.METTLE_LOAD_PAYLOADS ?? 20)
const BUSY_PROCESSES = 12
const PAUSE_MS = 700
const AT_A_TIME = 10

const hook = new BundledHook()
const world = new HookWorld()
const busy: ChildProcess[] = []
beforeAll(async () => {
  world.now = Date.now()
  await hook.build()
  await world.command(async () => undefined)
  const spin = 'for (const end = Date.now() + 600_000; Date.now() < end; );'
  for (let n = 0; n < BUSY_PROCESSES; n++) busy.push(spawn(process.execPath, ['-e', spin], { stdio: 'ignore' }))
})
afterAll(() => {
  for (const one of busy) one.kill('SIGKILL')
  world.remove()
  hook.remove()
})

/** Prompts and steps in turns, each in two halves with a pause between them. */
function feed(n: number) {
  const isPrompt = n % 2 === 0
  const event = isPrompt ? 'UserPromptSubmit' : 'PostToolUse'
  const step = { tool_name: 'Bash', tool_input: { command: `echo ${n}` }, tool_response: { stdout: `${n}` } }
  const more = isPrompt ? { prompt: `please do number ${n}` } : { ...step, tool_use_id: `t${n}` }
  const payload = payloadOf(world, event, more)
  const half = Math.floor(payload.length / 2)
  return { event, pieces: [payload.slice(0, half), PAUSE_MS, payload.slice(half)] }
}

it(
  'loses no prompt and no step on a machine that is too busy, where payloads come in halves',
  async () => {
    // As a person has it who set nothing.
    delete world.environment.METTLE_HOOK_DEADLINE_MS
    const all = Array.from({ length: PAYLOADS }, (_, n) => n)
    for (let from = 0; from < PAYLOADS; from += AT_A_TIME)
      await Promise.all(all.slice(from, from + AT_A_TIME).map((n) => hook.call(world, feed(n))))
    const { prompted, steps } = await world.command((mettle) => mettle.session('s1'))
    const expected = all.filter((n) => n % 2 === 0).map((n) => `please do number ${n}`)
    expect([...prompted].sort()).toEqual(expected.sort())
    expect(steps).toBe(all.filter((n) => n % 2 === 1).length)
    expect(failuresOf(world).filter(({ code }) => code !== 'late')).toEqual([])
  },
  PAYLOADS * 10_000,
)
