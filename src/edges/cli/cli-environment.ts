import type { Speaker } from '../../domain/values/session.ts'
/** Where text goes: the terminal, a pipe, or a test's memory. */
export interface Writer {
  readonly isTerminal: boolean
  /** Columns of the terminal, if it is one that says so. */
  readonly columns?: number | undefined
  write(text: string): void
  /** Resolves when the reader has caught up; await it between the lines of a long stream. */
  drained(): Promise<void>
}

/** What a person is asked to confirm. */
export interface Asked {
  /** The command's name, as typed after `mettle`. */
  readonly command: string
  /** The whole line, to be typed elsewhere. */
  readonly line: string
}

/** Whoever may confirm what no agent decides. */
export interface Person {
  /** Whether one may sit at the terminal, for all that can be seen. */
  isThere(): Promise<boolean>
  /** Throws a `UserError` of the code `person` unless a person confirms. */
  confirm(asked: Asked): Promise<void>
  /** What finds out who runs the command; left out, a person does. */
  speaker?(): Promise<() => Speaker>
}

/** Everything of the process that a command may touch, so that tests hand in their own. */
export interface CliEnvironment {
  readonly stdout: Writer
  readonly stderr: Writer
  readonly stdin: { readonly isTerminal: boolean; chunks(): AsyncIterable<string> }
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly version: string
  readonly person: Person
  now(): number
}
