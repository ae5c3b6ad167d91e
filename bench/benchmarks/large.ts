import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { makeToken } from '../../src/edges/http/access/make-token.ts'
import { openMettle } from '../../src/open.ts'
import { plainEnvironment } from '../child.ts'
import { atMost, type Benchmark } from '../harness.ts'
import { type Figure, figure } from '../measure.ts'
import { fillPatterns, SCOPE } from '../world/journal.ts'
import { buildJournal } from '../world/long-history.ts'
import { sentence } from '../world/prose.ts'
import { seeded } from '../world/random.ts'
import { World } from '../world/world.ts'

const CLI = resolve('dist', 'cli', 'bin.js')
const MONTH_MS = 30 * 86_400_000
const TICK_MS = 10
const VERIFY_MS = 20_000

/** Commands that a person waits for, with the process's CPU time. The whole chain is verified only on request. */
const COMMANDS: readonly (readonly [command: string, mostMs: number])[] = [
  ['status', 1_000],
  ['run list', 1_000],
  ['report', 1_000],
  ['insights', 1_000],
  ['pattern list', 1_000],
  ['doctor', 5_000],
]

/** The dashboard's requests. */
const PAGES = ['status', 'report', 'insights', 'patterns?limit=50', 'runs?limit=50', 'daily', 'outcomes?limit=50']

/** Commands and pages over about a million events, a verification over HTTP, and `learn` of one lesson beside ever more patterns. */
export const large: Benchmark = {
  name: 'large',
  async run({ folder, quick, data, log }) {
    if (!existsSync(CLI)) throw new Error('dist/cli/bin.js is not there: npm run build')
    const [runs, rounds] = quick ? [2_000, 1] : [185_000, 2]
    const sizes = quick ? [500, 1_000] : [500, 5_000, 16_000, 100_000]
    const kept = data ?? folder
    const journal = join(kept, 'journal.db')
    if (!existsSync(journal)) {
      log(`building a journal of ${runs} runs; with --data FOLDER it is kept and used again`)
      await buildJournal(journal, runs)
    }
    const project = new Project(join(folder, 'million'), journal)
    const events = (JSON.parse(project.run(['status', '--json']).output) as { events: number }).events
    const commands = COMMANDS.map(([command]) => {
      log(command)
      const ms = Array.from({ length: rounds }, () => project.run(command.split(' ')).cpuMs)
      return figure(`mettle ${command}, CPU`, 'ms', ms)
    })
    const { pages, verified } = await overHttp(project, rounds, log)
    const learned: Figure[] = []
    for (const patterns of sizes) {
      log(`learn beside ${patterns} patterns`)
      const filled = join(kept, `patterns-${patterns}.db`)
      if (!existsSync(filled)) await fillPatterns(filled, new World(patterns, Date.now() - MONTH_MS), patterns)
      learned.push(...learn(join(folder, `learn-${patterns}`), filled, { patterns, rounds }))
    }
    return {
      settings: { events, rounds, verifySeconds: VERIFY_MS / 1_000 },
      results: [...commands, ...pages, ...verified, ...learned],
      goals: [
        ...commands.map((one, at) => atMost(one.case, COMMANDS[at]![1], one.p50)),
        ...pages.map((one) => atMost(one.case, 1_000, one.p50)),
        ...learned.map((one) => atMost(one.case, 250, one.p50)),
      ],
    }
  },
}

/** A folder that uses a journal, in a repository of its own. */
class Project {
  readonly #cwd: string
  readonly #environment: NodeJS.ProcessEnv

  constructor(cwd: string, journal: string) {
    // Not in the repository: compiled code is kept in nobody's project.
    const home = `${cwd}-home`
    for (const folder of [cwd, home]) mkdirSync(folder, { recursive: true })
    execFileSync('git', ['init', '--quiet'], { cwd })
    writeFileSync(join(cwd, 'README.md'), 'A project.\n')
    const person = ['-c', 'user.name=ann', '-c', 'user.email=ann@example.com']
    execFileSync('git', ['add', 'README.md'], { cwd })
    execFileSync('git', [...person, 'commit', '--quiet', '--message', 'begin'], { cwd })
    this.#cwd = cwd
    const own = { METTLE_HOME: home, METTLE_PROJECT: SCOPE.project, METTLE_STORE_PATH: journal }
    this.#environment = { ...plainEnvironment(), ...own }
  }

