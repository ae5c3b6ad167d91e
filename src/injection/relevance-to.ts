import { combinedRelevance, pathTokens, relevance } from '../engine/laws/relevance.ts'
import { commandSubject, type Subject } from '../engine/shell/command-subject.ts'
import { fileSubject } from '../engine/shell/file-subject.ts'
import type { PatternRecord } from '../engine/standing/pattern-record.ts'
import { aboutness } from './aboutness.ts'

/** The relevance of a pattern to some work. */
export interface RelevanceTo {
  /** By the topics of the pattern and the work, without the task. */
  readonly byTags: number
  /** With the similarity to the task: the number by which surfaces sort. */
  readonly whole: number
  /** It is about another language than that of the files. */
  readonly isOutOfPlace: boolean
}

/** The one place where relevance is computed for a surface. */
export function relevanceTo(record: PatternRecord, subject: Subject, similarity: number | undefined): RelevanceTo {
  if (subject.files.length + subject.tags.length === 0)
    return { byTags: 0, whole: combinedRelevance(0, similarity), isOutOfPlace: false }
  const { byTags, isOutOfPlace } = aboutness(record, subject)
  return { byTags, whole: combinedRelevance(byTags, similarity), isOutOfPlace }
}

/** The subject of a step that names some files. */
export function withFiles({ tags }: Subject, files: readonly string[]): Subject {
  return { files, tags: [...new Set([...tags, ...fileSubject(files).tags])] }
}

/** The words that patterns would use for it. */
export function wordsWithFiles({ files, tags }: Subject): string[] {
  const about = relevance({ summary: '', changedFiles: files, tags }).tags
  return [...new Set([...about, ...files.flatMap(pathTokens)])]
}

/** By the programs that the command would start, and the extension of the file. */
export function toolSubject({ command, file }: { readonly command?: string; readonly file?: string }) {
  const given = command === undefined ? { files: [], tags: [] } : commandSubject(command)
  const files = [...(file === undefined ? [] : [file]), ...given.files]
  // Most commands name no files, so the code for files is not loaded for them.
  return files.length === 0 ? given : withFiles(given, files)
}
