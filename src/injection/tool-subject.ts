import { commandSubject, type Subject } from '../engine/shell/command-subject.ts'
import { withFiles } from './file-words.ts'

/** By what the command would start and by the real extension of the file. */
export function toolSubject({
  command,
  file,
}: {
  readonly command?: string
  readonly file?: string
}): Subject {
  const told = command === undefined ? { files: [], tags: [] } : commandSubject(command)
  const files = [...(file === undefined ? [] : [file]), ...told.files]
  // Most commands name none, and what is known of files is not loaded for them.
  return files.length === 0 ? told : withFiles(told, files)
}
