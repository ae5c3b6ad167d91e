import { withoutSection, withSection } from '../compat/formats/lesson-section.ts'
import { UserError } from '../domain/user-error.ts'
import { bytesIfThere, type Replaced, replaceFile } from './files/replace-file.ts'

/** Puts our section into a file that agents read. A file that says so already is left alone. */
export async function writeSection(path: string, lines: readonly string[]): Promise<Replaced> {
  const before = readBytes(path) ?? ''
  const after = withSection(
    before,
    lines.map((line) => Buffer.from(line).toString('latin1')),
  )
  return after === before ? { path, bytes: after.length } : replaceFile(path, [Buffer.from(after, 'latin1')])
}

/** Takes our section out again; undefined when there is none. */
export async function removeSection(path: string): Promise<Replaced | undefined> {
  const before = readBytes(path)
  if (before === undefined) return undefined
  const after = withoutSection(before)
  return after === before ? undefined : replaceFile(path, [Buffer.from(after, 'latin1')])
}

/** One character for one byte, so that whatever is not ours is written back as it was, in any encoding that has ASCII. */
function readBytes(path: string): string | undefined {
  const bytes = bytesIfThere(path)
  if (bytes?.includes(0))
    throw new UserError(
      'input',
      `${path} is not a text of one byte or UTF-8 characters.`,
      'Save it as UTF-8.',
    )
  return bytes?.toString('latin1')
}
