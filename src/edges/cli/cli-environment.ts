import { UserError } from '../../domain/user-error.ts'
import type { Speaker } from '../../domain/values/session.ts'
import { isColoured, paletteFor, visible, visibleJson } from './output/display-width.ts'

/** An output: the terminal, a pipe, or a test's buffer. */
export interface Writer {
  readonly isTerminal: boolean
  /** Width of the terminal, if known. */
  readonly columns?: number | undefined
  /** Height of the terminal, if known. */
  readonly rows?: number | undefined
  write(text: string): void
  /** Resolves when the reader has caught up; await it between the lines of a long stream. */
  drained(): Promise<void>
}

export interface Asked {
  /** The command's name, as typed after `mettle`. */
  readonly command: string
  readonly line: string
}

export interface Person {
  /** Whether a person may be at the terminal, as far as we can tell. */
  isThere(): Promise<boolean>
  /** Throws a `UserError` of the code `person` unless a person confirms. */
  confirm(asked: Asked): Promise<void>
  /** Finds out who runs the command; omitted: a person. */
  speaker?(): Promise<() => Speaker>
}

/** All process state that a command may touch; tests pass their own. */
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

const REPORT = 'This is a fault in Mettle, not yours: please report it with the lines above.'

/** Reports an error and returns the exit code: 2 for a usage error, 1 for what the reader can fix, 70 for our own bugs. Under `--json` the error is one object on stdout, where a program reads, and stderr stays empty. */
export function fail(error: unknown, surroundings: CliEnvironment, how: { json: boolean; noColor: boolean }): number {
  if (how.json) surroundings.stdout.write(`${visibleJson({ error: documentOf(error) })}\n`)
  else surroundings.stderr.write(visible(textOf(error, surroundings, how.noColor)))
  return exitCodeOf(error)
}

function exitCodeOf(error: unknown): number {
  if (!(error instanceof UserError)) return 70
  return error.code === 'usage' ? 2 : 1
}

function documentOf(error: unknown): Record<string, unknown> {
  if (error instanceof UserError) return { code: error.code, message: error.message, hint: error.hint }
  return {
    code: 'internal',
    message: messageOf(error),
    hint: REPORT.replace('the lines above', 'its stack'),
    stack: stackOf(error),
  }
}

function textOf(error: unknown, { stderr, environment }: CliEnvironment, noColor: boolean): string {
  const paint = paletteFor(isColoured(stderr.isTerminal, environment, noColor))
  if (error instanceof UserError)
    return `${paint.red(error.message)}\n${error.hint === '' ? '' : `${paint.dim(error.hint)}\n`}`
  return `${stackOf(error) ?? messageOf(error)}\n${paint.red(REPORT)}\n`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined
}
