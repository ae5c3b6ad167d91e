import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { orElse } from '../../domain/sets.ts'
import type { CitedFile, CollectionFile, ProjectAccess } from '../../loop/learning/project-access.ts'
import { type ClassifierSettings, openModel } from '../ask-model.ts'
import { writeFileAtomically } from '../files/atomic-write.ts'
import { makePrivateFolder } from '../files/private-files.ts'
import { readRegularText } from '../files/regular-file.ts'
import type { Workspace } from '../files/workspace.ts'
import type { TrustPlace } from '../gate/trust-file.ts'
import { gitChange, headCommit, worktreeRoots } from '../git/git-change.ts'
import { gitCommits, gitHistory, gitMade } from '../git/git-history.ts'
import { runCommand } from '../run-command.ts'
import { keepLearningsFile, openLearningsFolder } from './learnings-folder.ts'
import { pendingFiles } from './pending-folder.ts'
import { broughtFiles } from './repository-files.ts'

const LARGEST = 1_048_576
const NOT_OURS = new Set(['.git', '.mettle'])

/** A file of the project; undefined if it is outside, even through a link, is not a file, or is too large. */
export function citedFile(root: string, file: string): CitedFile | undefined {
  try {
    const [home, place] = [realpathSync(root), realpathSync(isAbsolute(file) ? file : join(root, file))]
    const way = relative(home, place)
    if (way === '' || isAbsolute(way) || NOT_OURS.has(way.split(sep)[0]!) || way.split(sep)[0] === '..')
      return undefined
    const lines = readRegularText(place, { mostBytes: LARGEST, noFollow: true }).split(/\r?\n/)
    return { lines, changedAt: statSync(place).mtimeMs }
  } catch {
    return undefined
  }
}

/** A file outside any project; the previous text is kept beside it as `.bak`. */
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

export interface WorkshopSettings {
  /** The path of the collection; empty: none. */
  readonly collection: string
  readonly classifier: ClassifierSettings
  readonly trust: TrustPlace
}

/** The repository and the folder `.learnings` around a journal. */
export function openWorkshop(workspace: Workspace, settings: WorkshopSettings): ProjectAccess {
  const { root } = workspace
  /** Files that came with the repository are ignored until somebody here accepts them. */
  const isHeld = (path: string, text: string) => broughtFiles(workspace, settings).isHeld(path, text)
  const accepted = (path: string) => {
    const text = textOf(path)
    return text === undefined || isHeld(path, text) ? undefined : text
  }
  const goalOf = async (text: string | undefined) =>
    text !== undefined && isHeld(join(root, '.learnings', 'goal.yaml'), text)
      ? { problem: 'ignored until accepted: .learnings/goal.yaml came with the repository. Type: mettle trust' }
      : yamlOf(text)
  return {
    changeSince: (since) => gitChange(workspace, since),
    currentCommit: () => headCommit(workspace),
    history: (of) => gitHistory(workspace, of),
    commitsMade: (since) => gitMade(workspace, since),
    commitsOf: (name) => gitCommits(workspace, name),
    citedFile: (file) => citedFile(root, file),
    pendingFiles: async () => {
      const otherRoots = (await worktreeRoots(workspace)).filter((other) => other !== root)
      return pendingFiles(root, otherRoots, broughtFiles(workspace, { ...settings, otherRoots }))
    },
    goalFile: () => goalOf(textOf(join(root, '.learnings', 'goal.yaml'))),
    keepLearningsFile: (name, text) => keepLearningsFile(root, name, text),
    learningsFolder: () => openLearningsFolder(root),
    learningsFile: (name) => accepted(join(root, '.learnings', name)),
    collection: settings.collection === '' ? undefined : collectionFile(resolve(root, settings.collection)),
    model: openModel(settings.classifier, root),
    run: (command) => runCommand(command, root),
  }
}

async function yamlOf(text: string | undefined): ReturnType<ProjectAccess['goalFile']> {
  if (text === undefined) return undefined
  try {
    return { data: (await import('../../compat/formats/small-yaml.ts')).readSmallYaml(text) }
  } catch (error) {
    return { problem: `.learnings/goal.yaml cannot be read: ${(error as Error).message}` }
  }
}

function textOf(path: string): string | undefined {
  return orElse(() => readRegularText(path, { mostBytes: LARGEST, noFollow: true }), undefined)
}
