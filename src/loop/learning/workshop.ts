import type { HistoryCommit } from '../../engine/governance/late-truth.ts'
import type { LearningsEntry } from '../../engine/laws/retention.ts'
import type { LineRange } from '../../engine/text/citations.ts'

/** Whether a file was written, was there with this text already, or is there with another one. */
export type KeptFile = 'kept' | 'same' | 'other'

/** What the pipeline may ask of the machine around the journal. */
export interface Workshop {
  /** What the work has changed since a commit, or since the last one before a time. */
  changeSince(since: { readonly commit?: string; readonly at: number }): Promise<Change | Unavailable>
  /** The commit that is checked out, if there is a repository with one. */
  currentCommit(): Promise<string | undefined>
  /** The commits of a branch since a time, newest first; without a name of the one that work is merged into. */
  history(of: { readonly branch?: string; readonly since: number }): Promise<History | Unavailable>
  /** The commits that were made in this checkout since a time, oldest first. */
  commitsMade(since: number): Promise<History | Unavailable>
  /** A commit by any name, and of a merge all that it brought. */
  commitsOf(name: string): Promise<History | Unavailable>
  /** The lines of a file of the project; undefined for anything else. */
  citedFile(file: string): CitedFile | undefined
  /** Files in which agents left what they learned, their own and those that went astray. */
  pendingFiles(): Promise<PendingFiles>
  /** The text of a file in the folder `.learnings`, if there is one that was written here or accepted. */
  learningsFile(name: string): string | undefined
  /** Puts a file into the folder `.learnings`, unless there is one of that name. */
  keepLearningsFile(name: string, text: string): KeptFile
  /** What lies in the folder `.learnings` and may leave one day. */
  learningsFolder(): LearningsFolder
  /** `.learnings/goal.yaml` as plain data, if there is one. */
  goalFile(): Promise<{ readonly data: unknown } | { readonly problem: string } | undefined>
  /** The collection that a person named, where what has proven itself in several projects is gathered. */
  readonly collection?: CollectionFile
  readonly model?: Model
  /** Runs a program without a shell, within a time and a size. */
  run(command: CommandLine): Promise<CommandEnd>
}

/** A model that a person named in their own settings to label learnings. */
export interface Model {
  readonly name: string
  readonly mostCalls: number
  readonly mostTokens: number
  readonly answerTokens: number
  /** The problem is told in words that hold nothing of the answer or of any key. */
  ask(prompt: string): Promise<{ readonly text: string; readonly tokens?: number } | { readonly problem: string }>
}

export interface CitedFile {
  readonly lines: readonly string[]
  readonly changedAt: number
}

export interface LearningsFolder {
  entries(): readonly LearningsEntry[]
  /** False when it has changed since it was listed; then it stays. */
  remove(path: string): boolean
}

export interface CollectionFile {
  read(): string | undefined
  /** Puts the text in its place at once; what was there is kept beside it. */
  write(text: string): void
}

export interface Change {
  readonly base: string
  /** From the root of the repository, with forward slashes. */
  readonly files: readonly string[]
  /** The changed lines of one of the files as it is now; undefined when it is gone. */
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
  /** Paths of files that came with the repository and that nobody on this machine accepted. They stay where they are. */
  readonly held: readonly string[]
}

export interface PendingFile {
  readonly name: string
  /** From the root, for people. */
  readonly path: string
  /** It lay in a folder `.learnings/pending` other than the root's. */
  readonly isStray: boolean
  readonly content: { readonly text: string } | { readonly problem: string }
  /** Moves it to the archive: what it says is in the journal. */
  archive(): void
  /** Moves it out of the way with the reason beside it: it says nothing that can be recorded. */
  setAside(reason: string): void
}

export interface CommandLine {
  readonly argv: readonly string[]
  readonly input?: string
  readonly timeLimitMs: number
  readonly environment?: Readonly<Record<string, string>>
}

/** How a program ended. `problem`: it did not end by itself, or said more than it may. */
export interface CommandEnd {
  readonly exitCode?: number
  readonly output: string
  readonly problem?: string
}
