import { appendFileSync, rmSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { sqliteEngine } from '../../src/store/sqlite/engine.ts'
import { runCli } from '../front-doors/run-cli.ts'
import { PLAYED_CLIENTS } from './clients.ts'
import { BEGAN, isoOf, timeOf } from './played-session.ts'
import { TranscriptWorld } from './transcript-world.ts'

const worlds: TranscriptWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

const claude = (id: string, step: number, fresh: number) => ({
  ...{ type: 'assistant', timestamp: isoOf(timeOf(step)) },
  message: {
    ...{ id, role: 'assistant', content: [] },
    usage: {
      ...{ input_tokens: fresh - 500, cache_creation_input_tokens: 400, output_tokens: 100 },
      cache_read_input_tokens: 90_000,
    },
  },
})
const codex = (total: number, step: number, fresh: number) => ({
  ...{ timestamp: isoOf(timeOf(step)), type: 'event_msg' },
  payload: {
    type: 'token_count',
    info: {
      total_token_usage: { total_tokens: total },
      last_token_usage: { input_tokens: 80_000 + fresh, cached_input_tokens: 80_100, output_tokens: 100 },
    },
  },
})
const gemini = (id: string, step: number, fresh: number) => ({
  ...{ id, timestamp: isoOf(timeOf(step)), type: 'gemini', content: '' },
  tokens: { input: 7_000 + fresh, cached: 7_300, output: 200, thoughts: 100, total: 9 },
})
const copilot = (id: string, step: number, fresh: number) => ({
  ...{ id: `e-${id}-${step}`, timestamp: isoOf(timeOf(step)), type: 'session.usage_record' },
  data: {
    usage: {
      apiCallId: id,
      inputTokens: 60_000 + fresh,
      outputTokens: 100,
      cacheReadTokens: 60_100,
      cacheWriteTokens: 0,
    },
  },
})
const opencode = (id: string, step: number, fresh: number) => ({
  ...{ id, role: 'assistant', finish: 'tool-calls', time: { created: timeOf(step) - 5, completed: timeOf(step) } },
  tokens: { total: 90_000, input: fresh - 600, output: 100, reasoning: 100, cache: { read: 88_000, write: 400 } },
})

/** Two answers before the test of step 4 passes, one of them written twice, and one after it. */
const COUNTED: Readonly<Record<string, readonly object[]>> = {
  'claude-code': [claude('m1', 1, 3_000), claude('m1', 1, 3_000), claude('m2', 3, 1_500), claude('m3', 9, 8_000)],
  codex: [codex(1, 1, 3_000), codex(1, 2, 3_000), codex(2, 3, 1_500), codex(3, 9, 8_000)],
  copilot: [copilot('c1', 1, 3_000), copilot('c1', 1, 3_000), copilot('c2', 3, 1_500), copilot('c3', 9, 8_000)],
  gemini: [gemini('g1', 1, 3_000), gemini('g1', 1, 3_000), gemini('g2', 3, 1_500), gemini('g3', 9, 8_000)],
  opencode: [opencode('msg_0001', 1, 3_000), opencode('msg_0003', 3, 1_500), opencode('msg_9999', 9, 8_000)],
}

/** Writes them where the client does: opencode into the messages of its database, the others into the lines of a file. */
function count(client: string, path: string): void {
  const lines = COUNTED[client] as readonly { id?: string }[]
  if (client !== 'opencode') {
    appendFileSync(path, `\n${lines.map((line) => `${JSON.stringify(line)}\n`).join('')}`)
    return
  }
  const database = new (sqliteEngine())(path, { timeout: 1_000 })
  for (const { id = '', ...info } of lines) {
    const [at, session] = [timeOf(9), 'ses_e220d0194ffeiW5r9osKlsQvE6']
    const message = database.prepare('INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?, ?)')
    message.run(id, session, at, at, JSON.stringify(info))
    const part = database.prepare('INSERT OR IGNORE INTO part VALUES (?, ?, ?, ?, ?, ?)')
    part.run(`prt_${id}_0`, id, session, at, at, '{"type":"step-finish"}')
  }
  database.close()
}

it.each(PLAYED_CLIENTS)(
  'counts the tokens of $client to the first passing test, and those of the session for the goal',
  async (client) => {
    const world = new TranscriptWorld(client)
    worlds.push(world)
    const mettle = async (line: string, now = world.now) => {
      const { stdout, stderr } = await runCli(line.split(' '), { cwd: world.root, environment: world.environment, now })
      expect(stderr).toBe('')
      return stdout
    }
    await world.command(async () => undefined)
    await mettle('goal use minimize-tokens --target 20000 --by ann', BEGAN - 1_000)
    await world.play()
    const path = world.write()
    count(client.client, path)
    await world.settle()
    const figures = async () =>
      [...(await mettle('export --format journal-jsonl')).matchAll(/"test-tokens": ?([\d.]+)/g)].map(([, n]) =>
        Number(n),
      )
    expect(await figures()).toEqual([4.5])
    await mettle('learn')
    expect(await mettle('export --format journal-jsonl')).toMatch(/"metrics":{[^}]*"tokens":12500/)
    expect(await mettle('goal stats')).toMatch(/^GOAL .*\nminimize-tokens +1 /)
    rmSync(path)
    await world.settle()
    expect(await figures()).toEqual([4.5])
  },
  60_000,
)
