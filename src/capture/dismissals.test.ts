import fc from 'fast-check'
import { expect, it } from 'vitest'
import { textsByFinding } from './findings.ts'

const REPORT = [
  'All of it was checked.',
  '- J1 is a false positive.',
  '```',
  '$ npm test -- J2',
  '3 passed',
  '```',
  'The guard is in place.',
  '- J2 and J3 hold, see src/a.ts:4.',
  '## Summary',
  'Good work, src/b.ts:7.',
  '```verdict-json',
  '{"false_positives":["J4"],"location":"src/c.ts:9"}',
  '```',
  '<!-- x:verdict-json {"false_positives":["J4"]} -->',
].join('\n')

it('a finding has the text from the line that names it to the next finding or heading, with its output', () => {
  const texts = textsByFinding(REPORT, ['J1', 'J2', 'J3', 'J4'])
  expect(texts.get('J1')).toBe(
    '- J1 is a false positive.\n```\n$ npm test -- J2\n3 passed\n```\nThe guard is in place.\n',
  )
  expect(texts.get('J2')).toBe('- J2 and J3 hold, see src/a.ts:4.\n')
  expect(texts.get('J3')).toBe(texts.get('J2'))
})

it('the verdict block says nothing about a finding, and no part of a word names one', () => {
  expect(textsByFinding(REPORT, ['J4']).size).toBe(0)
  expect(textsByFinding('J12 holds.', ['J1']).size).toBe(0)
})

it('any text is read without harm', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (report) => {
      const text = textsByFinding(`J1 ${report}`, ['J1']).get('J1') ?? ''
      expect(text.length).toBeLessThanOrEqual(report.length + 4)
    }),
  )
})
