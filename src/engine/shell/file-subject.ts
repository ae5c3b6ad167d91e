import type { Subject } from './command-subject.ts'
import { LANGUAGES, type Language } from './languages.ts'
import { extensionOf } from './path-tags.ts'

/** The subject of files, by their extensions: the words of their languages. The law of relevance reads the paths itself. */
export function fileSubject(files: readonly string[]): Subject {
  const extensions = new Set(files.map(extensionOf))
  const tags = LANGUAGES.filter((language) => language.extensions.some((each) => extensions.has(each)))
  return { files, tags: [...new Set(tags.flatMap(({ words }) => words))] }
}

/** The word for the language of a file: `cmd/run.go` -> golang. */
export function languageOf(file: string): string | undefined {
  const extension = extensionOf(file)
  return LANGUAGES.find(({ extensions }) => extensions.includes(extension))?.words[0]
}

/**
 * Whether words name other languages than those of some files, and none of theirs. Words without a language fit every file, and a
 * file of no known language accepts everything.
 *
 * `React components …` does not fit a.py, nor api/views.py, whatever its folder is called; `pytest for React components …` does.
 */
export function isOutOfPlace(words: ReadonlySet<string>, files: readonly string[]): boolean {
  return speaksOfOthers(languagesIn(words), knownExtensions(files))
}

/** The same for languages that were already found, and the known extensions of files. */
export function speaksOfOthers(spoken: readonly Language[], extensions: readonly string[]): boolean {
  if (extensions.length === 0 || spoken.length === 0) return false
  return !spoken.some((language) => extensions.some((each) => fits(language, each)))
}

export function languagesIn(words: ReadonlySet<string>): readonly Language[] {
  return LANGUAGES.filter((language) => language.words.some((word) => words.has(word)))
}

export function knownExtensions(files: readonly string[]): string[] {
  return files.map(extensionOf).filter((each) => LANGUAGES.some((language) => fits(language, each)))
}

function fits({ extensions, also = [] }: Language, extension: string): boolean {
  return extensions.includes(extension) || also.includes(extension)
}
