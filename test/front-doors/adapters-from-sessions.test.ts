import { afterEach, describe, expect, it } from 'vitest'
import { endFromRollout } from '../../src/edges/agents/codex.ts'
import type { HookCall } from '../../src/edges/agents/hook-call.ts'
import { readHookCall } from '../../src/edges/agents/read-hook-call.ts'
import { sample } from '../agents/sample.ts'
import { HookWorld } from '../worlds/hook-world.ts'
import { runCli } from './run-cli.ts'

type SessionClient = HookCall['client']

interface Ran {
  readonly command: string
  readonly code?: number
  readonly output?: string
}

const UNAUTHORIZED: Ran = {
  command: 'gh pr create --fill',
  code: 1,
  output: 'HTTP 401: Bad credentials (https://api.github.com/graphql)\nTry authenticating with:  gh auth login',
}
const CREATED: Ran = { command: 'gh pr create --fill', output: 'https://github.com/a/b/pull/7' }

const worlds: HookWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

async function begin(settings?: Record<string, string>): Promise<HookWorld> {
  const world = new HookWorld(settings)
  worlds.push(world)
  await world.command(async () => undefined)
  return world
}

/** What each client sends when a command ended, with other words in its own payload. */
const ENDED: { readonly [C in SessionClient]?: (ran: Ran, id: string) => HookCall | undefined } = {
  'claude-code': ({ command, code = 0, output = '' }, tool_use_id) =>
    readHookCall(
      code === 0
        ? {
            ...sample('claude-code-2.1.325', 'PostToolUse.Bash'),
            tool_input: { command },
            tool_response: { stdout: output, stderr: '' },
            tool_use_id,
          }
        : {
            ...sample('claude-code-2.1.325', 'PostToolUseFailure.Bash'),
            tool_input: { command },
            error: `Exit code ${code}\n${output}`,
            tool_use_id,
          },
      { client: 'claude-code', event: undefined },
    ),
  codex: ({ command, code = 0, output }, tool_use_id) => {
    const payload = { ...sample('codex-0.166.0', 'PostToolUse.Bash'), tool_input: { command }, tool_use_id }
    const call = readHookCall({ ...payload, tool_response: output ?? '' }, { client: 'codex', event: undefined })
    const item = { type: 'CommandExecution', id: tool_use_id, exit_code: code }
    return call && endFromRollout(call, JSON.stringify({ type: 'event_msg', payload: { item } }))
  },
  gemini: ({ command, code = 0, output }, id) =>
    readHookCall(
      {
        ...sample('gemini-cli-0.61.0', 'AfterTool.run_shell_command'),
        tool_input: { command },
        tool_response: { llmContent: `Output: ${output}${code === 0 ? '' : `\nExit Code: ${code}`}` },
        timestamp: `2026-01-10T12:00:00.${id.slice(-3).padStart(3, '0')}Z`,
      },
      { client: 'gemini', event: undefined },
    ),
  copilot: ({ command, code = 0, output }, id) =>
    readHookCall(
      {
        ...sample('copilot-cli-1.0.102', 'postToolUse.bash'),
        toolArgs: { command, description: id },
        toolResult: {
          resultType: 'success',
          textResultForLlm: `${output}\n<shellId: 0 completed with exit code ${code}>`,
        },
      },
      { client: 'copilot', event: 'postToolUse' },
    ),
  opencode: ({ command, code = 0, output }, callID) =>
    readHookCall(
      {
        directory: '/x',
        session: 's',
        input: { tool: 'bash', sessionID: 's', callID, args: { command } },
        output: { output, metadata: { output, exit: code } },
      },
      { client: 'opencode', event: 'tool.execute.after' },
    ),
}

async function play(world: HookWorld, client: SessionClient, session: string, commands: readonly Ran[]) {
  await world.call({ client, moment: 'prompt', prompt: 'Open a pull request', session })
  for (const [at, ran] of commands.entries()) {
    const read = ENDED[client]!(ran, `call-${session}-${at}`)
    if (read === undefined) throw new Error(`${client} says nothing`)
    await world.call({ ...read, session, cwd: world.root })
  }
  await world.command((mettle) => mettle.settleSession({ run: session }))
}

async function cli(world: HookWorld, ...argv: string[]) {
  const setting = { environment: world.environment, now: world.now + 60_000 }
  return (await runCli([...argv, '--cwd', world.root], setting)).stdout
}

const gate = async (world: HookWorld, ...words: string[]) =>
  JSON.parse(await cli(world, 'gate', '--json', ...words)).decision

