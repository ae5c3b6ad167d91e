import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Relation, relationOf } from '../../src/engine/laws/relation.ts'
import { loadEmbedder } from '../../src/machine/load-embedder.ts'

/**
 * Pairs of lessons that say the same, contradict each other or are two lessons, written before the rules. The rules were tuned on `tuned.jsonl` only; look at the
 * totals of `held.jsonl`, never at its single errors.
 */
function pairsOf(file: string): { is: Relation['relation']; a: string; b: string }[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function measure(file: string) {
  const embedder = loadEmbedder()
  const judged = pairsOf(file).map(({ is, a, b }) => ({ is, as: relationOf(a, b, embedder).relation }))
  const count = (is?: Relation['relation'], as?: Relation['relation']) =>
    judged.filter((pair) => (is ?? pair.is) === pair.is && (as ?? pair.as) === pair.as).length
  return {
    pairs: judged.length,
    joinPrecision: count('same', 'same') / count(undefined, 'same'),
    joinRecall: count('same', 'same') / count('same'),
    conflictPrecision: count('conflict', 'conflict') / count(undefined, 'conflict'),
    conflictRecall: count('conflict', 'conflict') / count('conflict'),
    contradictionsJoined: count('conflict', 'same'),
  }
}

describe.each(['tuned.jsonl', 'held.jsonl'])('the pairs of %s', (file) => {
  const measured = measure(file)

  it('joins restatements, and hardly ever anything else', () => {
    expect(measured.pairs).toBeGreaterThanOrEqual(150)
    expect(measured.joinPrecision).toBeGreaterThanOrEqual(0.95)
    expect(measured.joinRecall).toBeGreaterThanOrEqual(0.75)
  })

  it('finds contradictions, and joins none of them', () => {
    expect(measured.conflictPrecision).toBeGreaterThanOrEqual(0.85)
    expect(measured.conflictRecall).toBeGreaterThanOrEqual(0.8)
    expect(measured.contradictionsJoined).toBe(0)
  })

  it('gives the same answer in both directions', () => {
    const embedder = loadEmbedder()
    for (const { a, b } of pairsOf(file))
      expect(relationOf(b, a, embedder).relation, `${a} | ${b}`).toBe(relationOf(a, b, embedder).relation)
  })
})

/** Written before lessons in other words were joined; 30 restatements, and 30 sentences that differ in one thing. */
it('joins most lessons that are said in other words, and none that differ in a thing', () => {
  const embedder = loadEmbedder()
  const joined = pairsOf('reworded.jsonl').flatMap(({ is, a, b }) =>
    relationOf(a, b, embedder).relation === 'same' ? [is] : [],
  )
  expect(joined.filter((is) => is !== 'same')).toEqual([])
  expect(joined.length).toBeGreaterThanOrEqual(18)
})

it.each([
  ['Values from the file override flags.', 'Flags override values from the file.'],
  ['Warm the cache first, then open the port.', 'Open the port first, then warm the cache.'],
  ['Copy the images from staging to the archive.', 'Copy the images from the archive to staging.'],
  ['Times in the report are HH:MM, dates DD-MM-YYYY.', 'Times in the report are HH:MM, dates YYYY-MM-DD.'],
  ['A release needs one reviewer.', 'A release needs three reviewers.'],
  ['Adding a column is safe because readers skip it.', 'Adding a column is not safe, even though readers skip it.'],
])('contradict each other: %s | %s', (a, b) => {
  expect(relationOf(a, b, loadEmbedder()).relation).toBe('conflict')
})

it.each([
  ['In tests, use the fake clock.', 'Use the fake clock in tests.'],
  ['Log the order and the customer.', 'Log the customer and the order.'],
  ['Tokens are read at boot and are never logged.', 'Tokens are read at boot; they are never logged.'],
  ['Do not use `var` in scripts; prefer `const`.', "Don't use var in scripts, prefer const."],
  [
    'Drafts older than a month are archived by the nightly job.',
    'The nightly job archives drafts that are older than a month.',
  ],
  [
    'A changed template is not used until the server is restarted.',
    'The server has to be restarted after a template is changed.',
  ],
])('say the same: %s | %s', (a, b) => {
  expect(relationOf(a, b, loadEmbedder()).relation).toBe('same')
})

it.each([
  [
    'another name',
    'Ask Mira before you change the invoice schema.',
    'Changes of the invoice schema need the consent of Jonas.',
  ],
  [
    'another number',
    'Failed uploads are retried three times.',
    'The uploader retries five times when an upload failed.',
  ],
  ['an exception', 'Every service writes its logs as JSON.', 'Services write JSON logs, except the edge proxy.'],
  ['another order', 'Start the broker before the workers.', 'The workers have to be up before the broker is started.'],
  [
    'the opposite',
    'Names of tags are case-sensitive in the search.',
    'The search treats the names of tags as case-insensitive.',
  ],
])('are not joined for being similar in meaning: %s', (_, a, b) => {
  expect(relationOf(a, b, loadEmbedder()).relation).not.toBe('same')
})
