import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BundledHook, failuresOf, payloadOf } from '../worlds/bundled-hook.ts'
import { HookWorld } from '../worlds/hook-world.ts'

const hook = new BundledHook()
const worlds: HookWorld[] = []
beforeAll(async () => void (await hook.build()))
afterAll(() => hook.remove())
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

async function begin(): Promise<HookWorld> {
  const world = new HookWorld()
  world.now = Date.now()
  worlds.push(world)
  await world.command(async () => undefined)
  return world
}

const LS = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'ls' } }
const DENIED_BY_POLICY = { version: 1, adapters: { git: { deny: true } } }
const PUSH = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'git push origin main' } }

/** What a client does with an answer: whether it takes the step. */
function stops(client: string, stdout: string): boolean {
  if (stdout === '') return false
  const answer = JSON.parse(stdout)
  if (client === 'gemini') return answer.decision === 'deny' && answer.reason !== ''
  if (client === 'copilot' && ['ask', 'deny'].includes(answer.permissionDecision)) return true
  const { hookEventName, permissionDecision, permissionDecisionReason } = answer.hookSpecificOutput ?? {}
  if (hookEventName !== 'PreToolUse' || !permissionDecisionReason) return false
  // Codex knows no other key beside it, and cannot ask.
  if (client === 'codex') return permissionDecision === 'deny' && Object.keys(answer).length === 1
  return permissionDecision === 'ask'
}

const CLIENTS = [
  { client: 'claude-code', event: 'PreToolUse' },
  { client: 'codex', event: 'PreToolUse' },
  { client: 'copilot', event: 'PreToolUse' },
  { client: 'copilot', event: 'preToolUse' },
  { client: 'gemini', event: 'BeforeTool' },
] as const

const UNREADABLE: [string, readonly string[]][] = [
  ['is empty', []],
  ['is blank', ['\n']],
  ['is no JSON', ['garbage']],
  ['ends in its middle', ['{"session_id":"s1","tool_name":"Bash","tool_input":{"comm']],
  ['is no object', ['[]']],
  ['has nothing in it', ['{}']],
  ['names no tool', ['{"session_id":"s1","hook_event_name":"PreToolUse"}']],
  ['names no session', ['{"tool_name":"Bash","tool_input":{"command":"ls"}}']],
  ['is too large', ['{"session_id":"s1","tool_input":"', 'x'.repeat(34_000_000)]],
]

describe.each(CLIENTS)('before a step, $client ($event)', ({ client, event }) => {
  it.each(UNREADABLE)('asks a person where the payload %s', async (_, pieces) => {
    const world = await begin()
    const { stdout, code } = await hook.call(world, { client, event, pieces })
    expect(code).toBe(0)
    expect(stops(client, stdout)).toBe(true)
    expect(failuresOf(world)).toHaveLength(1)
  })
})

