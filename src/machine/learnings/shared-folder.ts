import { join } from 'node:path'
import { UserError } from '../../domain/user-error.ts'
import type { SharedPlace } from '../../loop/exchange/shared-place.ts'
import {
  type Fields,
  NO_FILES,
  type OrganisationFiles,
  putIntoFiles,
  readOrganisationFiles,
} from '../../sharing/organisation-files.ts'
import { writeFileAtomically } from '../files/atomic-write.ts'
import { type LockOptions, withLock } from '../files/folder-lock.ts'
import { makeSharedFolder, SHARED_FILE } from '../files/private-files.ts'
import { readRegularText, whyUnreadable } from '../files/regular-file.ts'

const PATTERNS = 'org-patterns.json'
const SOURCES = 'sources.json'
const LOCK = '.lock'
const MOST_BYTES = 64_000_000

/** A folder shared by projects, in git for example. Writers take turns; readers need not, because each file is replaced whole, and rows are matched by their words. */
export function openSharedFolder(folder: string, options: LockOptions): SharedPlace {
  return {
    location: folder,
    read: async () => readOrganisationFiles(readFiles(folder)),
    put: (shared) => {
      makeFolder(folder)
      return withLock(join(folder, LOCK), options, () =>
        writeFiles(folder, putIntoFiles(readFiles(folder), shared, options.now())),
      )
    },
  }
}

function readFiles(folder: string): OrganisationFiles {
  return {
    patterns: readJson(join(folder, PATTERNS), NO_FILES.patterns),
    sources: readJson(join(folder, SOURCES), NO_FILES.sources),
  }
}

/** Writes the sources first: a row without a source is refused, but a source without a row is harmless. */
function writeFiles(folder: string, { patterns, sources }: OrganisationFiles): void {
  writeFileAtomically(join(folder, SOURCES), `${JSON.stringify(sources, null, 2)}\n`, SHARED_FILE)
  writeFileAtomically(join(folder, PATTERNS), `${JSON.stringify(patterns, null, 2)}\n`, SHARED_FILE)
}

function readJson(path: string, otherwise: Fields): Fields {
  try {
    const value: unknown = JSON.parse(readRegularText(path, { mostBytes: MOST_BYTES }).replace(/^\ufeff/, ''))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
    throw unreadable(path, 'is not a JSON object')
  } catch (cause) {
    if (cause instanceof UserError) throw cause
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return otherwise
    throw unreadable(path, cause instanceof SyntaxError ? 'is not JSON' : whyUnreadable(cause), cause)
  }
}

function makeFolder(folder: string): void {
  try {
    makeSharedFolder(folder)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new UserError('share-folder', `The folder ${folder} cannot be made (${code}).`, 'Check share.folder.', {
      cause,
    })
  }
}

/** An unreadable file is never overwritten: it may contain what others pushed. */
function unreadable(path: string, problem: string, cause?: unknown): UserError {
  return new UserError(
    'share-folder',
    `${path} ${problem}; nothing was changed.`,
    'Check share.folder, or bring the last good file back with git checkout.',
    { cause },
  )
}
