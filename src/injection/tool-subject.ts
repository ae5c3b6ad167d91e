import { commandSubject, type Subject } from '../engine/command-subject.ts'
import { fileSubject } from '../engine/file-subject.ts'

/** By what the command would start and by the real extension of the file. */
export function toolSubject({
  command,
  file,
}: {
  readonly command?: string
  readonly file?: string
}): Subject {
  const told = command === undefined ? { files: [], tags: [] } : commandSubject(command)
  const named = fileSubject([...(file === undefined ? [] : [file]), ...told.files])
  return { files: named.files, tags: [...new Set([...told.tags, ...named.tags])] }
}
