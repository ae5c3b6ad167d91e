import { join, resolve } from 'node:path'
import { readSmallYaml } from '../../compat/formats/small-yaml.ts'
import type { Workshop } from '../../loop/learning/workshop.ts'
import { type ClassifierSettings, openModel } from '../ask-model.ts'
import { readRegularText } from '../files/regular-file.ts'
import type { TrustPlace } from '../gate/trust-place.ts'
import { gitChange, headCommit, worktreeRoots } from '../git/git-change.ts'
import { gitCommits, gitHistory } from '../git/git-history.ts'
import { runCommand } from '../run-command.ts'
import type { Workspace } from '../workspace.ts'
import { citedFile } from './cited-file.ts'
import { collectionFile } from './collection-file.ts'
import { keepLearningsFile, openLearningsFolder } from './learnings-folder.ts'
import { pendingFiles } from './pending-folder.ts'
import { broughtFiles } from './repository-files.ts'

const LARGEST = 1_048_576

export interface WorkshopSettings {
  /** The path of the collection; empty: none. */
  readonly collection: string
  readonly classifier: ClassifierSettings
  readonly trust: TrustPlace
}

/** The repository and the folder `.learnings` around a journal. */
export function openWorkshop(workspace: Workspace, settings: WorkshopSettings): Workshop {
  const { root } = workspace
  /** What came with the repository says nothing until somebody here accepted it. */
  const isHeld = (path: string, text: string) => broughtFiles(workspace, settings).isHeld(path, text)
  const accepted = (path: string) => {
    const text = textOf(path)
    return text === undefined || isHeld(path, text) ? undefined : text
  }
  const goalOf = (text: string | undefined) =>
    text !== undefined && isHeld(join(root, '.learnings', 'goal.yaml'), text)
      ? {
          problem:
            'ignored until accepted: .learnings/goal.yaml came with the repository. Type: mettle trust',
        }
      : yamlOf(text)
  return {
    changeSince: (since) => gitChange(workspace, since),
    currentCommit: () => headCommit(workspace),
    history: (of) => gitHistory(workspace, of),
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
    ...modelPart(settings.classifier, root),
    run: (command) => runCommand(command, root),
  }
}

function modelPart(classifier: ClassifierSettings, root: string): Pick<Workshop, 'model'> {
  const model = openModel(classifier, root)
  return model === undefined ? {} : { model }
}

function yamlOf(text: string | undefined): ReturnType<Workshop['goalFile']> {
  if (text === undefined) return undefined
  try {
    return { data: readSmallYaml(text) }
  } catch (error) {
    return { problem: `.learnings/goal.yaml cannot be read: ${(error as Error).message}` }
  }
}

function textOf(path: string): string | undefined {
  try {
    return readRegularText(path, { mostBytes: LARGEST, noFollow: true })
  } catch {
    return undefined
  }
}
