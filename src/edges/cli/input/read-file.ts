import { resolve } from 'node:path'
import { UserError } from '../../../domain/user-error.ts'
import { readRegularText, whyUnreadable } from '../../../machine/files/regular-file.ts'
import type { CommandContext } from '../context.ts'

const LARGEST_BYTES = 16 * 1024 * 1024

/** The text of a file that a command was given, or of standard input for `-`. */
export async function readTextFile(context: CommandContext, file: string, what: string): Promise<string> {
  if (file === '-') return context.stdin.text(what)
  const path = resolve(context.cwd, file)
  try {
    return readRegularText(path, { mostBytes: LARGEST_BYTES })
  } catch (cause) {
    throw new UserError(
      'input',
      `${file} ${whyUnreadable(cause)}.`,
      'Check the path; - reads standard input.',
      { cause },
    )
  }
}
