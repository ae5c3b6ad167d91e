import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ID } from '../domain/scope.ts'
import { configError, UserError } from '../domain/user-error.ts'
import { createFileAtomically } from './files/atomic-write.ts'
import { makePrivateFolder } from './files/private-files.ts'
import { readRegularText } from './files/regular-file.ts'
import type { Workspace } from './files/workspace.ts'
import { repositoryIdentity } from './git/project-identity.ts'

/** What `.mettle/project.json` holds. */
export interface ProjectFile {
  readonly project: string
}

/** Creates `.mettle/` with an identity and its own `.gitignore`; existing files stay. `former` is the project of a journal that has lost its project file. */
export function makeHome(workspace: Workspace, former?: string): { project: string; created: boolean } {
  const known = readProjectFile(workspace)
  if (known !== undefined) return { project: known.project, created: false }
  const project = former ?? repositoryIdentity(workspace) ?? `folder-${randomUUID().replaceAll('-', '').slice(0, 20)}`
  makeFolder(workspace.home)
  const ignore = join(workspace.home, '.gitignore')
  if (!existsSync(ignore)) createFileAtomically(ignore, '*\n')
  const text = `${JSON.stringify({ project }, null, 2)}\n`
  const created = createFileAtomically(join(workspace.home, 'project.json'), text)
  return { project: created ? project : readProjectFile(workspace)!.project, created }
}

function makeFolder(path: string): void {
  try {
    makePrivateFolder(path)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new UserError(
      'store-read-only',
      `The folder ${path} cannot be made (${code}).`,
      'Check who may write there, and that no file has that name.',
      { cause },
    )
  }
}

export function readProjectFile(workspace: Workspace): ProjectFile | undefined {
  const path = join(workspace.home, 'project.json')
  if (!existsSync(path)) return undefined
  try {
    const { project } = JSON.parse(readRegularText(path)) as Partial<ProjectFile>
    if (typeof project === 'string' && PROJECT_ID.test(project)) return { project }
  } catch {
    // Falls through to the one message for every way in which the file can be wrong.
  }
  throw configError(`${path} does not name a project.`, `Remove ${path} and run \`mettle init\`; the journal stays.`)
}

/** Refuses links in `.mettle`. Mettle creates none: a link came with an archive or a commit, and may lead to any file on the machine. */
export function checkNoLinks(home: string): void {
  const stat = lstatSync(home, { throwIfNoEntry: false })
  const link = stat?.isSymbolicLink() ? home : stat?.isDirectory() ? linkIn(home) : undefined
  if (link === undefined) return
  throw new UserError(
    'link',
    `${link} is a link. Mettle never creates one there, and does not write through it.`,
    `Remove it: rm ${link}. To keep the journal elsewhere, say so yourself: export METTLE_STORE_PATH=/path/to/journal.db`,
  )
}

function linkIn(folder: string): string | undefined {
  const found = readdirSync(folder, { withFileTypes: true }).find((entry) => entry.isSymbolicLink())
  return found && join(folder, found.name)
}
