import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CollectionFile } from '../../loop/learning/workshop.ts'
import { writeFileAtomically } from '../files/atomic-write.ts'
import { makePrivateFolder } from '../files/private-files.ts'
import { readRegularText } from '../files/regular-file.ts'

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
