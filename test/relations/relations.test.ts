import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Relation, relationOf } from '../../src/engine/laws/relation.ts'
import { loadEmbedder } from '../../src/machine/load-embedder.ts'

/**
 * Pairs of lessons that say the same, contradict each other or are two lessons, written before the rules. The rules were tuned on `tuned.jsonl` only; look at the
 * totals of `held.jsonl`, never at its single errors.
 *
 * Code joins only what repeats the same words, and must not be wrong about that. What is near is left to whoever reads it, so a restatement counts as found if it is joined or near.
 */
function pairsOf(file: string): { is: Relation['relation']; a: string; b: string }[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ same, is = same ? 'same' : 'different', a, b }) => ({ is, a, b }))
}

function measure(file: string) {
  const embedder = loadEmbedder()
  const judged = pairsOf(file).map(({ is, a, b }) => ({ is, as: relationOf(a, b, embedder).relation }))
  const count = (is?: Relation['relation'], as?: Relation['relation']) =>
    judged.filter((pair) => (is ?? pair.is) === pair.is && (as ?? pair.as) === pair.as).length
  return {
    pairs: judged.length,
    joined: count('same', 'same'),
    wronglyJoined: count(undefined, 'same') - count('same', 'same'),
    found: (count('same', 'same') + count('same', 'near')) / count('same'),
    conflictPrecision: count('conflict', 'conflict') / count(undefined, 'conflict'),
    conflictRecall: count('conflict', 'conflict') / count('conflict'),
  }
}

describe.each(['tuned.jsonl', 'held.jsonl'])('the pairs of %s', (file) => {
  const measured = measure(file)

  it('joins what repeats the same words and nothing else, and finds nearly every restatement', () => {
    expect(measured.pairs).toBeGreaterThanOrEqual(150)
    expect(measured.wronglyJoined).toBe(0)
    expect(measured.joined).toBeGreaterThanOrEqual(25)
    expect(measured.found).toBeGreaterThanOrEqual(0.9)
  })

  it('finds contradictions', () => {
    expect(measured.conflictPrecision).toBeGreaterThanOrEqual(0.85)
    expect(measured.conflictRecall).toBeGreaterThanOrEqual(0.8)
  })

  it('gives the same answer in both directions', () => {
    const embedder = loadEmbedder()
    for (const { a, b } of pairsOf(file))
      expect(relationOf(b, a, embedder).relation, `${a} | ${b}`).toBe(relationOf(a, b, embedder).relation)
  })
})

/** Restatements that share few words, and sentences that differ in one thing; of many stacks, written without the rules in view. The rules were tuned on `stacks.jsonl`; look at the totals of `stacks-held.jsonl` only. */
it.each(['reworded.jsonl', 'stacks.jsonl', 'stacks-held.jsonl'])(
  'finds eight in ten restatements of %s, and joins no trap',
  (file) => {
    const { found, wronglyJoined } = measure(file)
    expect(found).toBeGreaterThanOrEqual(0.8)
    expect(wronglyJoined).toBe(0)
  },
)

/** The hard pairs: of 600, code joins none, for it cannot know. */
it.each(['pairs-1', 'pairs-2-seen', 'pairs-2-held'])('joins no trap of %s', (file) => {
  expect(measure(`../../bench/relations/${file}.jsonl`).wronglyJoined).toBe(0)
})

it.each([
  ['Values from the file override flags.', 'Flags override values from the file.'],
  ['Warm the cache first, then open the port.', 'Open the port first, then warm the cache.'],
  ['Copy the images from staging to the archive.', 'Copy the images from the archive to staging.'],
  ['Times in the report are HH:MM, dates DD-MM-YYYY.', 'Times in the report are HH:MM, dates YYYY-MM-DD.'],
  ['A release needs one reviewer.', 'A release needs three reviewers.'],
  ['Adding a column is safe because readers skip it.', 'Adding a column is not safe, even though readers skip it.'],
  ['Indexes are built automatically at boot.', 'Indexes are never built at boot; build them by hand.'],
  ['Use hard links; copies fill the disk.', 'Use copies; hard links fill the disk.'],
])('contradict each other: %s | %s', (a, b) => {
  expect(relationOf(a, b, loadEmbedder()).relation).toBe('conflict')
})

it.each([
  ['Read paths against rootDir(), not process.cwd().', 'Use rootDir() rather than process.cwd() to read paths.'],
  ['Never mock the mailer in checkout tests.', 'Checkout tests run against a real mailer rather than a mock.'],
  [
    'Amounts of the checkout page come from `prices.yaml` and need a restart.',
    'Restart the shop when you edit `prices.yaml`, or checkout shows old amounts.',
  ],
  ['Browser tests read what `make seed` loads.', 'Run `make seed` first, because browser tests need the rows.'],
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
  [
    'Labels of the board are managed by a script; edits in the browser get overwritten.',
    "Don't change labels of the board in the browser, as the script will revert them.",
  ],
  ['Restart the JS worker after pulling.', 'After pulling, restart the JavaScript worker.'],
  [
    'Nobody but the build captain may merge while the tree is red.',
    'While the tree is red, only the build captain merges.',
  ],
  ['Break up modules that exceed 500 lines.', 'Modules over 500 lines should be split.'],
  ['Take the mutex before you loop over the job table.', 'Hold the lock while iterating over the job table.'],
  ['Start the emulator agianst the seeded data.', 'Start the emulator against the seeded data.'],
  ['Do not print session keys.', 'Session keys must never end up printed.'],
  ['The kernel module is off limits to plugins.', 'Plugins must stay out of the kernel module.'],
  [
    'Without `--locked` the install changes versions.',
    'Pass `--locked`, so that the install does not change versions.',
  ],
  ['A lease ends after 60 seconds.', 'After a minute, a lease ends.'],
])('are joined, or near: %s | %s', (a, b) => {
  expect(relationOf(a, b, loadEmbedder()).relation).toMatch(/same|near/)
})

it.each([
  [
    'another name',
    'Ask Mira before you change the invoice schema.',
    'Changes of the invoice schema need the consent of Jonas.',
  ],
  ['one or all of them', 'Only one agent may hold the lease.', 'Every agent may hold the lease.'],
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
  [
    'another rule of a linter, beside a denial',
    'Read each result before you drop it: the linter here enforces `unread`.',
    'Where a result was read, pass it on and not null: the linter here enforces `nullresult`.',
  ],
  [
    'another rule of a linter in the same words',
    'Write a loop instead of a chain of maps: the linter here enforces `mapChain`.',
    'Write a loop instead of a chain of maps: the linter here enforces `noReduce`.',
  ],
  [
    'a longer name',
    'List each case: the linter here enforces `cases`.',
    'List each case: the linter here enforces `cases-deps`.',
  ],
  ['another place', 'Upload the maps to the archive before you tag.', 'Before tagging, upload the maps to the mirror.'],
  ['another time', 'The nightly sweep removes stale branches.', 'Stale branches are removed by the monthly sweep.'],
  ['another tool', 'Lint shell scripts with shellcheck.', 'Shell scripts are linted with shfmt.'],
  ['another name of a tool', 'Use git-lfs for recordings.', 'Use git for recordings.'],
  [
    'a tool that starts with a common word',
    'Use go-redis to read the lock table.',
    'To read the lock table, use the Redis CLI.',
  ],
  [
    'a tool that is only the reason',
    'Use the tar binary for backups, since go-tar drops links.',
    'Use go-tar for backups.',
  ],
])('are not joined for being similar in meaning: %s', (_, a, b) => {
  expect(relationOf(a, b, loadEmbedder()).relation).not.toBe('same')
})
