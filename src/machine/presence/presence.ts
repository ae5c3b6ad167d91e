import type { Speaker } from '../../domain/values/session.ts'
import { clientIn, isMultiplexer, markIn } from './agent-marks.ts'
import type { Sightings } from './client-sightings.ts'
import type { Process } from './processes.ts'

export interface Scene {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly self: number
  readonly processes: ReadonlyMap<number, Process>
  readonly environmentOf: (pid: number) => Readonly<Record<string, string | undefined>>
  /** Those that hold the other end of this process's terminal. */
  readonly holders: readonly number[]
  readonly sightings: Sightings
}

/** Clocks of the system and of its processes differ by so much at most. */
const TOLERANCE_MS = 2_000

/**
 * Why nobody can be asked here; undefined where a person may sit at the terminal. Whatever words started it, a process is an agent's if an agent stands above it, above the leader of
 * its terminal, or above whatever made the terminal. It is a net and not a sandbox: an agent that leaves all of this behind it is not seen.
 */
export function whyNobody(scene: Scene): string | undefined {
  const mark = markIn(scene.environment)
  if (mark !== undefined) return `an agent started this command: ${mark} is set`
  const own = scene.processes.get(scene.self)
  if (own?.terminal === undefined) return 'this command has no terminal'
  const leaders = [...scene.processes.values()].filter(
    ({ pid, terminal, session }) => terminal === own.terminal && session === pid,
  )
  for (const pid of above([scene.self, ...leaders.map(({ pid }) => pid), ...scene.holders], scene)) {
    const why = agentAt(pid, scene) ?? sharedWith(pid, scene)
    if (why !== undefined) return why
  }
  return undefined
}

/** Who runs this command: a person, an agent, or a program without a terminal and without an agent above it. */
export function speakerIn(scene: Scene): Speaker {
  if (whyNobody(scene) === undefined) return 'person'
  const isAgents =
    markIn(scene.environment) !== undefined ||
    [...above([scene.self], scene)].some((pid) => agentAt(pid, scene) !== undefined)
  return isAgents || scene.processes.get(scene.self)?.terminal !== undefined ? 'agent' : 'pipeline'
}

/** These and all above them, each once. */
function above(pids: readonly number[], { processes }: Scene): ReadonlySet<number> {
  const seen = new Set<number>()
  for (let next of pids)
    while (next > 0 && !seen.has(next)) {
      seen.add(next)
      next = processes.get(next)?.parent ?? 0
    }
  return seen
}

function agentAt(pid: number, scene: Scene): string | undefined {
  const client = clientAt(pid, scene)
  if (client !== undefined) return `an agent started this command or its terminal: ${client}, process ${pid}`
  const mark = pid === scene.self ? undefined : markIn(scene.environmentOf(pid))
  return mark === undefined
    ? undefined
    : `an agent started this command or its terminal: ${mark} is set in process ${pid}`
}

function clientAt(pid: number, { processes, sightings }: Scene): string | undefined {
  const found = processes.get(pid)
  if (found === undefined) return undefined
  const seenAt = sightings.get(pid)
  const isSighted = seenAt !== undefined && found.startedAt <= seenAt + TOLERANCE_MS
  return clientIn(found) ?? (isSighted ? found.name : undefined)
}

/** An agent in another window of tmux or screen reads and types in this one, too. */
function sharedWith(pid: number, scene: Scene): string | undefined {
  const found = scene.processes.get(pid)
  if (found === undefined || !isMultiplexer(found)) return undefined
  const beside = [...scene.processes.keys()].find(
    (other) => clientAt(other, scene) !== undefined && above([other], scene).has(pid),
  )
  return beside === undefined
    ? undefined
    : `${clientAt(beside, scene)}, process ${beside}, runs in the same ${found.name} and can type here`
}
