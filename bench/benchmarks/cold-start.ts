import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { plainEnvironment } from '../child.ts'
import { atMost, type Benchmark, p50 } from '../harness.ts'
import { type Figure, figure } from '../measure.ts'
import { fillPatterns, SCOPE } from '../world/journal.ts'
import { World } from '../world/world.ts'

const CLI = resolve('dist', 'cli', 'bin.js')
const PATTERNS = 5_000
const MONTH_MS = 30 * 86_400_000
const TASK = 'add a retry with a timeout to the upload queue and test that the lock is released'

/** The cost of starting a command: the built CLI against bare Node, interleaved. */
export const coldStart: Benchmark = {
  name: 'cold-start',
  async run({ folder, quick, log }) {
    if (!existsSync(CLI)) throw new Error('dist/cli/bin.js is not there: npm run build')
    log(`building a journal of ${PATTERNS} patterns`)
    const project = await projectWithPatterns(folder)
    const rounds = quick ? 5 : 30
    const results = runInTurns(project, rounds)
    const ratio = (name: string, kind: string) => p50(results, `${name}, ${kind}`) / p50(results, `node -e 0, ${kind}`)
    return {
      settings: { rounds, patterns: PATTERNS, task: TASK },
      results,
      goals: [
        atMost('CPU time of `mettle --version` over bare Node', 1.3, ratio('mettle --version', 'CPU')),
        atMost('CPU time of `mettle inject` over bare Node', 2, ratio('mettle inject', 'CPU')),
      ],
    }
  },
}

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'node -e 0': ['-e', '0'],
  'mettle --version': [CLI, '--version'],
  'mettle inject': [CLI, 'inject', '--role', 'builder', '--task', TASK],
}

function runInTurns(project: string, rounds: number): Figure[] {
  const samples = new Map<string, { cpu: number[]; wall: number[] }>()
  for (const name of Object.keys(COMMANDS)) samples.set(name, { cpu: [], wall: [] })
  for (let round = -2; round < rounds; round++) {
    for (const [name, args] of Object.entries(COMMANDS)) {
      const { cpuMs, wallMs } = timedCommand(project, args)
      if (round < 0) continue
      samples.get(name)!.cpu.push(cpuMs)
      samples.get(name)!.wall.push(wallMs)
    }
  }
  return [...samples].flatMap(([name, { cpu, wall }]) => [
    figure(`${name}, CPU`, 'ms', cpu),
    figure(`${name}, wall`, 'ms', wall),
  ])
}

/** Bash measures its children's user and system time to the millisecond. */
function timedCommand(cwd: string, args: readonly string[]): { cpuMs: number; wallMs: number } {
  const script = 'TIMEFORMAT="%3U %3S %3R"; time "$@" >/dev/null 2>&1 || echo failed'
  const output = execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, 'bash', process.execPath, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...plainEnvironment(), METTLE_HOME: join(cwd, 'home') },
  })
  const [user, system, real] = output.trim().split(/\s+/).slice(-3).map(Number)
  if (output.includes('failed') || real === undefined) throw new Error(`node ${args.join(' ')} failed`)
  return { cpuMs: (user! + system!) * 1_000, wallMs: real * 1_000 }
}

/** A folder with a journal, as `mettle init` leaves it, and patterns young enough to be shown today. */
async function projectWithPatterns(folder: string): Promise<string> {
  const home = join(folder, '.mettle')
  mkdirSync(home)
  writeFileSync(join(home, 'project.json'), JSON.stringify({ project: SCOPE.project }))
  await fillPatterns(join(home, 'journal.db'), new World(PATTERNS, Date.now() - MONTH_MS), PATTERNS)
  return folder
}
