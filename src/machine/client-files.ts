import { rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { FilePlan, FoundFile } from '../edges/connection/plan.ts'
import { writeFileAtomically } from './files/atomic-write.ts'
import { leadsOut, realPlace } from './files/paths.ts'
import { makeSharedFolder, SHARED_FILE } from './files/private-files.ts'
import { readRegularFile } from './files/regular-file.ts'

const MOST_BYTES = 4 * 1_048_576

/** Reads a client's settings file. With `within`, a link out of that folder is not followed: a repository must not choose which other file is changed. */
export function findClientFile(path: string, within?: string): FoundFile {
  try {
    const place = realPlace(path)
    if (within !== undefined && leadsOut(within, path))
      return { refusal: `it is a link that leads out of the project, to ${place}` }
    const stat = statSync(place, { throwIfNoEntry: false })
    if (stat === undefined) return {}
    if (!stat.isFile()) return { refusal: 'it is not a file' }
    if (stat.size > MOST_BYTES) return { refusal: `it is larger than ${MOST_BYTES} bytes` }
    const isReadOnly = (stat.mode & 0o222) === 0
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return { text: decoder.decode(readRegularFile(place)), isReadOnly: isReadOnly || undefined }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return {
      refusal:
        code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not a text in UTF-8' : `it cannot be read (${code})`,
    }
  }
}

/** Carries out the plan, unless the file has changed meanwhile or links elsewhere. Returns the folders it created, or why it did nothing. */
export function carryOut({ path, before, after }: FilePlan, within?: string): { folders: string[]; why?: string } {
  try {
    const { text, refusal } = findClientFile(path, within)
    if (refusal !== undefined) return { folders: [], why: refusal }
    if (text !== before) return { folders: [], why: 'it changed meanwhile' }
    const place = realPlace(path)
    if (after === undefined) rmSync(place, { force: true })
    if (after === undefined) return { folders: [] }
    const folders = madeFolders(dirname(place))
    const mode = statSync(place, { throwIfNoEntry: false })?.mode
    writeFileAtomically(place, after, mode === undefined ? SHARED_FILE : mode & 0o777)
    return { folders }
  } catch (error) {
    return { folders: [], why: `it cannot be written (${(error as NodeJS.ErrnoException).code})` }
  }
}

/** Creates a folder and its missing parents; returns the created ones, innermost first, the order of removal. */
function madeFolders(folder: string): string[] {
  const first = makeSharedFolder(folder)
  if (first === undefined) return []
  const made: string[] = []
  for (let at = folder; at.length >= first.length; at = dirname(at)) made.push(at)
  return made
}

/** Removes folders that we created if they are empty. Returns those that stay. */
export function removeEmptyFolders(folders: readonly string[]): string[] {
  return folders.filter((folder) => {
    try {
      rmdirSync(folder)
      return false
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'ENOENT'
    }
  })
}
