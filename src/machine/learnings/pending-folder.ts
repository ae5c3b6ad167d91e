import { constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { orElse } from '../../domain/sets.ts'
import type { PendingFile, PendingFiles } from '../../loop/learning/project-access.ts'
import { writeFileAtomically } from '../files/atomic-write.ts'
import { isFolder, ownFolder } from '../files/files-of.ts'
import { readRegularText, whyUnreadable } from '../files/regular-file.ts'
import type { BroughtFiles } from './repository-files.ts'

const LARGEST = 1_048_576
const MOST_FOLDERS = 20_000
const DEEPEST = 12
const NOT_SEARCHED = new Set('node_modules .git .mettle dist build target vendor .venv'.split(' '))
const REASON = '.reason.txt'

/** The files in `.learnings/pending` of the root, other worktrees and subfolders, except links, nested repositories, and unaccepted files that came with the repository. */
export function pendingFiles(
  root: string,
  otherRoots: readonly string[],
  brought: Pick<BroughtFiles, 'isHeld'>,
): PendingFiles {
  const home = join(root, '.learnings', 'pending')
  const strays = [root, ...otherRoots].flatMap((folder) => pendingFoldersIn(folder)).filter((path) => path !== home)
  const isThere = isFolder(join(root, '.learnings')) && isFolder(home)
  const folders = [...(isThere ? [home] : []), ...new Set(strays)]
  const all = folders.flatMap((folder) => filesIn(folder).map((name) => pendingFile(root, folder, name)))
  const isHeld = ({ path, content }: PendingFile) =>
    brought.isHeld(join(root, path), 'text' in content ? content.text : '')
  return { files: all.filter((file) => !isHeld(file)), held: all.filter(isHeld).map(({ path }) => path) }
}

function pendingFile(root: string, folder: string, name: string): PendingFile {
  const path = join(folder, name)
  const home = join(root, '.learnings', 'pending')
  return {
    name,
    path: relative(root, path).split(sep).join('/'),
    isStray: folder !== home,
    content: readSafely(path),
    archive: () => void move(path, join(home, 'archived')),
    setAside: (reason) => {
      const there = move(path, join(home, 'rejected'))
      if (there !== undefined) writeFileAtomically(`${there}${REASON}`, `${reason}\n`)
    },
  }
}

/** Every `.learnings/pending` below a folder that belongs to the same repository, in a stable order. */
function pendingFoldersIn(start: string): string[] {
  const found: string[] = []
  const open = [{ path: start, depth: 0 }]
  for (let looked = 0; open.length > 0 && looked < MOST_FOLDERS; looked++) {
    const { path, depth } = open.pop()!
    const pending = join(path, '.learnings', 'pending')
    if (isFolder(join(path, '.learnings')) && isFolder(pending)) found.push(pending)
    if (depth >= DEEPEST) continue
    for (const name of entriesOf(path).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))) {
      const below = join(path, name)
      if (name !== '.learnings' && !NOT_SEARCHED.has(name) && !existsSync(join(below, '.git')))
        open.push({ path: below, depth: depth + 1 })
    }
  }
  return found.sort()
}

function filesIn(path: string): string[] {
  const files = entriesOf(path).filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
  return files.map(({ name }) => name).sort()
}

function entriesOf(path: string) {
  return orElse(() => readdirSync(path, { withFileTypes: true }), [])
}

function readSafely(path: string): PendingFile['content'] {
  try {
    return { text: readRegularText(path, { mostBytes: LARGEST, noFollow: true }) }
  } catch (error) {
    return { problem: `it ${whyUnreadable(error)}` }
  }
}

/** Moves a file to a free name, and returns its path; undefined if another process was first. */
function move(path: string, folder: string): string | undefined {
  ownFolder(folder)
  const name = basename(path, '.json')
  for (let n = 1; ; n++) {
    const there = join(folder, n === 1 ? `${name}.json` : `${name}.${n}.json`)
    if (existsSync(there)) continue
    try {
      renameSync(path, there)
      return there
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return undefined
      if (code !== 'EXDEV') throw error
      copyFileSync(path, there, constants.COPYFILE_EXCL)
      rmSync(path)
      return there
    }
  }
}
