import { roundTo } from '../../domain/numbers.ts'
import { stopWords, textTokens } from '../search/words.ts'
import { EXTENSION_TAGS, extensionOf, PATH_TAGS } from '../shell/path-tags.ts'

export interface RelevanceQuestion {
  readonly summary: string
  readonly context?: readonly string[] | undefined
  readonly changedFiles: readonly string[]
  /** Topics of the work from other sources. */
  readonly tags?: readonly string[] | undefined
}

export interface Relevance {
  readonly score: number
  readonly method: 'context_tags'
  /** Topics of the changed files. */
  readonly tags: readonly string[]
  /** Topics of the pattern. */
  readonly keywords: readonly string[]
  readonly matched: readonly string[]
}

/** Topics of some work, from its files and other sources, and the words of its paths. */
export interface WorkTopics {
  readonly tags: ReadonlySet<string>
  readonly pathWords: ReadonlySet<string>
}

/** Topics of a pattern, and those in its summary alone. */
export interface PatternTopics {
  readonly keywords: readonly string[]
  readonly summaryWords: readonly string[]
}

export const RELEVANCE = { minKeywordLength: 3, pathBonus: 0.2 }

/**
 * How relevant a pattern is to the changed files:
 * `min(1, matched / keywords + (a summary word is in a path ? 0.2 : 0))`, to two decimals.
 *
 * Tags match whole path tokens: `src/latest.ts` is no test, `src/author.ts` no auth.
 * Keywords check, token, expiry, requests, auth with a change in src/login.ts: token and auth match, 2 / 5 = 0.4.
 */
export function relevance(question: RelevanceQuestion, policy = RELEVANCE): Relevance {
  const work = workTopics(question.changedFiles, question.tags)
  const pattern = patternTopics(question.summary, question.context, policy)
  const { keywords } = pattern
  const matched = keywords.filter((keyword) => work.tags.has(keyword))
  const score = topicRelevance(pattern, work, policy)
  return { score, method: 'context_tags', tags: [...work.tags], keywords, matched }
}

/** Only the score, for comparing many patterns with the same work. */
export function topicRelevance(pattern: PatternTopics, work: WorkTopics, policy = RELEVANCE): number {
  const { keywords, summaryWords } = pattern
  let matched = 0
  for (const keyword of keywords) if (work.tags.has(keyword)) matched += 1
  const isNamed = summaryWords.some((word) => work.pathWords.has(word))
  const overlap = keywords.length === 0 ? 0 : matched / keywords.length
  return roundTo(Math.min(1, overlap + (isNamed ? policy.pathBonus : 0)), 2)
}

export function workTopics(changedFiles: readonly string[], known: readonly string[] = []): WorkTopics {
  const pathWords = new Set(changedFiles.flatMap(pathTokens))
  return { tags: new Set([...tagsOf(changedFiles, pathWords), ...known]), pathWords }
}

export function patternTopics(summary: string, context: readonly string[] = [], policy = RELEVANCE): PatternTopics {
  const summaryWords = keywordsOf([summary], policy)
  return { keywords: context.length === 0 ? summaryWords : keywordsOf([summary, ...context], policy), summaryWords }
}

/**
 * The relevance of a pattern to some work, from two independent numbers: the share of its keywords that the work has, and its similarity to the task. `1 - (1 -
 * tags) x (1 - similarity)`, so that either is enough and neither lowers the other.
 * Tags 0.4 and similarity 0.5: 1 - 0.6 x 0.5 = 0.7. Without a task: 0.4.
 */
export function combinedRelevance(tags: number, similarity = 0): number {
  return roundTo(1 - (1 - tags) * (1 - Math.min(1, Math.max(0, similarity))), 4)
}

function keywordsOf(texts: readonly string[], policy: typeof RELEVANCE): string[] {
  const words = texts.flatMap(textTokens)
  return [...new Set(words)].filter((word) => word.length >= policy.minKeywordLength && !stopWords().has(word))
}

function tagsOf(files: readonly string[], words: ReadonlySet<string>): Set<string> {
  const extensions = new Set(files.map(extensionOf))
  const byPath = PATH_TAGS.filter(({ tokens }) => tokens.some((token) => words.has(token)))
  const byExtension = EXTENSION_TAGS.filter((entry) => entry.extensions.some((each) => extensions.has(each)))
  return new Set([...byPath, ...byExtension].flatMap(({ tags }) => tags))
}

/** `src/userAuth/HTTPServer_test.ts` -> src, user, auth, http, server, test, ts. */
export function pathTokens(path: string): string[] {
  return textTokens(withoutHumps(path).replaceAll('_', ' '))
}

/** The Unicode tables take long to load, and most paths need none. */
function withoutHumps(path: string): string {
  return /^[\0-\x7f]*$/.test(path)
    ? path.replace(/([a-z0-9])(?=[A-Z])/g, '$1 ').replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    : path.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
}
