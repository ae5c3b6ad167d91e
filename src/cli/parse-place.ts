import { usageError } from './usage.ts'

/** `src/a.ts:42` as a file and a line; a file alone is fine. */
export function parsePlace(text: string): { file: string; line?: number } {
  const match = text.match(/^(.+?)(?::(\d+))?$/)
  const [, file, line] = match ?? []
  if (file === undefined || file.trim() === '')
    throw usageError(
      `'${text}' is not a place in a file.`,
      'Write it as FILE:LINE, src/token.ts:42 for example.',
    )
  return { file, ...(line === undefined ? {} : { line: Number(line) }) }
}
