import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { UserError } from '../../../domain/user-error.ts'
import { openRegularFile, whyUnreadable } from '../../../machine/files/regular-file.ts'
import type { CommandContext } from '../context.ts'
import { stdinReader } from './read-stdin.ts'

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
    throw new UserError('input', `${file} ${whyUnreadable(cause)}.`, hint, { cause })
  }
}
