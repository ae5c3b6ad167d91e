import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { inputError, UserError } from '../../../domain/user-error.ts'
import { openRegularFile, readRegularText, whyUnreadable } from '../../../machine/files/regular-file.ts'
import type { CommandContext } from '../context.ts'
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

/** The lines of a file as they come, however long it is. A file that cannot be read is the reader's to mend, by the hint. */
export async function* fileLines({ cwd }: CommandContext, file: string, hint: string): AsyncIterable<string> {
  const path = resolve(cwd, file)
  try {
    const { file: fd, size } = openRegularFile(path, { mostBytes: Number.POSITIVE_INFINITY })
    const chunks = () =>
      createReadStream(path, { encoding: 'utf8', fd, end: size - 1 }) as AsyncIterable<string>
    yield* stdinReader({ isTerminal: false, chunks }).lines(file)
  } catch (cause) {
    if (cause instanceof UserError) throw cause
    throw inputError(`${file} ${whyUnreadable(cause)}.`, hint, { cause })
  }
}
