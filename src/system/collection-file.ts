import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CollectionFile } from '../loop/workshop.ts'
import { writeFileAtomically } from './atomic-write.ts'
import { makePrivateFolder } from './private-files.ts'
import { readRegularText } from './regular-file.ts'

/** A file outside of any project; the text before the last change stays beside it as `.bak`. */
export function collectionFile(path: string): CollectionFile {
  return {
    read: () => (existsSync(path) ? readRegularText(path) : undefined),
    write: (text) => {
      makePrivateFolder(dirname(path))
      if (existsSync(path)) writeFileAtomically(`${path}.bak`, readRegularText(path))
      writeFileAtomically(path, text)
    },
  }
}
