import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../test/worlds/growth.ts'
import { readPatterns } from './extract-patterns.ts'

const texts = (deliberation: string) => readPatterns(deliberation).patterns.map(({ text }) => text)

describe('the section that a role wrote for it', () => {
  const report = (heading: string) =>
    [
      '# Review',
      'Never trust this sentence, it is outside.',
      '',
      heading,
      '',
      '- Retries hide timeouts in the payment client (5x validated)',
      '* **Rule:** validate the token before the session is touched',
      '1. Stale mocks survive a rename of the port,',
      '   so tests stay green.',
      '- None',
      '- Is the cache warm?',
      '',
      '## Verdict',
      '- Always be outside.',
    ].join('\n')

  it.each(['## Accumulated Patterns', '###### accumulated patterns:', '**Accumulated Patterns**'])(
    'is found under %s',
    (heading) => {
      expect(texts(report(heading))).toEqual([
        'Retries hide timeouts in the payment client',
        'validate the token before the session is touched',
        'Stale mocks survive a rename of the port, so tests stay green.',
      ])
    },
  )

  it('takes a rule that speaks of a test run for a rule, not for a status', () => {
    const rule = 'Always close the pool in a finally block, because the test run hangs otherwise'
    const found = readPatterns(`## Accumulated Patterns\n- ${rule}\n- All tests run fine now\n`).patterns
    expect(found.map(({ text }) => text)).toEqual([rule])
  })

  it('speaks for the whole text, even when it holds nothing', () => {
    expect(texts('Always close the file.\n\n## Accumulated Patterns\n\n- None\n')).toEqual([])
  })

  it('may be written as sentences', () => {
    expect(texts('Accumulated Patterns\n====\nRetries hide timeouts. Stale mocks survive a rename.')).toEqual([
      'Retries hide timeouts.',
      'Stale mocks survive a rename.',
    ])
  })

  it('may stand beside a list, of which the words that lead to it are no line', () => {
    const read = readPatterns(
      '## Accumulated Patterns\nStale mocks survive a rename. Looks fine. This is what I saw:\n- Retries hide timeouts.\n',
    )
    expect(read.patterns.map(({ text }) => text)).toEqual(['Stale mocks survive a rename.', 'Retries hide timeouts.'])
    expect(read.refused).toEqual([{ text: 'Looks fine.', reason: expect.any(String) }])
  })

  it('keeps the label and the place that an item names', () => {
    const [pattern] = readPatterns(
      '## Accumulated Patterns\n- Observation: the pool in src/db/pool.ts:12 is drained on every deploy',
    ).patterns
    expect(pattern).toMatchObject({
      strength: 'observation',
      from: 'section',
      citation: { file: 'src/db/pool.ts', line: 12 },
    })
  })
})

describe('prose without such a section', () => {
  it('gives rules, causal links and what recurs, each by its wording', () => {
    const found = readPatterns(
      'Never log the raw token. Retries hide timeouts because the client swallows the error. ' +
        'Snapshot tests in the billing module keep breaking after a locale change.',
    ).patterns
    expect(found.map(({ strength }) => strength)).toEqual(['rule', 'causal', 'observation'])
  })

  it.each([
    ['a kind of things', 'Webhook retries from the shop do not keep their order, so compare versions.'],
    ['a kind of things', 'Archived invoices are still listed by the search endpoint.'],
    ['the surroundings of a change', 'The sandbox does not send webhooks.'],
    ['the surroundings of a change', 'Our linter ignores files that begin with a dot.'],
    ['what holds in any case', 'Totals are rounded per line, whatever the currency of the order.'],
    ['what is only so on a condition', 'A benchmark counts only with the raw numbers beside it.'],
    ['what things are', 'A migration is a script with a way back, never a note in a ticket.'],
    ['what happened before', 'Rewrites of the price import got reverted three times: nobody checked the units.'],
  ])('gives a standing fact about %s', (_what, sentence) => {
    expect(texts(sentence)).toEqual([sentence])
  })

  it.each([
    ['a finding in one clause', 'Errors from the gateway are swallowed.'],
    ['a finding about what is new', 'Requests without a session are rejected, so the new handler fails.'],
    ['a finding about one thing', 'The handler returns 200 even if the body is empty.'],
    ['a judgement', 'Column names are consistent, and so are the indexes.'],
    ['a noun that could be a verb', 'Log lines are missing when the level is debug.'],
    ['what to do once', 'Run the suite once more.'],
    ['a state of these days', 'The sandbox does not answer at the moment.'],
    ['a question', 'Should we always close the handle?'],
    ['what was done', 'Added a check so that every handler must validate its input.'],
    ['what I did', 'I always ran the tests before I looked at the diff.'],
    ['praise', 'Great job, the tests always cover the edge cases.'],
    ['a status', 'All tests pass because the mock was updated.'],
    ['a verdict', 'Verdict: PASS because every check must hold.'],
    ['only a place', 'Never: src/a.ts:12, src/b.ts:9'],
    ['a finding about one line', 'Never log the token: `log(token)` in src/pay.ts:3.'],
    ['code', 'if (never) return always();'],
    ['one case', 'The deploy failed because the disk was full.'],
    ['something said before', 'This must not happen in production code.'],
    ['a guess', 'Retries might hide timeouts because errors are swallowed.'],
    ['a wish for this change', 'The handler must be fixed before merging.'],
  ])('leaves out %s', (_what, sentence) => {
    expect(texts(sentence)).toEqual([])
  })

  it('leaves out fences, tables, quotations and comments', () => {
    const rule = 'Always close the file handle.'
    expect(texts(`\`\`\`\n${rule}\n\`\`\`\n\n| ${rule} |\n\n> ${rule}\n\n<!-- ${rule}\n${rule} -->`)).toEqual([])
  })

  it('takes nothing from what was injected', () => {
    const rule = 'Always close the file handle.'
    expect(texts(`=== HISTORICAL PATTERNS (judge) ===\n- ${rule} (5x validated)\n\nDone.`)).toEqual([])
    expect(texts(`<mettle>${rule}</mettle>`)).toEqual([])
  })
})

describe('any text', () => {
  const text = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '\n',
        '- ',
        '## Accumulated Patterns\n',
        '```',
        '<!--',
        '-->',
        '. ',
        'Never do X. ',
        '**',
        '`',
        '[',
      ),
    ),
  )

  it('never throws, and gives the same again from what it gave', () => {
    fc.assert(
      fc.property(text, (parts) => {
        const once = readPatterns(parts.join('')).patterns
        const again = readPatterns(`## Accumulated Patterns\n${once.map((p) => `- ${p.text}`).join('\n')}`)
        expect(again.patterns.length).toBeLessThanOrEqual(once.length)
        for (const { text } of once) expect(text).not.toMatch(/[\n\r]/)
      }),
    )
  })

  it.each([
    ['[', 1],
    ['# ', 1],
    ['.', 1],
    ['`', 1],
    ['<!--', 1],
    ['must ', 1],
    ['when a, ', 1],
    ['* ', 1],
    ['a. ', 1],
    ['\n- ', 1],
    ['_a', 1],
    ['.)', 1],
  ])('takes time in proportion to its length: %j', (piece) => {
    const work = (length: number) => readPatterns(piece.repeat(Math.ceil(length / piece.length)))
    expect(growth(400_000, work)).toBeLessThan(LINEAR)
  })
})
