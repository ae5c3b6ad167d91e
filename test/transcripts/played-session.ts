/** One session, told once and played to every client: to its hooks, and into its own record. */
export type Played =
  | { readonly is: 'prompt'; readonly text: string }
  | { readonly is: 'said'; readonly text: string }
  | { readonly is: 'edit'; readonly file: string; readonly removed: string; readonly added: string }
  | { readonly is: 'shell'; readonly command: string; readonly exitCode: number; readonly output: string }

const MISSING = "Error: Cannot find module '../dist/index.js'"

/** Some things are typed, done and said twice in the same words. */
export const PLAYED: readonly Played[] = [
  { is: 'prompt', text: 'Make the login page remember who was here before' },
  { is: 'edit', file: 'src/login.ts', removed: 'const who = undefined', added: 'const who = last()' },
  { is: 'shell', command: 'npm test', exitCode: 1, output: MISSING },
  { is: 'shell', command: 'npm run build', exitCode: 0, output: 'built' },
  { is: 'shell', command: 'npm test', exitCode: 0, output: 'Tests 12 passed (12)' },
  { is: 'said', text: 'It remembers.' },
  { is: 'prompt', text: 'continue' },
  { is: 'shell', command: 'git status', exitCode: 0, output: 'nothing to commit' },
  { is: 'said', text: 'Nothing is left.' },
  { is: 'prompt', text: 'continue' },
  { is: 'shell', command: 'git status', exitCode: 0, output: 'nothing to commit' },
  { is: 'said', text: 'Nothing is left.' },
  { is: 'prompt', text: "no, don't edit generated files. Change openapi.yaml and run make client" },
  { is: 'edit', file: 'openapi.yaml', removed: 'a: 1', added: 'a: 2' },
  { is: 'shell', command: 'npm test', exitCode: 1, output: 'AssertionError: expected 1 to be 2' },
  { is: 'said', text: 'The client is generated now.' },
]

export const BEGAN = Date.UTC(2026, 0, 10, 9)
const STEP_MS = 4_000

/** When something of the session happened. */
export const timeOf = (index: number): number => BEGAN + (index + 1) * STEP_MS
export const isoOf = (at: number): string => new Date(at).toISOString()

/** A client: what it sends to its hooks, and what it writes into its own record. */
export interface PlayedClient {
  readonly client: 'claude-code' | 'codex' | 'copilot' | 'gemini' | 'opencode'
  readonly session: string
  /** What one moment sends; the session's start is number -1, its end the number after the last. */
  hook(index: number, place: Place): { readonly event: string; readonly payload: Record<string, unknown> }
  /** Writes the record of the first `count` moments; where it is. */
  write(count: number, place: Place): string
}

export interface Place {
  /** The person's home folder. */
  readonly home: string
  /** The repository. */
  readonly root: string
}
