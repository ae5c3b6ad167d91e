import type { Speaker } from '../../domain/values/session.ts'
import type { Sightings } from './client-sightings.ts'
import type { Process } from './processes.ts'

/** Variables that agent clients set in the shells they start; not settings that people export for a client, nor what editors set in the terminals of people. */
const VARIABLES: readonly string[] =
  `AGENT AI_AGENT AMP_CURRENT_THREAD_ID ANTIGRAVITY_AGENT AUGMENT_AGENT CLAUDECODE CLAUDE_CODE
   CLAUDE_CODE_ENTRYPOINT CLAUDE_CODE_SESSION_ID CLINE_ACTIVE CODEX_CI CODEX_SANDBOX
   CODEX_SANDBOX_NETWORK_DISABLED CODEX_THREAD_ID COPILOT_AGENT_SESSION_ID COPILOT_CLI CRUSH CURSOR_AGENT
   DEVIN_SESSION_ID GEMINI_CLI GOOSE_TERMINAL KIRO_AGENT OPENCODE OPENCODE_PID OPENCODE_SESSION_ID
   QWEN_CODE ROO_ACTIVE TRAE_AI_SHELL_ID`.split(/\s+/)

/** Agent clients, by program file name. */
const PROGRAMS: ReadonlySet<string> = new Set(
  `aider amp auggie claude cline codex copilot crush cursor-agent devin droid gemini goose kiro-cli
   opencode openhands qwen`.split(/\s+/),
)

/** Installation folders of such programs whose file is called `cli.js` or by its version. */
const FOLDERS =
  /[/\\](?:claude-code|@openai[/\\]codex|@github[/\\]copilot|gemini-cli|qwen-code|opencode-ai|@sourcegraph[/\\]amp|claude[/\\]versions)[/\\]/

/** Programs that run the program named in their arguments. */
const RUNNERS = /^(?:node|nodejs|bun|deno|tsx|python[\d.]*|uv|uvx|npx|env|sudo|nohup|setsid|nice|time)$/

/** Terminal multiplexers: one server owns all its windows, and anyone who reaches it can type in each. */
const MULTIPLEXERS = /^(?:tmux|screen|zellij|dtach|abduco|byobu)(?:$|[^\w-])/i

type Named = Pick<Process, 'words' | 'program' | 'name'>

function markIn(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return VARIABLES.find((name) => (environment[name] ?? '') !== '')
}

/** The client of a process, by its arguments and program. */
function clientIn({ words, program, name: taken }: Named): string | undefined {
  const named = [program, taken, ...started(words)]
  for (const word of named) {
    const name = nameOf(word)
    if (PROGRAMS.has(name)) return name
    if (FOLDERS.test(word)) return FOLDERS.exec(word)![0].replaceAll('\\', '/').slice(1, -1)
  }
  return undefined
}

/** The first word, and behind a runner the first that is neither an option nor a value for a variable. */
function started(words: readonly string[]): string[] {
  const [first = '', ...more] = words
  if (!RUNNERS.test(nameOf(first))) return [first]
  const next = more.findIndex((word) => !word.startsWith('-') && !/^\w+=/.test(word))
  return [first, ...(next === -1 ? [] : started(more.slice(next)))]
}

function nameOf(word: string): string {
  return (word.split(/[/\\]/).at(-1) ?? '').replace(/\.(?:exe|cmd|[cm]?js|py)$/i, '').toLowerCase()
}

export interface Scene {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly self: number
  readonly processes: ReadonlyMap<number, Process>
  readonly environmentOf: (pid: number) => Readonly<Record<string, string | undefined>>
  /** The processes that hold the other end of this process's terminal. */
  readonly holders: readonly number[]
  readonly sightings: Sightings
}

/** Maximum difference between system and process clocks. */
const TOLERANCE_MS = 2_000

/** Why nobody can be asked here; undefined if a person may be at the terminal. A process is an agent's if an agent is above it or its terminal. A safety net, not a sandbox. */
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

/** The given processes and all their ancestors. */
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

/** An agent in another tmux or screen window, which can read and type in this one. */
function sharedWith(pid: number, scene: Scene): string | undefined {
  const found = scene.processes.get(pid)
  const names = found === undefined ? [] : [found.program, found.name, found.words[0] ?? '']
  if (found === undefined || !names.some((word) => MULTIPLEXERS.test(nameOf(word)))) return undefined
  const beside = [...scene.processes.keys()].find(
    (other) => clientAt(other, scene) !== undefined && above([other], scene).has(pid),
  )
  return beside === undefined
    ? undefined
    : `${clientAt(beside, scene)}, process ${beside}, runs in the same ${found.name} and can type here`
}
