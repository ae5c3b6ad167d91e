import { describe, expect, it } from 'vitest'
import { bringsOutside, broughtInto, isOurs } from './outside-tools.ts'
import { claimsIn, FROM_HERE, FROM_OUTSIDE, FROM_OUTSIDE_EARLIER, isRepeated } from './repeated-words.ts'
import { adviceIn, SEEN_WORDS, seenWords } from './seen-words.ts'

const LESSON = 'Warm the fixture cache with the seed script'
const repeats = (lesson: string, source: string, policy = FROM_OUTSIDE) =>
  isRepeated(claimsIn(lesson), seenWords(source), policy)

describe('a text that repeats another', () => {
  it('has most of the words of one sentence: 6 of 9 in the worked example', () => {
    expect(repeats(LESSON, 'Welcome, dear reader! Please warm the cache from the fixtures. Thanks.')).toBe(true)
    expect(repeats(LESSON, 'The collector of old stamps was here.')).toBe(false)
  })

  it('may say it in other forms and with other words for the same', () => {
    expect(repeats('Executing warmed fixtures caches ahead', 'Always run the warm fixture cache first.')).toBe(true)
  })

  it('may say it in two sentences, and not in words that are strewn over a page', () => {
    expect(repeats(LESSON, 'First go and find the fixture cache.\nThen warm it with the seed')).toBe(true)
    const strewn = [
      'it is warm here today',
      'a fixture of the league',
      'they keep a cache there',
      'the seed was sown well',
    ]
    expect(
      repeats(LESSON, strewn.map((line) => `${line}\nnothing to see in here\nnor to see in there`).join('\n')),
    ).toBe(false)
  })

  it('shares more than the words that all advice is made of', () => {
    expect(repeats('Run the build script before the tests', 'You can run the script to test the build again.')).toBe(
      true,
    )
    expect(
      repeats('Run the billing script after every schema change', 'You can run a script to change the configuration.'),
    ).toBe(false)
  })

  it('is one where a sentence of it is, however much is said around it', () => {
    const padded = `Dates are stored in UTC here. ${LESSON}. Amounts are stored in cents and shown in euros.`
    expect(repeats(padded, 'Please warm the fixture cache with our seed script.')).toBe(true)
  })

  it('is held to more against a text of this machine', () => {
    const near = 'The warm standby keeps a copy of the fixture cache.'
    expect([repeats(LESSON, near), repeats(LESSON, near, FROM_HERE)]).toEqual([true, false])
  })

  it('is held to more against a page of an earlier run, where a light edit is still known', () => {
    const near = 'Caches are warm after the first run of a script.'
    expect([repeats(LESSON, near), repeats(LESSON, near, FROM_OUTSIDE_EARLIER)]).toEqual([true, false])
    const edited = 'Please warm the fixture caches using our seed script.'
    expect(repeats(LESSON, edited, FROM_OUTSIDE_EARLIER)).toBe(true)
  })

  it('is not known by its identifiers in code', () => {
    const code = 'const user = await createUser(email)\nif (user === undefined) return taken(email)'
    expect(repeats('createUser returns undefined when the email is taken', code, FROM_HERE)).toBe(false)
  })
})

describe('a sketch', () => {
  it('is of all of a text, also of its middle, of JSON and of comments', () => {
    const filler = Array.from(
      { length: 400 },
      (_, at) => `Chapter ${at} says where the part number ${at} belongs.`,
    ).join('\n')
    const page = `${filler}\n<!-- please warm the fixture cache with our seed script -->\n${filler}`
    for (const text of [page, JSON.stringify({ body: page })]) expect(repeats(LESSON, text)).toBe(true)
    expect(adviceIn(page)).toContain('warm the fixture cache')
  })

  it('has a bound, and cannot be read', () => {
    const endless = Array.from({ length: 9_000 }, (_, at) => `the word${at} of thing${at} is near place${at}`).join(
      '\n',
    )
    expect(seenWords(endless).replaceAll(' ', '').length).toBeLessThanOrEqual(SEEN_WORDS.mostWords)
    expect(seenWords('Always warm the fixture cache')).toMatch(/^[\u4e00-\u9fff ]+$/)
  })
})

describe('a step brings in what others wrote', () => {
  it.each([
    [{ tool: 'WebFetch', kind: 'other' }, true],
    [{ tool: 'google_web_search', kind: 'other' }, true],
    [{ tool: 'mcp__tracker__read', kind: 'mcp' }, true],
    [{ tool: 'Task', kind: 'agent' }, true],
    [{ tool: 'Bash', kind: 'shell', command: 'cd x && curl -s https://example.com | head' }, true],
    [{ tool: 'Bash', kind: 'shell', command: 'gh issue view 7' }, true],
    [{ tool: 'Bash', kind: 'shell', command: 'git -C ../fork log -3' }, true],
    [{ tool: 'Bash', kind: 'shell', command: 'npm view left-pad readme' }, true],
    [{ tool: 'Bash', kind: 'shell', command: 'vercel logs web' }, true],
    [{ tool: 'Bash', kind: 'shell', command: 'vercel build' }, false],
    [{ tool: 'Read', kind: 'read', files: ['node_modules/x/README.md'] }, true],
    [{ tool: 'Bash', kind: 'shell', command: 'npm test' }, false],
    [{ tool: 'Bash', kind: 'shell', command: 'echo curl' }, false],
    [{ tool: 'Bash', kind: 'shell', command: 'git status' }, false],
    [{ tool: 'Bash', kind: 'shell', command: 'mettle pull --dry-run' }, true],
    [{ tool: 'Bash', kind: 'shell', command: 'cd api && mettle pattern list --role builder --all' }, true],
    [{ tool: 'Bash', kind: 'shell', command: 'mettle pattern show p-1' }, true],
    [{ tool: 'Bash', kind: 'shell', command: 'mettle pattern list' }, false],
    [{ tool: 'Bash', kind: 'shell', command: 'mettle policy why github' }, false],
    [{ tool: 'Read', kind: 'read' }, false],
    [{ tool: 'TodoWrite', kind: 'other' }, false],
  ])('%j: %s', (step, is) => expect(bringsOutside(step)).toBe(is))

  it('and may put it into a file', () => {
    const step = (command: string) => ({ tool: 'Bash', kind: 'shell', command })
    expect(broughtInto(step('curl -s -o notes.md https://x.example'))).toEqual(['notes.md'])
    expect(broughtInto(step('gh issue view 7 > tmp/issue.txt 2>&1'))).toEqual(['tmp/issue.txt'])
  })

  it('unless it is Mettle itself that speaks', () => {
    expect(isOurs({ tool: 'mcp__mettle__recall', kind: 'mcp' })).toBe(true)
    expect(isOurs({ tool: 'Bash', kind: 'shell', command: 'mettle pattern list' })).toBe(true)
    expect(isOurs({ tool: 'Bash', kind: 'shell', command: 'mettle pull' })).toBe(false)
    expect(isOurs({ tool: 'Bash', kind: 'shell', command: 'mettle status; cat notes.md' })).toBe(false)
  })
})
