import type { Process } from './processes.ts'

/**
 * Variables that agent clients set in the shells they start. Settings that people export for a client (`CODEX_HOME`, `CLAUDE_CONFIG_DIR`, API keys) and what editors set in
 * the terminals of people (`CLAUDE_CODE_SSE_PORT`, `CURSOR_TRACE_ID`) are not among them.
 */
const VARIABLES: readonly string[] =
  `AGENT AI_AGENT AMP_CURRENT_THREAD_ID ANTIGRAVITY_AGENT AUGMENT_AGENT CLAUDECODE CLAUDE_CODE
   CLAUDE_CODE_ENTRYPOINT CLAUDE_CODE_SESSION_ID CLINE_ACTIVE CODEX_CI CODEX_SANDBOX
   CODEX_SANDBOX_NETWORK_DISABLED CODEX_THREAD_ID COPILOT_AGENT_SESSION_ID COPILOT_CLI CRUSH CURSOR_AGENT
   DEVIN_SESSION_ID GEMINI_CLI GOOSE_TERMINAL KIRO_AGENT OPENCODE OPENCODE_PID OPENCODE_SESSION_ID
   QWEN_CODE ROO_ACTIVE TRAE_AI_SHELL_ID`.split(/\s+/)

/** Programs that are agent clients, by the name of their file. */
const PROGRAMS: ReadonlySet<string> = new Set(
  `aider amp auggie claude cline codex copilot crush cursor-agent devin droid gemini goose kiro-cli
   opencode openhands qwen`.split(/\s+/),
)

/** Folders that such programs are installed in, where the file itself is called `cli.js` or by its version. */
const FOLDERS =
  /[/\\](?:claude-code|@openai[/\\]codex|@github[/\\]copilot|gemini-cli|qwen-code|opencode-ai|@sourcegraph[/\\]amp|claude[/\\]versions)[/\\]/

/** Programs that run the program which is named after them. */
const RUNNERS = /^(?:node|nodejs|bun|deno|tsx|python[\d.]*|uv|uvx|npx|env|sudo|nohup|setsid|nice|time)$/

/** Terminals in a terminal: one server holds those of all its windows, and whoever reaches it can type in each. */
const MULTIPLEXERS = /^(?:tmux|screen|zellij|dtach|abduco|byobu)(?:$|[^\w-])/i

type Named = Pick<Process, 'words' | 'program' | 'name'>

export function markIn(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return VARIABLES.find((name) => (environment[name] ?? '') !== '')
}

/** The client that a process is, by its words and its program. */
export function clientIn({ words, program, name: taken }: Named): string | undefined {
  const named = [program, taken, ...started(words)]
  for (const word of named) {
    const name = nameOf(word)
    if (PROGRAMS.has(name)) return name
    if (FOLDERS.test(word)) return FOLDERS.exec(word)![0].replaceAll('\\', '/').slice(1, -1)
  }
  return undefined
}

export function isMultiplexer({ words, program, name }: Named): boolean {
  return [program, name, words[0] ?? ''].some((word) => MULTIPLEXERS.test(nameOf(word)))
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
