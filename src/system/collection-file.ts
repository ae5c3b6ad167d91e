import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CollectionFile } from '../loop/workshop.ts'
import { writeFileAtomically } from './atomic-write.ts'
import { readRegularText } from './regular-file.ts'

/** A file outside of any project; the text before the last change stays beside it as `.bak`. */
export function collectionFile(path: string): CollectionFile {
  return {
    read: () => (existsSync(path) ? readRegularText(path) : undefined),
    write: (text) => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      if (existsSync(path)) copyFileSync(path, `${path}.bak`)
      writeFileAtomically(path, text, 0o600)
    },
  }
}
