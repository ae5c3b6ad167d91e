import { EXTENSION_TAGS } from './extension-tags.ts'
import { PATH_TAGS } from './path-tags.ts'
import { roundTo } from './rounding.ts'
import { stopWords } from './stop-words.ts'
import { textTokens } from './text-tokens.ts'

export interface RelevanceQuestion {
  readonly summary: string
  /** The pattern's own context tags. */
  readonly context?: readonly string[] | undefined
  readonly changedFiles: readonly string[]
  /** What is known otherwise of what the work is about. */
  readonly tags?: readonly string[] | undefined
}

export interface Relevance {
  readonly score: number
  readonly method: 'context_tags'
  /** What the changed files are about. */
  readonly tags: readonly string[]
  /** What the pattern is about. */
  readonly keywords: readonly string[]
  /** In both. */
  readonly matched: readonly string[]
}

export const RELEVANCE = { minKeywordLength: 3, pathBonus: 0.2 }

/**
 * How much a pattern has to do with the changed files:
 * `min(1, matched / keywords + (a summary word is in a path ? 0.2 : 0))`, to two decimals.
 *
 * Tags match whole path tokens: `src/latest.ts` is no test, `src/author.ts` no auth.
 * Keywords check, token, expiry, requests, auth with a change in src/login.ts: token and auth match, 2 / 5 = 0.4.
 */
export function relevance(question: RelevanceQuestion, policy = RELEVANCE): Relevance {
  const { summary, context = [], changedFiles } = question
  const paths = changedFiles.map(pathTokens)
  const tags = new Set([...tagsOf(changedFiles, paths), ...(question.tags ?? [])])
  const keywords = keywordsOf([summary, ...context], policy)
  const matched = keywords.filter((keyword) => tags.has(keyword))
  const pathWords = new Set(paths.flat())
  const named = keywordsOf([summary], policy).some((word) => pathWords.has(word))
  const overlap = keywords.length === 0 ? 0 : matched.length / keywords.length
  const score = roundTo(Math.min(1, overlap + (named ? policy.pathBonus : 0)), 2)
  return { score, method: 'context_tags', tags: [...tags], keywords, matched }
}

/**
 * One number for how much a pattern has to do with some work, from two that each speak alone: the share of its keywords that the work has,
 * and how like the task it is. `1 - (1 - tags) x (1 - similarity)`, so that either can carry it and neither lowers the other.
 * Tags 0.4 and similarity 0.5: 1 - 0.6 x 0.5 = 0.7. Where there is no task: 0.4.
 */
export function combinedRelevance(tags: number, similarity = 0): number {
  return roundTo(1 - (1 - tags) * (1 - Math.min(1, Math.max(0, similarity))), 4)
}

function keywordsOf(texts: readonly string[], policy: typeof RELEVANCE): string[] {
  const words = texts.flatMap(textTokens)
  return [...new Set(words)].filter(
    (word) => word.length >= policy.minKeywordLength && !stopWords().has(word),
  )
}

function tagsOf(files: readonly string[], paths: readonly (readonly string[])[]): Set<string> {
  const words = new Set(paths.flat())
  const extensions = new Set(files.map(extensionOf))
  const byPath = PATH_TAGS.filter(({ tokens }) => tokens.some((token) => words.has(token)))
  const byExtension = EXTENSION_TAGS.filter((entry) => entry.extensions.some((each) => extensions.has(each)))
  return new Set([...byPath, ...byExtension].flatMap(({ tags }) => tags))
}

/** `src/userAuth/HTTPServer_test.ts` -> src, user, auth, http, server, test, ts. */
export function pathTokens(path: string): string[] {
  return textTokens(withoutHumps(path).replaceAll('_', ' '))
}

/** The tables of all scripts take long to load; most paths need none. */
function withoutHumps(path: string): string {
  return /^[\0-\x7f]*$/.test(path)
    ? path.replace(/([a-z0-9])(?=[A-Z])/g, '$1 ').replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    : path.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
}

/** `src/a.test.TS` -> ts; nothing where there is no dot. */
export function extensionOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
}
