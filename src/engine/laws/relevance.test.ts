import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stopWords } from '../search/words.ts'
import { EXTENSION_TAGS, PATH_TAGS } from '../shell/path-tags.ts'
import { combinedRelevance, pathTokens, relevance } from './relevance.ts'

const scoreOf = (summary: string, changedFiles: string[], context?: string[]) =>
  relevance({ summary, changedFiles, context }).score

describe('relevance', () => {
  it('is the share of keywords that the changed files are about', () => {
    expect(
      relevance({
        summary: 'Check the token expiry before requests',
        context: ['auth'],
        changedFiles: ['src/login.ts'],
      }),
    ).toMatchObject({
      score: 0.4,
      method: 'context_tags',
      keywords: ['check', 'token', 'expiry', 'requests', 'auth'],
      matched: ['token', 'auth'],
    })
  })

  it('adds 0.2 once when a word of the summary is in a path', () => {
    expect(scoreOf('billing invoices rounding', ['src/other.ts'])).toBe(0)
    expect(scoreOf('billing invoices rounding', ['src/billing.ts'])).toBe(0.2)
    expect(scoreOf('billing invoices rounding', ['src/billing/invoices.ts'])).toBe(0.2)
  })

  it('takes that word from the summary, not from the context', () => {
    expect(scoreOf('rounding', ['src/billing.ts'], ['billing'])).toBe(0)
  })

  it('is capped at 1, with two decimals', () => {
    expect(scoreOf('auth login', ['src/auth/login.ts'])).toBe(1)
    expect(scoreOf('auth apples pears', ['src/oauth.ts'])).toBe(0.33)
  })

  it('is 0 without keywords or without changed files', () => {
    expect(relevance({ summary: 'do it', changedFiles: ['src/auth.ts'] })).toMatchObject({
      score: 0,
      keywords: [],
    })
    expect(scoreOf('auth login', [])).toBe(0)
  })

  it('leaves out stop words, short words and repeats', () => {
    const { keywords } = relevance({ summary: 'Always use the DB id with Tokens, tokens', changedFiles: [] })
    expect(keywords).toEqual(['tokens'])
  })

  it.each([
    ['src/author.ts', 'auth'],
    ['src/latest.ts', 'test'],
    ['src/capital.ts', 'api'],
    ['src/redocs.md', 'docs'],
    ['src/rebuild.ts', 'build'],
  ])('matches whole path tokens: %s is not about %s', (path, tag) => {
    expect(relevance({ summary: tag, changedFiles: [path] })).toMatchObject({ score: 0, matched: [] })
  })

  it.each([
    ['src/auth/x', 'auth'],
    ['src/userAuth.go', 'auth'],
    ['api/x', 'api'],
    ['x_test.go', 'test'],
    ['db/001.up', 'database'],
    ['components/x', 'component'],
    ['config/x', 'config'],
    ['build/x', 'build'],
    ['.github/workflows/x', 'pipeline'],
    ['docs/x', 'docs'],
    ['security/x', 'security'],
    ['cli/x', 'cli'],
    ['services/x', 'service'],
    ['a.ts', 'typescript'],
    ['a.mjs', 'javascript'],
    ['a.PY', 'python'],
    ['a.vue', 'frontend'],
  ])('%s is about %s', (path, tag) => {
    expect(relevance({ summary: 'x', changedFiles: [path] }).tags).toContain(tag)
  })

  it('gives a Python change no tags of a user interface', () => {
    expect(relevance({ summary: 'x', changedFiles: ['a.py'] }).tags).toEqual(['python', 'pytest'])
    expect(relevance({ summary: 'x', changedFiles: ['py'] }).tags).toEqual([])
  })
})

describe('path tokens', () => {
  it('end at separators and at a change of case', () => {
    expect(pathTokens('src/userAuth/HTTPServer_test.ts')).toEqual([
      'src',
      'user',
      'auth',
      'http',
      'server',
      'test',
      'ts',
    ])
  })
})

describe('word lists', () => {
  it('have 12 path entries and 4 extension entries', () => {
    expect(PATH_TAGS).toHaveLength(12)
    expect(EXTENSION_TAGS).toHaveLength(4)
  })

  it('hold nothing that could never match', () => {
    for (const tag of [...PATH_TAGS, ...EXTENSION_TAGS].flatMap((entry) => entry.tags)) {
      expect(tag.length > 2 && !stopWords().has(tag), tag).toBe(true)
    }
    for (const word of stopWords()) expect(word.length, word).toBeGreaterThan(2)
    for (const token of PATH_TAGS.flatMap((entry) => entry.tokens)) expect(pathTokens(token)).toEqual([token])
  })

  it('name each path token once', () => {
    const tokens = PATH_TAGS.flatMap((entry) => entry.tokens)
    expect(new Set(tokens).size).toBe(tokens.length)
  })
})

describe('laws of relevance', () => {
  it('stays between 0 and 1 for any text and any paths', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (summary, changedFiles) => {
        const { score } = relevance({ summary, changedFiles })
        expect(score >= 0 && score <= 1).toBe(true)
      }),
    )
  })

  it('never falls with one more changed file', () => {
    const path = fc.constantFrom('src/auth.ts', 'docs/a.md', 'api/b.py', 'lib/token.go', 'x')
    fc.assert(
      fc.property(fc.array(path), path, fc.lorem(), (files, more, words) => {
        const summary = `token api docs ${words}`
        expect(scoreOf(summary, [...files, more])).toBeGreaterThanOrEqual(scoreOf(summary, files))
      }),
    )
  })
})

describe('combined with the similarity to a task', () => {
  it('either can carry it', () => {
    expect(combinedRelevance(0.4, 0.5)).toBe(0.7)
    expect(combinedRelevance(0.4)).toBe(0.4)
    expect(combinedRelevance(0, 0.5)).toBe(0.5)
  })

  it('is from 0 to 1, below neither, and takes a similarity that points the other way for none', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(share, fc.double({ min: -1, max: 1.1, noNaN: true }), (tags, similarity) => {
        const whole = combinedRelevance(tags, similarity)
        expect(whole).toBeGreaterThanOrEqual(Math.max(tags, Math.min(1, similarity)) - 1e-4)
        expect(whole).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('tags that are known otherwise', () => {
  it('count like those of files', () => {
    const question = { summary: 'Check the token expiry before requests', changedFiles: [] }
    expect(relevance({ ...question, tags: ['token'] })).toMatchObject({ score: 0.25, matched: ['token'] })
  })
})