describe('before a step', () => {
  it('decides on a payload that comes in halves', async () => {
    const world = await begin()
    writeFileSync(join(world.root, 'mettle.policy.json'), JSON.stringify(DENIED_BY_POLICY))
    await world.command((mettle) => mettle.keepPrecomputed())
    const push = payloadOf(world, 'PreToolUse', PUSH)
    const pieces = [push.slice(0, 30), 700, push.slice(30)]
    const { stdout } = await hook.call(world, { event: 'PreToolUse', pieces })
    expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' })
    const ls = payloadOf(world, 'PreToolUse', LS)
    expect((await hook.call(world, { event: 'PreToolUse', pieces: [700, ls] })).stdout).toBe('')
  })

  it('asks before its client gives up on a payload that never comes, and leaves other folders alone', async () => {
    const world = await begin()
    const elsewhere = join(world.folder, 'elsewhere')
    mkdirSync(elsewhere)
    const feed = { event: 'PreToolUse', pieces: [], staysOpen: true }
    const [here, there] = await Promise.all([hook.call(world, feed), hook.call(world, { ...feed, cwd: elsewhere })])
    expect(stops('claude-code', here.stdout)).toBe(true)
    expect(there).toEqual({ stdout: '', code: 0 })
  }, 60_000)

  it('is understood by every client of one file of hooks where nothing tells which one calls', async () => {
    const world = await begin()
    const { stdout } = await hook.call(world, { event: 'PreToolUse', pieces: [] })
    expect(['claude-code', 'copilot'].map((client) => stops(client, stdout))).toEqual([true, true])
    const environment = { PLUGIN_ROOT: '/plugin', CLAUDE_PLUGIN_ROOT: '/plugin' }
    const codex = await hook.call(world, { event: 'PreToolUse', pieces: [], environment })
    expect(stops('codex', codex.stdout)).toBe(true)
  })

  it('tells the client, the event and the folder from the half of a payload', async () => {
    const world = await begin()
    const elsewhere = join(world.folder, 'elsewhere')
    mkdirSync(elsewhere)
    const half = `{"session_id":"s1","turn_id":"t1","cwd":${JSON.stringify(world.root)},"hook_event_name":"PreToolUse","tool_input":{"command":"`
    const { stdout } = await hook.call(world, { pieces: [half], cwd: elsewhere })
    expect(stops('codex', stdout)).toBe(true)
    const after = half.replace('PreToolUse', 'PostToolUse')
    expect((await hook.call(world, { pieces: [after], cwd: elsewhere })).stdout).toBe('')
  })

  it('asks where a command of an earlier version names no event and nothing came', async () => {
    const world = await begin()
    expect(stops('claude-code', (await hook.call(world, { pieces: [] })).stdout)).toBe(true)
  })

  it('says nothing at other moments, for which an unreadable payload is only counted', async () => {
    const world = await begin()
    for (const event of ['UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionStart'])
      expect(await hook.call(world, { event, pieces: ['garbage'] })).toEqual({ stdout: '', code: 0 })
    expect(failuresOf(world)).toHaveLength(4)
  })

  it.each(['hook-main-before-tool.cjs', 'hook-judge-step.cjs', 'hook-overlay-file.cjs', 'hook-stop-step.cjs'])(
    'stops the step where its own %s is missing or damaged',
    async (part) => {
      const world = await begin()
      writeFileSync(join(world.root, 'mettle.policy.json'), JSON.stringify(DENIED_BY_POLICY))
      await world.command((mettle) => mettle.keepPrecomputed())
      const broken = await new BundledHook().build()
      const push = { event: 'PreToolUse', pieces: [payloadOf(world, 'PreToolUse', PUSH)] }
      expect((await broken.call(world, push)).stdout).toContain('"permissionDecision":"deny"')
      writeFileSync(join(broken.folder, part), 'throw new Error("damaged")')
      const damaged = await broken.call(world, push)
      rmSync(join(broken.folder, part))
      const missing = await broken.call(world, push)
      broken.remove()
      // Without the overlays the policy file still refuses; without any other part a person is asked.
      for (const { stdout } of [damaged, missing])
        expect(stdout).toMatch(/"permissionDecision":"(?:ask|deny)","permissionDecisionReason":"./)
    },
  )

  it('still refuses what the gate refuses where the settings cannot be read', async () => {
    const world = await begin()
    writeFileSync(join(world.root, 'mettle.config.json'), '{ broken')
    const read = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'cat ~/.ssh/id_rsa' } }
    const { stdout } = await hook.call(world, {
      event: 'PreToolUse',
      pieces: [payloadOf(world, 'PreToolUse', read)],
    })
    expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' })
  })

  it.each(['removed', 'replaced by a link'])('holds where .mettle was %s', async (how) => {
    const world = await begin()
    writeFileSync(join(world.root, 'mettle.policy.json'), JSON.stringify(DENIED_BY_POLICY))
    await world.command((mettle) => mettle.keepPrecomputed())
    rmSync(join(world.root, '.mettle'), { recursive: true })
    if (how !== 'removed') symlinkSync(join(world.folder, 'nowhere'), join(world.root, '.mettle'))
    const feed = (step: object) => ({ event: 'PreToolUse', pieces: [payloadOf(world, 'PreToolUse', step)] })
    const { stdout } = await hook.call(world, feed(PUSH))
    expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' })
    expect((await hook.call(world, feed(LS))).stdout).toBe('')
  })

  it('holds for an agent that the client keeps to itself', async () => {
    const world = await begin()
    writeFileSync(join(world.root, 'mettle.policy.json'), JSON.stringify(DENIED_BY_POLICY))
    await world.command((mettle) => mettle.keepPrecomputed())
    const hidden = payloadOf(world, 'PreToolUse', { ...PUSH, agent_id: 'a1', agent_type: '' })
    const { stdout } = await hook.call(world, { event: 'PreToolUse', pieces: [hidden] })
    expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' })
  })

  it('lets a step pass that the gate let pass, where only what to show cannot be read', async () => {
    const world = await begin()
    rmSync(join(world.hooks, 'ahead', 'patterns.bin'), { force: true })
    mkdirSync(join(world.hooks, 'ahead', 'patterns.bin'), { recursive: true })
    const pieces = [payloadOf(world, 'PreToolUse', LS)]
    expect((await hook.call(world, { event: 'PreToolUse', pieces })).stdout).toBe('')
    expect(failuresOf(world)).toHaveLength(1)
  })

  it('asks where nothing can be written: neither a note nor a question nor a failure', async () => {
    const world = await begin()
    const policy = { version: 1, adapters: { git: { requireApproval: true } } }
    writeFileSync(join(world.root, 'mettle.policy.json'), JSON.stringify(policy))
    await world.command((mettle) => mettle.keepPrecomputed())
    for (const folder of [join(world.hooks, 'sessions'), join(world.hooks, 'spool')]) {
      rmSync(folder, { recursive: true, force: true })
      writeFileSync(folder, 'a file in place of the folder')
    }
    mkdirSync(world.environment.METTLE_HOME!, { recursive: true })
    writeFileSync(join(world.environment.METTLE_HOME!, 'failures'), 'a file in place of the folder')
    const pieces = [payloadOf(world, 'PreToolUse', PUSH)]
    const { stdout } = await hook.call(world, { event: 'PreToolUse', pieces })
    expect(stops('claude-code', stdout)).toBe(true)
  })
})
