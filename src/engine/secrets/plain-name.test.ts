import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sanitize } from '../text/sanitize.ts'
import { HOST_RULES } from './host-rules.ts'
import { isPlainName, isPlainText } from './placeholder.ts'
import { redact } from './redact.ts'
import { SECRET_RULES } from './redact-rules.ts'

/** What secrets begin with, and a few letters more. */
const announced = [...SECRET_RULES, ...HOST_RULES].flatMap(({ keywords }) => keywords)
const letters = fc.stringMatching(/^[a-z]{0,15}$/)
const wouldBe = fc
  .tuple(fc.constantFrom(...announced, '', 'password'), letters, letters, fc.boolean(), fc.boolean())
  .map(([keyword, one, other, isLoud, isTwo]) => {
    const word = `${isLoud ? keyword.toUpperCase() : keyword}${one}`
    return isTwo ? `${word}-${other}` : word
  })
  .filter(isPlainName)

it('is left as it is by whatever cleans texts', () => {
  fc.assert(
    fc.property(wouldBe, (name) => {
      expect(redact(name).text).toBe(name)
      expect(sanitize(name).text).toBe(name)
    }),
    { numRuns: 3_000 },
  )
})

it.each(['main', 'Bash', 'plan-writer', 'general-purpose'])('is %s', (name) => {
  expect(isPlainName(name)).toBe(true)
})

it.each(['', 'two words', 'code:builder', 'a-b-c', 'x2', 'abcdefghijklmnop', 'Ünal'])('is not %j', (name) => {
  expect(isPlainName(name)).toBe(false)
})

const word = fc
  .tuple(
    fc.constantFrom('', '-', '--'),
    fc.constantFrom(...announced, '', 'password', 'basic', 'Bearer'),
    fc.oneof(letters, fc.constant('')),
  )
  .map(([dashes, keyword, more]) => `${dashes}${keyword}${more}`)
const wordsAndStops = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', '. ')), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.flat().join('').trimEnd())

it('holds nothing that a rule takes for a secret, in a text of short words', () => {
  fc.assert(
    fc.property(wordsAndStops.filter(isPlainText), (text) => {
      expect(redact(text).text).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})

it.each(['npm run build', 'ls -la', 'npm test -- upload', 'Done.', 'git push --force. Then wait.'])(
  'is a plain text: %s',
  (text) => {
    expect(isPlainText(text)).toBe(true)
  },
)

it.each([
  '',
  'a, b',
  'password=x',
  'a  b',
  'a\nb',
  'go to x2',
  '-- x',
  'a - b',
  'authorization: basic',
  'abcdefghijklmnop',
])('is no plain text: %j', (text) => {
  expect(isPlainText(text)).toBe(false)
})
