import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { HookWorld } from '../worlds/hook-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'mettle-hook-file-'))
const HOOK = join(folder, 'hook.cjs')
const worlds: HookWorld[] = []

/** The largest that the file may become: what is compiled at every start is what a hook costs most. */
const MOST_BYTES = 165_000

beforeAll(async () => {
  const entry = join(import.meta.dirname, '..', '..', 'src', 'hook', 'main.ts')
  const form = { bundle: true, platform: 'node', target: 'node20', format: 'cjs', minify: true } as const
  await build({ ...form, entryPoints: [entry], outfile: HOOK, logLevel: 'silent' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

/** Runs the hook at the end of a pipe; what it printed, how it ended, and how many failures were written down. */
async function hookAfter(words: string, before = '') {
  const world = new HookWorld()
  worlds.push(world)
  await world.command(async () => undefined)
  const line = `{ ${words}; } | { ${before} "$NODE" "$HOOK" --client auto --event SessionStart; }; echo "exit $?"`
  const env = {
    ...process.env,
    ...world.environment,
    NODE: process.execPath,
    HOOK,
    ROOT: world.root,
  }
  const { stdout } = spawnSync('bash', ['-c', line], { encoding: 'utf8', cwd: world.root, env })
  const failures = join(world.environment.METTLE_HOME!, 'failures')
  let counted = 0
  try {
    counted = readdirSync(failures).length
  } catch {
    // None was written down.
  }
  return { stdout, counted }
}

const PAYLOAD =
  '{"session_id":"s1","transcript_path":"/t.jsonl","cwd":"\'"$ROOT"\'","hook_event_name":"SessionStart"}'

it('is one small file without the schema library', () => {
  const text = readFileSync(HOOK, 'utf8')
  expect(text.length).toBeLessThan(MOST_BYTES)
  expect(text).not.toContain('ZodError')
})

it('answers a client that leaves its end of the pipe open', async () => {
  const { stdout } = await hookAfter(`printf '%s' '${PAYLOAD}'; sleep 1`)
  expect(stdout).toContain('nothing has been learned yet')
  expect(stdout).toMatch(/exit 0\n$/)
})

it('takes what has come, however late a busy machine lets it look', async () => {
  const busy = join(folder, 'busy.cjs')
  const until = 'performance.now() + 60'
  writeFileSync(busy, `process.nextTick(() => { for (const end = ${until}; performance.now() < end; ); })`)
  const { stdout, counted } = await hookAfter(
    `printf '%s' '${PAYLOAD}'; sleep 2`,
    `sleep 0.2; METTLE_HOOK_DEADLINE_MS=20 NODE_OPTIONS='--require ${busy}'`,
  )
  expect(stdout).toContain('nothing has been learned yet')
  expect(counted).toBe(0)
})

it.each([
  ['sends nothing', 'sleep 2'],
  ['sends no JSON', "printf 'garbage'"],
  ['sends half of it', `printf '{"session_id":"s1"'; sleep 2`],
])('lets the agent go on where its client %s, and counts it', async (_, words) => {
  expect(await hookAfter(words)).toEqual({ stdout: 'exit 0\n', counted: 1 })
})