describe.each(Object.keys(ENDED) as SessionClient[])('sessions of %s', (client) => {
  it('close the gate of a service that keeps refusing, and say by which commands', async () => {
    const world = await begin()
    await play(world, client, 's1', [UNAUTHORIZED, UNAUTHORIZED])
    await play(world, client, 's2', [UNAUTHORIZED])
    expect(await gate(world, '--tool', 'Bash', '--command', 'gh pr create')).toBe('allow')
    await play(world, client, 's3', [UNAUTHORIZED, UNAUTHORIZED, UNAUTHORIZED])
    expect(await gate(world, '--tool', 'Bash', '--command', 'gh pr create')).toBe('needs-approval')
    const why = await cli(world, 'policy', 'why', 'github')
    expect(why).toContain('auth occurred 3 times, which asks for approval')
    expect(why).toContain('gh pr create failed, auth: HTTP 401; 2 retries')
    expect(await cli(world, 'policy', 'show')).toMatch(/github\s+0\.\d+\s+3\s+.*approval/)
  })

  it('count a command that passed at its second try as a retry, not as a failure', async () => {
    const world = await begin()
    for (const run of ['s1', 's2', 's3']) await play(world, client, run, [UNAUTHORIZED, CREATED])
    const { reliability, failures } = await world.command((mettle) => mettle.adapter('github'))
    expect(reliability).toMatchObject({ runs: 3, successRate: 1, avgRetries: 1, quality: 1 })
    expect(failures).toEqual([])
    expect(await gate(world, '--tool', 'Bash', '--command', 'gh pr create')).toBe('allow')
  })

  it('hold nothing against an adapter for work that failed', async () => {
    const world = await begin()
    const others: Ran[] = [
      { command: 'git push', code: 1, output: '! [rejected] main -> main (non-fast-forward)' },
      { command: 'docker build .', code: 1, output: 'connect ECONNREFUSED 127.0.0.1:5432\n3 tests failed' },
      { command: 'npm test && git push', code: 1, output: 'HTTP 401 expected 200' },
      { command: 'git fetch', code: 128, output: 'fatal: Could not resolve host: github.com' },
    ]
    for (const run of ['s1', 's2', 's3', 's4']) await play(world, client, run, others)
    for (const step of ['git push', 'docker push x'])
      expect(await gate(world, '--tool', 'Bash', '--command', step, '--risk', 'low')).not.toBe('deny')
    expect((await world.command((mettle) => mettle.policy())).adapters).toEqual([])
  })
})

it('a session that is settled again counts once, by what it came to', async () => {
  const world = await begin()
  await play(world, 'claude-code', 's1', [UNAUTHORIZED])
  await world.command((mettle) => mettle.settleSession({ run: 's1' }))
  const read = ENDED['claude-code']!(CREATED, 'call-later')!
  await world.call({ ...read, session: 's1', cwd: world.root })
  await world.command((mettle) => mettle.settleSession({ run: 's1' }))
  const { reliability, failures } = await world.command((mettle) => mettle.adapter('github'))
  expect(reliability).toMatchObject({ runs: 1, successRate: 1, avgRetries: 1 })
  expect(failures.filter(({ occurrences }) => occurrences > 0)).toEqual([])
})

it('an outcome on record speaks for its run, and the commands of that run are not counted beside it', async () => {
  const world = await begin()
  await play(world, 'claude-code', 's1', [UNAUTHORIZED])
  const course = ['--retries', '0', '--time-ms', '9000', '--quality', '0.2']
  const failed = ['--success', 'false', '--adapters', 'github', '--failure', 'auth']
  await cli(world, 'compat', 'outcome', '--run', 's1', ...failed, ...course)
  const { reliability, failures } = await world.command((mettle) => mettle.adapter('github'))
  expect(reliability).toMatchObject({ runs: 1, successRate: 0, quality: 0.2 })
  expect(failures.map(({ occurrences }) => occurrences)).toEqual([1])
})

describe('the elastic ratchet', () => {
  const DAY_MS = 86_400_000

  it('opens a gate that sessions closed, by newer sessions, and stays open at the next failure', async () => {
    const world = await begin({ METTLE_POLICY_RATCHET: 'elastic' })
    const session = async (run: string, ran: Ran) => {
      world.now += DAY_MS / 24
      await play(world, 'claude-code', run, [ran])
    }
    for (const run of ['f1', 'f2', 'f3']) await session(run, UNAUTHORIZED)
    expect(await gate(world, 'github')).toBe('needs-approval')
    expect(await cli(world, 'policy', 'why', 'github')).toContain('without another run it asks for less from')
    let needed = 0
    while ((await gate(world, 'github')) === 'needs-approval' && needed < 40) await session(`g${++needed}`, CREATED)
    // P(success rate < 0.75) falls below 0.2 with the eleventh; between 0.2 and 0.8 it stays as it was.
    expect(needed).toBe(11)
    await session('f4', UNAUTHORIZED)
    expect(await gate(world, 'github')).toBe('allow')
    for (const run of ['f5', 'f6', 'f7']) await session(run, UNAUTHORIZED)
    expect(await gate(world, 'github')).toBe('needs-approval')
  })

  it('opens a gate that nothing has used for long', async () => {
    const world = await begin({ METTLE_POLICY_RATCHET: 'elastic' })
    for (const run of ['f1', 'f2', 'f3']) await play(world, 'claude-code', run, [UNAUTHORIZED])
    const why = await cli(world, 'policy', 'why', 'github')
    const day = /asks for less from (\d{4}-\d\d-\d\d) on/.exec(why)?.[1] ?? ''
    world.now = Date.parse(`${day}T00:00:00Z`) - 2 * DAY_MS
    expect(await gate(world, 'github')).toBe('needs-approval')
    world.now += 4 * DAY_MS
    expect(await gate(world, 'github')).toBe('allow')
    expect(await cli(world, 'status')).not.toContain('overlay')
  })
})

it('explains an adapter that only a safety rule has stopped', async () => {
  const world = await begin()
  expect(await gate(world, '--tool', 'Bash', '--command', 'npm publish')).toBe('needs-approval')
  expect(await cli(world, 'policy', 'why', 'npm')).toMatch(/the gate asked for approval of npm publish: .*\[rule /)
})

it('shows a failure that does not count, and why', async () => {
  const world = await begin()
  const ran = { command: 'docker build .', code: 1, output: '3 tests failed' }
  await play(world, 'claude-code', 's1', [ran])
  expect(await cli(world, 'policy', 'why', 'docker')).toContain(
    'docker build failed, which does not count: docker itself worked: exit code 1',
  )
})
