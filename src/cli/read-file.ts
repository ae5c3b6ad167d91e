import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { UserError } from '../domain/user-error.ts'
import type { CommandContext } from './context.ts'

const LARGEST_BYTES = 16 * 1024 * 1024

/** The text of a file that a command was given, or of standard input for `-`. */
export async function readTextFile(context: CommandContext, file: string, what: string): Promise<string> {
  if (file === '-') return context.stdin.text(what)
  const path = resolve(context.cwd, file)
  try {
    if (statSync(path).size > LARGEST_BYTES)
      throw new UserError('input', `${file} is larger than 16 MB.`, `Give ${what.toLowerCase()} alone.`)
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof UserError) throw cause
    const { code } = cause as NodeJS.ErrnoException
    throw new UserError(
      'input',
      `${file} cannot be read (${code}).`,
      'Check the path; - reads standard input.',
      { cause },
    )
  }
}
