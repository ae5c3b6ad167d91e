import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openMettle } from '../../src/open.ts'
import { plainEnvironment } from '../child.ts'
import { atMost, type Benchmark, p50 } from '../harness.ts'
import { type Figure, figure } from '../measure.ts'
import { fillPatterns, runCommand, SCOPE } from '../world/journal.ts'
import { World } from '../world/world.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const HOOK = join(ROOT, 'dist', 'hook', 'hook.cjs')
/** What Claude Code, Codex and Copilot CLI start; the others start the file by its name, as the other cases do. */
const PLUGIN = join(ROOT, 'plugins', 'mettle')
const SIZES = [50, 2_000, 10_000]
const RECEIPTS = 15
const BARE = 'node -e 0'
const OVER_BARE = 'CPU over bare Node'
/** The process that the end of a turn starts has ended by then; what comes next is not to run beside it. */
const WORKER_MS = 150
const MONTH_MS = 30 * 86_400_000
const PROMPT = 'add a retry with a timeout to the upload queue and test that the lock is released'

/** What a hook costs, from nothing to its answer, against a Node that does nothing. */
export const hooks: Benchmark = {
  name: 'hooks',
  async run({ folder, quick, log }) {
    if (!existsSync(HOOK)) throw new Error('dist/hook/hook.cjs is not there: npm run build')
    const rounds = quick ? 5 : 100
    const results: Figure[] = []
    for (const size of quick ? SIZES.slice(0, 1) : SIZES) {
      log(`writing ${size} patterns ahead`)
      results.push(...runInTurns(await projectWith(join(folder, String(size)), size), { size, rounds }))
    }
    const largest = quick ? SIZES[0]! : SIZES.at(-1)!
    const goal = (name: string, limit: number) =>
      atMost(
        `CPU time of ${name} over bare Node`,
        limit,
        p50(results, `${name}, ${largest} patterns, ${OVER_BARE}`),
      )
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
    ...(name === BARE
      ? []
      : [figure(`${name}, ${size} patterns, ${OVER_BARE}`, 'times', overBare(cpu, bare))]),
  ])
}

/** Round by round: a busy minute slows both alike, and a median of whole milliseconds alone would move in steps of four hundredths. */
function overBare(cpu: readonly number[], bare: readonly number[]): number[] {
  return cpu.map((ms, round) => ms / bare[round]!)
}

/** Each in a session of its own that was shown nothing yet; the end of a turn in one that was shown something fifteen times. */
function timed(cwd: string, hook: Case | undefined, session: string): { cpuMs: number; wallMs: number } {
  const input = join(cwd, 'payload.json')
  const about = { session_id: session, transcript_path: '/t.jsonl', cwd, hook_event_name: hook?.event }
  writeFileSync(input, JSON.stringify({ ...about, ...hook?.payload }))
  if (hook?.event === 'Stop') noteReceipts(cwd, session)
  const args = hook === undefined ? ['-e', '0'] : argumentsOf(hook)
  const script = 'TIMEFORMAT="%3U %3S %3R"; time "$@" < payload.json >/dev/null 2>&1 || echo failed'
  const output = execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, 'bash', process.execPath, ...args], {
    cwd,
    encoding: 'utf8',
    env: environmentIn(cwd),
  })
  const [user, system, real] = output.trim().split(/\s+/).slice(-3).map(Number)
  if (hook?.event === 'Stop') waitFor(WORKER_MS)
  if (output.includes('failed') || real === undefined) throw new Error(`${args.join(' ')} failed`)
  return { cpuMs: (user! + system!) * 1_000, wallMs: real * 1_000 }
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

/** As a person has it who set nothing, in a home of its own. */
function environmentIn(cwd: string): NodeJS.ProcessEnv {
  const places = { HOME: join(cwd, '..', 'home'), XDG_CACHE_HOME: '', XDG_CONFIG_HOME: '' }
  return { ...plainEnvironment(), ...places, CLAUDE_PLUGIN_ROOT: PLUGIN }
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

/** A folder with a journal and its patterns written ahead, as a session finds it. */
async function projectWith(cwd: string, patterns: number): Promise<string> {
  const home = join(cwd, '.mettle')
  mkdirSync(join(home, 'spool'), { recursive: true })
  writeFileSync(join(home, 'project.json'), JSON.stringify({ project: SCOPE.project }))
  // The process that learns is started, and does nothing: what it does is not the hook's.
  writeFileSync(join(cwd, '..', 'bin.js'), '')
  writeFileSync(join(home, 'agents.json'), JSON.stringify({ cli: join(cwd, '..', 'bin.js') }))
  // On a busy machine a hook would give up, which is fast.
  writeFileSync(join(cwd, 'mettle.config.json'), JSON.stringify({ hook: { deadlineMs: 60_000 } }))
  const [journal, world] = [join(home, 'journal.db'), new World(patterns, Date.now() - MONTH_MS)]
  await fillPatterns(journal, world, patterns)
  await runCommand(journal, world, 'npm test')
  const mettle = await openMettle({ cwd, environment: { HOME: join(cwd, '..', 'home') } })
  await mettle.keepAhead()
  await mettle.close()
  if (readFileSync(join(home, 'ahead', 'patterns.bin')).length === 0)
    throw new Error('nothing was written ahead')
  return cwd
}
