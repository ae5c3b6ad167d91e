import { UserError } from '../../domain/user-error.ts'
import type { CliEnvironment } from './cli-environment.ts'
import { isColoured, paletteFor } from './output/palette.ts'
import { visible, visibleJson } from './output/visible.ts'

const REPORT = 'This is a fault of mettle, not yours: please report it with the lines above.'

/**
 * Tells what went wrong and returns the exit code: 2 for what was typed, 1 for what the reader can mend, 70 for our own bugs.
 * Under `--json` the error is the document: one object on stdout, where a program reads, and nothing on stderr.
 */
export function fail(
  error: unknown,
  surroundings: CliEnvironment,
  how: { json: boolean; noColor: boolean },
): number {
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
