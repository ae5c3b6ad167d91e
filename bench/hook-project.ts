import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openMettle } from '../src/open.ts'
import { plainEnvironment } from './child.ts'
import { fillPatterns, runCommand, SCOPE } from './world/journal.ts'
import { World } from './world/world.ts'

/** What Claude Code, Codex and Copilot CLI start; the others start the hook file by its name. */
export const PLUGIN = join(import.meta.dirname, '..', '..', 'plugins', 'mettle')
/** The file in the project that a timed process reads as its input. */
export const PAYLOAD = 'payload.json'
const MONTH_MS = 30 * 86_400_000

/** The cost of a process, from start to end. */
export interface ProcessCost {
  readonly cpuMs: number
  readonly wallMs: number
}

/** Runs a command to its end with the payload as its input. Bash counts the CPU time of all threads of its children. */
export function timedProcess(cwd: string, command: readonly string[]): ProcessCost {
  const script = `TIMEFORMAT="%3U %3S %3R"; time "$@" < ${PAYLOAD} >/dev/null 2>&1 || echo failed`
  const output = execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, 'bash', ...command], {
    cwd,
    encoding: 'utf8',
    env: environmentIn(cwd),
  })
  const [user, system, real] = output.trim().split(/\s+/).slice(-3).map(Number)
  if (output.includes('failed') || real === undefined) throw new Error(`${command.join(' ')} failed`)
  return { cpuMs: (user! + system!) * 1_000, wallMs: real * 1_000 }
}

/** The environment of a person without settings, with a separate home. */
export function environmentIn(cwd: string): NodeJS.ProcessEnv {
  const places = { HOME: join(cwd, '..', 'home'), XDG_CACHE_HOME: '', XDG_CONFIG_HOME: '' }
  return { ...plainEnvironment(), ...places, CLAUDE_PLUGIN_ROOT: PLUGIN }
}

/** A folder with a journal and its patterns precomputed, as a session finds it. */
export async function projectWith(cwd: string, patterns: number): Promise<string> {
  const home = join(cwd, '.mettle')
  mkdirSync(join(home, 'spool'), { recursive: true })
  writeFileSync(join(home, 'project.json'), JSON.stringify({ project: SCOPE.project }))
  // An empty worker: starting it is part of the hook's cost, its work is not.
  writeFileSync(join(cwd, '..', 'bin.js'), '')
  writeFileSync(join(home, 'agents.json'), JSON.stringify({ cli: join(cwd, '..', 'bin.js') }))
  // On a busy machine, hooks would exceed the usual deadline and give up, which is fast.
  writeFileSync(join(cwd, 'mettle.config.json'), JSON.stringify({ hook: { deadlineMs: 60_000 } }))
  const [journal, world] = [join(home, 'journal.db'), new World(patterns, Date.now() - MONTH_MS)]
  await fillPatterns(journal, world, patterns)
  await runCommand(journal, world, 'npm test')
  const mettle = await openMettle({ cwd, environment: { HOME: join(cwd, '..', 'home') } })
  await mettle.keepPrecomputed()
  await mettle.close()
  if (readFileSync(join(home, 'ahead', 'patterns.bin')).length === 0) throw new Error('nothing was written ahead')
  return cwd
}
