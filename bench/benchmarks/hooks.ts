import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atMost, type Benchmark, p50 } from '../harness.ts'
import { environmentIn, PAYLOAD, PLUGIN, type ProcessCost, projectWith, timedProcess } from '../hook-project.ts'
import { type Figure, figure } from '../measure.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const HOOK = join(ROOT, 'dist', 'hook', 'hook.cjs')
const SIZES = [50, 2_000, 10_000]
const RECEIPTS = 15
const BARE = 'node -e 0'
const OVER_BARE = 'CPU over bare Node'
/** Time for the process that a turn's end starts to finish, so that nothing runs beside it. */
const WORKER_MS = 150
const PROMPT = 'add a retry with a timeout to the upload queue and test that the lock is released'

/** The cost of a hook, from process start to its answer, against a Node that does nothing. */
export const hooks: Benchmark = {
  name: 'hooks',
  async run({ folder, quick, log }) {
    if (!existsSync(HOOK)) throw new Error('dist/hook/hook.cjs is not there: npm run build')
    const rounds = quick ? 5 : 100
    const results: Figure[] = []
    for (const size of quick ? SIZES.slice(0, 1) : SIZES) {
      log(`precomputing ${size} patterns`)
      results.push(...runInTurns(await projectWith(join(folder, String(size)), size), { size, rounds }))
    }
    const largest = quick ? SIZES[0]! : SIZES.at(-1)!
    const goal = (name: string, limit: number) =>
      atMost(`CPU time of ${name} over bare Node`, limit, p50(results, `${name}, ${largest} patterns, ${OVER_BARE}`))
    return {
      settings: { rounds, prompt: PROMPT, patterns: SIZES.join(', ') },
      results,
      goals: [
        goal('session start', 1.35),
        goal('before a tool, something to say', 1.35),
        goal('before a tool, nothing to say', 1.15),
        goal('before a tool, nothing to say, by the plugin', 1.15),
        goal('after a tool', 1.35),
        goal('prompt', 1.8),
        goal('end of a turn', 1.5),
      ],
    }
  },
}

interface Case {
  readonly event: string
  readonly payload?: object
  readonly byPlugin?: true
}

const BASH = { tool_name: 'Bash', tool_use_id: 't1' }
const CASES: Readonly<Record<string, Case>> = {
  'session start': { event: 'SessionStart', payload: { source: 'startup' } },
  'before a tool, something to say': {
    event: 'PreToolUse',
    payload: { ...BASH, tool_input: { command: 'npm test' } },
  },
  'before a tool, a command of no session': {
    event: 'PreToolUse',
    payload: { ...BASH, tool_input: { command: 'npm test -- upload' } },
  },
  'before a tool, nothing to say': {
    event: 'PreToolUse',
    payload: { ...BASH, tool_input: { command: 'ls -la' } },
  },
  'before a tool, nothing to say, by the plugin': {
    event: 'PreToolUse',
    payload: { ...BASH, tool_input: { command: 'ls -la' } },
    byPlugin: true,
  },
  'after a tool': {
    event: 'PostToolUse',
    payload: {
      ...BASH,
      tool_input: { command: 'npm test' },
      tool_response: { stdout: 'ok 1 - it works\n'.repeat(40) },
    },
  },
  prompt: { event: 'UserPromptSubmit', payload: { prompt: PROMPT } },
  'end of a turn': { event: 'Stop', payload: { last_assistant_message: 'Done.' } },
}

function runInTurns(cwd: string, { size, rounds }: { size: number; rounds: number }): Figure[] {
  checkAnswers(cwd)
  const samples = new Map<string, { cpu: number[]; wall: number[] }>()
  for (let round = -2; round < rounds; round++) {
    for (const name of [BARE, ...Object.keys(CASES)]) {
      const { cpuMs, wallMs } = timed(cwd, CASES[name], `${name.replace(/\W+/g, '-')}.${round + 2}`)
      if (round < 0) continue
      const known = samples.get(name) ?? { cpu: [], wall: [] }
      known.cpu.push(cpuMs)
      known.wall.push(wallMs)
      samples.set(name, known)
    }
  }
  const bare = samples.get(BARE)!.cpu
  return [...samples].flatMap(([name, { cpu, wall }]) => [
    figure(`${name}, ${size} patterns, CPU`, 'ms', cpu),
    figure(`${name}, ${size} patterns, wall`, 'ms', wall),
    ...(name === BARE ? [] : [figure(`${name}, ${size} patterns, ${OVER_BARE}`, 'times', overBare(cpu, bare))]),
  ])
}

/** Round by round: a busy minute slows both alike, and a median of whole milliseconds alone would move in steps of four hundredths. */
function overBare(cpu: readonly number[], bare: readonly number[]): number[] {
  return cpu.map((ms, round) => ms / bare[round]!)
}

/** Each in a session of its own that was shown nothing yet; the end of a turn in one that was shown something fifteen times. */
function timed(cwd: string, hook: Case | undefined, session: string): ProcessCost {
  const about = { session_id: session, transcript_path: '/t.jsonl', cwd, hook_event_name: hook?.event }
  writeFileSync(join(cwd, PAYLOAD), JSON.stringify({ ...about, ...hook?.payload }))
  if (hook?.event === 'Stop') noteReceipts(cwd, session)
  const args = hook === undefined ? ['-e', '0'] : argumentsOf(hook)
  const cost = timedProcess(cwd, [process.execPath, ...args])
  if (hook?.event === 'Stop') waitFor(WORKER_MS)
  return cost
}

function waitFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function argumentsOf({ event, byPlugin }: Case): string[] {
  if (byPlugin === undefined) return [HOOK, '--event', event]
  const { hooks } = JSON.parse(readFileSync(join(PLUGIN, 'hooks', 'hooks.json'), 'utf8'))
  const [, script, words] = /^node -e "(.+)" (.+)$/.exec(hooks[event][0].hooks[0].command)!
  return ['-e', script!, ...words!.split(' ')]
}

/** A hook that fails is fast, too, and so is a plugin that was not built. */
function checkAnswers(cwd: string): void {
  for (const name of ['session start', 'before a tool, something to say', 'prompt'])
    for (const way of [{}, { byPlugin: true } as const]) {
      const { event, payload } = CASES[name]!
      const session = `check.${event}.${Object.keys(way).length}`
      const input = JSON.stringify({ session_id: session, cwd, hook_event_name: event, ...payload })
      const args = argumentsOf({ event, ...way })
      const answer = execFileSync(process.execPath, args, { cwd, input, env: environmentIn(cwd) })
      if (!answer.includes('-learnings')) throw new Error(`${name}: nothing was said by ${args.join(' ')}`)
    }
}

function noteReceipts(cwd: string, session: string): void {
  const folder = join(cwd, '.mettle', 'sessions')
  const shown = Array.from({ length: 12 }, (_, n) => `01K000000000000000000000${10 + n}`)
  const line = JSON.stringify({ agent: '', shown, withheld: [], share: 0, by: 'bench' })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${session}.jsonl`), `${line}\n`.repeat(RECEIPTS))
}
