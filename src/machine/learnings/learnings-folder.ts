import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inputError } from '../../domain/user-error.ts'
import type { LearningsEntry } from '../../engine/laws/retention.ts'
import type { KeptFile, LearningsFolder } from '../../loop/learning/project-access.ts'
import { createFileAtomically } from '../files/atomic-write.ts'
import { isAlive } from '../files/folder-lock.ts'
import { makePrivateFolder, makeSharedFolder, SHARED_FILE } from '../files/private-files.ts'
import { readRegularText } from '../files/regular-file.ts'

const FOLDER = '.learnings'

/** The removable content of `.learnings`. Links are neither listed nor followed, and nothing outside is touched; entries that changed since they were listed stay. */
export function openLearningsFolder(root: string): LearningsFolder {
  const listed = new Map<string, number>()
  const entries = (): LearningsEntry[] => {
    const found = isWay(root, FOLDER) ? [...sessions(root), ...archived(root), ...lock(root)] : []
    for (const { path } of found) listed.set(path, changedAt(join(root, path)))
    return found
  }
  const remove = (path: string): boolean => {
    if (!isWay(root, dirname(path)) || listed.get(path) !== changedAt(join(root, path))) return false
    rmSync(join(root, path), { recursive: true, force: true })
    return true
  }
  return { entries, remove }
}

/** Git ignores what agents leave, but not what the project shares. */
const IGNORED = '*\n!.gitignore\n!goal.yaml\n!retention.yaml\n'

/** Whether the project has such a folder; a link to one is not the project's. */
export function hasLearningsFolder(root: string): boolean {
  return isWay(root, FOLDER)
}

/** Creates the folders for agents' learnings; returns those that were missing. */
export function makeLearningsFolder(root: string): string[] {
  if (!hasLearningsFolder(root) && lstatSync(join(root, FOLDER), { throwIfNoEntry: false }) !== undefined)
    throw inputError(
      `${join(root, FOLDER)} is a link or a file, not a folder.`,
      'Move it away, and run mettle init --learnings again.',
    )
  makeSharedFolder(join(root, FOLDER))
  const made = ['pending', 'sessions'].flatMap((name) => {
    const path = `${FOLDER}/${name}`
    if (lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined) return []
    makePrivateFolder(join(root, path))
    return [path]
  })
  return keepLearningsFile(root, '.gitignore', IGNORED) === 'kept' ? [...made, `${FOLDER}/.gitignore`] : made
}

/** Writes a file unless one of that name exists; a folder that is a link counts as `other`. */
export function keepLearningsFile(root: string, name: string, text: string): KeptFile {
  const path = join(root, FOLDER, name)
  if (lstatSync(join(root, FOLDER), { throwIfNoEntry: false }) === undefined) makeSharedFolder(join(root, FOLDER))
  if (!isWay(root, FOLDER)) return 'other'
  if (createFileAtomically(path, text, SHARED_FILE)) return 'kept'
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  return isFile && readRegularText(path, { noFollow: true }) === text ? 'same' : 'other'
}

function sessions(root: string): LearningsEntry[] {
  const folder = `${FOLDER}/sessions`
  return entriesOf(root, folder).flatMap(({ name, isFolder }): LearningsEntry[] => {
    const run = /^run-(.+)$/.exec(name)?.[1]
    if (!isFolder || run === undefined) return []
    const path = `${folder}/${name}`
    return [{ kind: 'session', path, run, at: changedAt(join(root, path)) }]
  })
}

function archived(root: string): LearningsEntry[] {
  const folder = `${FOLDER}/pending/archived`
  return entriesOf(root, folder).flatMap(({ name, isFolder }): LearningsEntry[] => {
    const path = `${folder}/${name}`
    return isFolder ? [] : [{ kind: 'archived', path, at: changedAt(join(root, path)) }]
  })
}

/** `run_id=…|pid=…|started=…`; a torn lock has the file's time. */
function lock(root: string): LearningsEntry[] {
  const path = `${FOLDER}/.lock`
  const stat = lstatSync(join(root, path), { throwIfNoEntry: false })
  if (stat === undefined || !stat.isFile() || stat.size > 4_096) return []
  const text = readRegularText(join(root, path), { noFollow: true })
  const field = (name: string) => new RegExp(`\\b${name}=([^|\\s]+)`).exec(text)?.[1]
  const started = Date.parse(field('started') ?? '')
  const run = field('run_id')
  return [
    {
      kind: 'lock',
      path,
      at: Number.isNaN(started) ? stat.mtimeMs : started,
      isHeld: isAlive(Number(field('pid'))),
      run,
    },
  ]
}

function entriesOf(root: string, folder: string): { name: string; isFolder: boolean }[] {
  if (!isWay(root, folder)) return []
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isFile())
    .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether no folder on the path is a link. */
function isWay(root: string, path: string): boolean {
  const parts = path.split('/')
  return parts.every((_, i) => {
    const there = join(root, ...parts.slice(0, i + 1))
    return lstatSync(there, { throwIfNoEntry: false })?.isDirectory() ?? false
  })
}

function changedAt(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 0
  const below = stat.isDirectory() ? readdirSync(path).map((name) => changedAt(join(path, name))) : []
  return below.reduce((latest, at) => Math.max(latest, at), stat.mtimeMs)
}
