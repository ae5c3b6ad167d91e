import { appendFileSync, rmSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { runCli } from '../front-doors/run-cli.ts'
import { PLAYED_CLIENTS } from './clients.ts'
import { isoOf, timeOf } from './played-session.ts'
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

/** Two answers before the test of step 4 passes, one of them written twice, and one after it. */
const COUNTED: Readonly<Record<string, readonly object[]>> = {
  'claude-code': [claude('m1', 1, 3_000), claude('m1', 1, 3_000), claude('m2', 3, 1_500), claude('m3', 9, 8_000)],
  codex: [codex(1, 1, 3_000), codex(1, 2, 3_000), codex(2, 3, 1_500), codex(3, 9, 8_000)],
  gemini: [gemini('g1', 1, 3_000), gemini('g1', 1, 3_000), gemini('g2', 3, 1_500), gemini('g3', 9, 8_000)],
}

it.each(PLAYED_CLIENTS)(
  'counts the tokens of $client to the first passing test, where its record has them',
  async (client) => {
    const world = new TranscriptWorld(client)
    worlds.push(world)
    await world.command(async () => undefined)
    await world.play()
    const path = world.write()
    const lines = COUNTED[client.client] ?? []
    if (lines.length > 0) appendFileSync(path, `\n${lines.map((line) => `${JSON.stringify(line)}\n`).join('')}`)
    await world.settle()
    const figures = async () => {
      const place = { cwd: world.root, environment: world.environment }
      const { stdout } = await runCli(['export', '--format', 'journal-jsonl'], place)
      return [...stdout.matchAll(/"test-tokens": ?([\d.]+)/g)].map(([, count]) => Number(count))
    }
    expect(await figures()).toEqual(lines.length > 0 ? [4.5] : [])
    if (lines.length === 0) return
    rmSync(path)
    await world.settle()
    expect(await figures()).toEqual([4.5])
  },
  60_000,
)
