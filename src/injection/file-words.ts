import type { Subject } from '../engine/command-subject.ts'
import { fileSubject } from '../engine/file-subject.ts'
import { pathTokens, relevance } from '../engine/relevance.ts'

/** What a step is about that names some files. */
export function withFiles({ tags }: Subject, files: readonly string[]): Subject {
  return { files, tags: [...new Set([...tags, ...fileSubject(files).tags])] }
}

/** The words by which patterns would speak of it. */
export function wordsWithFiles({ files, tags }: Subject): string[] {
  const about = relevance({ summary: '', changedFiles: files, tags }).tags
  return [...new Set([...about, ...files.flatMap(pathTokens)])]
}