  /** Bash measures the CPU time of a process and its children. */
  run(args: readonly string[]): { cpuMs: number; output: string } {
    const script = 'TIMEFORMAT="%3U %3S"; { time "$@" 2>/dev/null; } 2>&1'
    const output = execFileSync('bash', ['-c', script, 'bash', process.execPath, CLI, ...args], {
      cwd: this.#cwd,
      encoding: 'utf8',
      env: this.#environment,
      maxBuffer: 100_000_000,
    }).trimEnd()
    const end = output.lastIndexOf('\n')
    const [user = 0, system = 0] = output
      .slice(end + 1)
      .split(' ')
      .map(Number)
    return { cpuMs: (user + system) * 1_000, output: output.slice(0, end) }
  }

  /** A token of the role that a verification needs; on the command line a person has to confirm it. */
  async token(): Promise<string> {
    const mettle = await openMettle({ cwd: this.#cwd, environment: this.#environment })
    const { organisation } = mettle.scope
    const asked = { organisation, name: 'bench', role: 'approve', projects: ['*'] } as const
    const { secret } = await makeToken(await mettle.tokens(), asked, Date.now())
    await mettle.close()
    return secret
  }

  start(args: readonly string[]): ChildProcess {
    const stdio = ['ignore', 'pipe', 'inherit'] as const
    return spawn(process.execPath, [CLI, ...args], { cwd: this.#cwd, env: this.#environment, stdio: [...stdio] })
  }
}

async function overHttp(project: Project, rounds: number, log: (line: string) => void) {
  const token = await project.token()
  const server = project.start(['serve', '--port', '0', '--json'])
  try {
    const [line] = (await once(createInterface(server.stdout!), 'line')) as [string]
    const { url } = JSON.parse(line) as { url: string }
    const ask = (path: string, more: Record<string, string> = {}) =>
      fetch(`${url}/v1/${path}`, { headers: { authorization: `Bearer ${token}`, ...more } })
    const pages: Figure[] = []
    for (const path of PAGES) {
      log(`GET /v1/${path}`)
      const ms: number[] = []
      for (let round = 0; round < rounds; round++) {
        const before = cpuMs(server.pid)
        const answer = await ask(path)
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
        await answer.text()
        ms.push(cpuMs(server.pid) - before)
      }
      // The first answer: while the journal does not change, the next ones come from memory.
      pages.push(figure(`GET /v1/${path}, CPU of the server`, 'ms', ms.slice(0, 1)))
    }
    log('GET /v1/replay/verify')
    const before = cpuMs(server.pid)
    const events = await verifiedFor(await ask('replay/verify', { accept: 'text/event-stream' }), VERIFY_MS)
    const seconds = (cpuMs(server.pid) - before) / 1_000
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1_000
    const verified = [
      figure('GET /v1/replay/verify, events a second of CPU', 'events/s', [events / seconds]),
      figure('the server at its largest', 'MB', [peak]),
    ]
    return { pages, verified }
  } finally {
    server.kill('SIGTERM')
    await once(server, 'close')
  }
}

/** How far a verification gets within a time; it stops when its reader disconnects. */
async function verifiedFor(answer: Response, ms: number): Promise<number> {
  const end = performance.now() + ms
  let done = 0
  const decoder = new TextDecoder()
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    for (const [, found] of decoder.decode(chunk).matchAll(/"done":(\d+)/g)) done = Number(found)
    if (performance.now() > end) break
  }
  return done
}

/** So many meanings one call computes at most. */
const MEANINGS = 10_000

/** What a background turn does of one lesson. The first ones have work of earlier runs to do, and meanings of all patterns to compute. */
function learn(cwd: string, filled: string, { patterns, rounds }: { patterns: number; rounds: number }): Figure[] {
  mkdirSync(cwd)
  const journal = join(cwd, 'journal.db')
  copyFileSync(filled, journal)
  const project = new Project(cwd, journal)
  const random = seeded(patterns)
  const first = 2 + Math.ceil(patterns / MEANINGS)
  const ms = Array.from({ length: first + rounds }, (_, round) => {
    project.run(['learning', 'record', '--lesson', sentence(random, 14), '--run', `run-${round}`])
    return project.run(['learn']).cpuMs
  })
  return [figure(`mettle learn of one lesson beside ${patterns} patterns, CPU`, 'ms', ms.slice(first))]
}

function cpuMs(pid: number | undefined): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * TICK_MS
}
