import { describe, expect, it } from 'vitest'
import { findingTexts } from './findings.ts'

const verdict = (issues: unknown) => `\`\`\`verdict-json\n${JSON.stringify({ verdict: 'FAIL', issues })}\n\`\`\``
const under = (report: string, ...ids: string[]) => Object.fromEntries(findingTexts(report, ids))

describe('what a report says under the id of a finding', () => {
  it('is what names it, and what follows a heading that does', () => {
    const report = 'J1 leaks the handle.\n\n## J2\n\nThe pool is empty.\n\n## Others\n\nAll is well.'
    expect(under(report, 'J1', 'J2', 'J3')).toEqual({
      J1: ['J1 leaks the handle.'],
      J2: ['J2', 'The pool is empty.'],
    })
  })

  it('ends where the line of another finding begins, asked for or not', () => {
    expect(under('J1 leaks\nthe handle\nSEC-2 is open\nJ3. hangs', 'J1', 'J3')).toEqual({
      J1: ['J1 leaks the handle'],
      'SEC-2': ['SEC-2 is open'],
      J3: ['J3. hangs'],
    })
  })

  it.each([
    'J1, J2: the pool leaks and is never closed',
    'J1 and J2 are both about the pool that leaks',
    'The pool leaks (J1), but the cache is J2, which nobody ever clears',
    'Unlike J1, J2 says that the pool leaks',
  ])('is nothing where it is not clear whose words they are: %s', (report) => {
    expect(under(report, 'J1', 'J2')).toEqual({})
  })

  it.each([
    ['a letter after an id makes another', 'J2a: the pool leaks\nJ2: the cache is full\nJ2b: the log is long', 'J2'],
    ['so does a number', 'J2.1: the pool leaks\nJ2: the cache is full', 'J2'],
    ['ids touch words of scripts without spaces', '问题J1：the pool leaks\n问题J2：the cache is full', 'J2'],
    ['bare numbers', '#1 the pool leaks\n#2 the cache is full\n#3 the log is long', '2'],
    ['words as ids', 'pool: the pool leaks\nfull-cache: the cache is full\nlog: the log is long', 'full-cache'],
  ])('is that of its own line only: %s', (_, report, id) => {
    const said = under(report, id)[id]!.join(' ')
    expect(said).toContain('the cache is full')
    expect(said).not.toMatch(/the pool leaks|the log is long/)
  })

  it('is the summary of its issue, where that has one', () => {
    const issues = [{ id: 'J1', summary: 'the pool leaks' }, { id: 'J2' }, { summary: 'no id' }, null, 'J2']
    expect(under(verdict(issues), 'J1', 'J2', 'undefined')).toEqual({ J1: ['the pool leaks'] })
  })

  it('is nothing where the verdict cannot be read, or has no issues', () => {
    expect(under('```verdict-json\n{"issues": [\n```', 'J1')).toEqual({})
    expect(under(verdict('J1'), 'J1')).toEqual({})
    expect(under('', 'J1')).toEqual({})
  })

  it('holds forty texts of 2,000 characters at most', () => {
    const texts = under(`${`J1 ${'a'.repeat(2_100)}\n\n`.repeat(41)}`, 'J1').J1!
    expect([texts.length, texts[0]!.length]).toEqual([40, 2_000])
  })
})
