import { join, resolve } from 'node:path'
import { readSmallYaml } from '../interchange/small-yaml.ts'
import type { Workshop } from '../loop/workshop.ts'
import { type ClassifierSettings, openModel } from './ask-model.ts'
import { citedFile } from './cited-file.ts'
import { collectionFile } from './collection-file.ts'
import { gitChange, headCommit, worktreeRoots } from './git-change.ts'
import { gitCommits, gitHistory } from './git-history.ts'
import { keepLearningsFile, openLearningsFolder } from './learnings-folder.ts'
import { pendingFiles } from './pending-folder.ts'
import { readRegularText } from './regular-file.ts'
import { runCommand } from './run-command.ts'
import type { Workspace } from './workspace.ts'

const LARGEST = 1_048_576

export interface WorkshopSettings {
  /** The path of the collection; empty: none. */
  readonly collection: string
  readonly classifier: ClassifierSettings
}

/** The repository and the folder `.learnings` around a journal. */
export function openWorkshop(workspace: Workspace, settings: WorkshopSettings): Workshop {
  const { root } = workspace
  return {
    changeSince: (since) => gitChange(workspace, since),
    currentCommit: () => headCommit(workspace),
    history: (of) => gitHistory(workspace, of),
    commitsOf: (name) => gitCommits(workspace, name),
    citedFile: (file) => citedFile(root, file),
    pendingFiles: async () =>
      pendingFiles(
        root,
        (await worktreeRoots(workspace)).filter((other) => other !== root),
      ),
    goalFile: () => yamlOf(textOf(join(root, '.learnings', 'goal.yaml'))),
    keepLearningsFile: (name, text) => keepLearningsFile(root, name, text),
    learningsFolder: () => openLearningsFolder(root),
    learningsFile: (name) => textOf(join(root, '.learnings', name)),
    ...(settings.collection === '' ? {} : { collection: collectionFile(resolve(root, settings.collection)) }),
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
