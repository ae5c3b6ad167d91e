/** Where text goes: the terminal, a pipe, or a test's memory. */
export interface Writer {
  readonly isTerminal: boolean
  /** Columns of the terminal, if it is one that says so. */
  readonly columns?: number | undefined
  write(text: string): void
  /** Resolves when the reader has caught up; await it between the lines of a long stream. */
  drained(): Promise<void>
}

/** Everything of the process that a command may touch, so that tests hand in their own. */
export interface Surroundings {
  readonly stdout: Writer
  readonly stderr: Writer
  readonly stdin: { readonly isTerminal: boolean; chunks(): AsyncIterable<string> }
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly version: string
  now(): number
}
