import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { inputError, UserError } from '../../../domain/user-error.ts'
import { RISK_LEVELS } from '../../../domain/values/gate.ts'
import { openRegularFile, readRegularText, whyUnreadable } from '../../../machine/files/regular-file.ts'
import type { CommandContext } from '../context.ts'
import { choice } from './options.ts'
import { stdinReader } from './read-stdin.ts'

const LARGEST_BYTES = 16 * 1024 * 1024

/** The text of a file that a command was given, or of standard input for `-`. */
export async function readTextFile(context: CommandContext, file: string, what: string): Promise<string> {
  if (file === '-') return context.stdin.text(what)
  const path = resolve(context.cwd, file)
  try {
    return readRegularText(path, { mostBytes: LARGEST_BYTES })
  } catch (cause) {
    throw inputError(`${file} ${whyUnreadable(cause)}.`, 'Check the path; - reads standard input.', { cause })
  }
}

/** The lines of a file of any length, one by one. If it cannot be read, the error has the hint. */
export async function* fileLines({ cwd }: CommandContext, file: string, hint: string): AsyncIterable<string> {
  const path = resolve(cwd, file)
  try {
    const { file: fd, size } = openRegularFile(path, { mostBytes: Number.POSITIVE_INFINITY })
    const chunks = () => createReadStream(path, { encoding: 'utf8', fd, end: size - 1 }) as AsyncIterable<string>
    yield* stdinReader({ isTerminal: false, chunks }).lines(file)
  } catch (cause) {
    if (cause instanceof UserError) throw cause
    throw inputError(`${file} ${whyUnreadable(cause)}.`, hint, { cause })
  }
}

/** Parses JSON text, ignoring a leading byte order mark. */
export function parseJson(text: string, where: string, hint: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw inputError(`${where} is not JSON: ${(cause as Error).message}`, hint, { cause })
  }
}

/** The same, but the value must be an object. */
export function parseJsonObject(text: string, where: string, hint: string, what = 'one JSON object') {
  const value = parseJson(text, where, hint)
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>
  throw inputError(`${where} must be ${what}.`, hint)
}

/** The votes in a file: a list, or an object with a risk level. `--risk` takes precedence. */
export async function readVotes(context: CommandContext, file: string, risk: string | undefined): Promise<unknown> {
  const value = parseJson(await readTextFile(context, file, 'The votes'), file, 'mettle consensus --help')
  const given = Array.isArray(value) ? { votes: value } : (value as object)
  return risk === undefined ? given : { ...given, riskLevel: risk }
}

export const riskOption = choice(RISK_LEVELS, 'How much is at stake. Default: as the file says.')
