import type { HistoryCommit } from '../../engine/governance/late-truth.ts'
import type { LearningsEntry } from '../../engine/laws/retention.ts'
import type { LineRange } from '../../engine/text/code-citations.ts'

/** `kept`: written; `same`: already there with this text; `other`: there with different text. */
export type KeptFile = 'kept' | 'same' | 'other'

/** The pipeline's access to the machine around the journal. */
export interface ProjectAccess {
  /** The changes since a commit, or since the last commit before a time. */
  changeSince(since: { readonly commit?: string; readonly at: number }): Promise<Change | Unavailable>
  /** The checked-out commit, if there is one. */
  currentCommit(): Promise<string | undefined>
  /** The commits of a branch since a time, newest first; without a name of the one that work is merged into. */
  history(of: { readonly branch?: string; readonly since: number }): Promise<History | Unavailable>
  /** The commits that were made in this checkout since a time, oldest first. */
  commitsMade(since: number): Promise<History | Unavailable>
  /** A commit by any name; for a merge, all its commits. */
  commitsOf(name: string): Promise<History | Unavailable>
  /** The lines of a file of the project; undefined for anything else. */
  citedFile(file: string): CitedFile | undefined
  /** Files in which agents left learnings, including misplaced ones. */
  pendingFiles(): Promise<PendingFiles>
  /** The text of a file in `.learnings`, if it exists and was written here or accepted. */
  learningsFile(name: string): string | undefined
  /** Puts a file into the folder `.learnings`, unless there is one of that name. */
  keepLearningsFile(name: string, text: string): KeptFile
  /** The removable content of `.learnings`. */
  learningsFolder(): LearningsFolder
  /** `.learnings/goal.yaml` as plain data, if there is one. */
  goalFile(): Promise<{ readonly data: unknown } | { readonly problem: string } | undefined>
  /** The collection that a person configured, for patterns proven in several projects. */
  readonly collection?: CollectionFile
  readonly model?: Model
  /** Runs a program without a shell, within a time and a size. */
  run(command: CommandLine): Promise<CommandEnd>
}

/** A model that a person configured to label learnings. */
export interface Model {
  readonly name: string
  readonly mostCalls: number
  readonly mostTokens: number
  readonly answerTokens: number
  /** The problem's description contains nothing from the answer, and no key. */
  ask(prompt: string): Promise<{ readonly text: string; readonly tokens?: number } | { readonly problem: string }>
}

export interface CitedFile {
  readonly lines: readonly string[]
  readonly changedAt: number
}

export interface LearningsFolder {
  entries(): readonly LearningsEntry[]
  /** False if it has changed since it was listed, and so was kept. */
  remove(path: string): boolean
}

export interface CollectionFile {
  read(): string | undefined
  /** Replaces the text atomically; keeps a backup of the old one. */
  write(text: string): void
}

export interface Change {
  readonly base: string
  /** From the root of the repository, with forward slashes. */
  readonly files: readonly string[]
  /** A file's changed lines in its current version; undefined if it is gone. */
  linesOf(file: string): Promise<readonly LineRange[] | undefined>
}

export interface History {
  readonly branch: string
  readonly commits: readonly HistoryCommit[]
}

export interface Unavailable {
  readonly unavailable: string
}

export function isUnavailable(answer: object): answer is Unavailable {
  return 'unavailable' in answer
}

export interface PendingFiles {
  readonly files: readonly PendingFile[]
  /** Files that came with the repository and were not accepted on this machine; they stay where they are. */
  readonly held: readonly string[]
}

export interface PendingFile {
  readonly name: string
  /** Relative to the root, for display. */
  readonly path: string
  /** It lay in a folder `.learnings/pending` other than the root's. */
  readonly isStray: boolean
  readonly content: { readonly text: string } | { readonly problem: string }
  /** Moves a recorded file to the archive. */
  archive(): void
  /** Moves an unusable file away, with the reason beside it. */
  setAside(reason: string): void
}

export interface CommandLine {
  readonly argv: readonly string[]
  readonly input?: string
  readonly timeLimitMs: number
  readonly environment?: Readonly<Record<string, string>>
}

/** How a program ended. `problem`: it was stopped, by the time or size limit. */
export interface CommandEnd {
  readonly exitCode?: number
  readonly output: string
  readonly problem?: string
}
