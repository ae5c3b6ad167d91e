import { pathTokens, relevance } from '../engine/laws/relevance.ts'
import type { Subject } from '../engine/shell/command-subject.ts'
import { fileSubject } from '../engine/shell/file-subject.ts'

/** What a step is about that names some files. */
export function withFiles({ tags }: Subject, files: readonly string[]): Subject {
  return { files, tags: [...new Set([...tags, ...fileSubject(files).tags])] }
}

/** The words by which patterns would speak of it. */
export function wordsWithFiles({ files, tags }: Subject): string[] {
  const about = relevance({ summary: '', changedFiles: files, tags }).tags
  return [...new Set([...about, ...files.flatMap(pathTokens)])]
}
