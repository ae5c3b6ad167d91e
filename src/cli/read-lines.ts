import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { UserError } from '../domain/user-error.ts'
import type { CommandContext } from './context.ts'
import { stdinReader } from './read-stdin.ts'

/** The lines of a file as they come, however long it is. A file that cannot be read is the reader's to mend, by the hint. */
export async function* fileLines({ cwd }: CommandContext, file: string, hint: string): AsyncIterable<string> {
  const chunks = () => createReadStream(resolve(cwd, file), 'utf8') as AsyncIterable<string>
  try {
    yield* stdinReader({ isTerminal: false, chunks }).lines(file)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (cause instanceof UserError || code === undefined) throw cause
    throw new UserError('input', `${file} cannot be read (${code}).`, hint, { cause })
  }
}
