import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findingTexts, patternOfFinding } from '../../src/capture/findings.ts'

/** What the two findings say; each is a pattern. */
const SAID = [
  ['The cache key lacks the tenant id.', 'Retries of the mailer have no upper bound.'],
  ['Uploads are read into memory as a whole.', 'The session cookie is sent without the secure flag.'],
  ['Migrations lock the orders table.', 'Port 8080 is bound twice by the metrics exporter.'],
] as const

/** Layouts in which reviewers write findings: `{1}` and `{2}` stand for what J1 and J2 say. */
function layoutsOf(file: string): string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text.split(/^===\n/m).map((layout) => layout.trimEnd())
}

/** For each of the two findings: the right pattern, a wrong one, or none. */
function judge(layout: string, said: readonly [string, string]): string[] {
  const report = layout.replaceAll('{1}', said[0]).replaceAll('{2}', said[1])
  const texts = findingTexts(report, ['J1', 'J2'])
  const patterns = said.map((text, index) => ({ id: `p-${index + 1}`, texts: [text] }))
  return ['J1', 'J2'].map((id, index) => {
    const found = patternOfFinding(texts.get(id) ?? [], patterns)?.pattern
    return found === undefined ? 'none' : found === `p-${index + 1}` ? 'right' : 'wrong'
  })
}

describe.each(['tuned.txt', 'held.txt'])('the layouts of %s', (file) => {
  const layouts = layoutsOf(file)
  const judged = layouts.map((layout) => ({ layout, found: SAID.flatMap((said) => judge(layout, said)) }))
  const all = judged.flatMap(({ found }) => found)

  it('blame the pattern of a finding, and never that of another one', () => {
    const wrong = judged.filter(({ found }) => found.includes('wrong')).map(({ layout }) => layout)
    expect(wrong).toEqual([])
  })

  it('are nearly all read', () => {
    const share = all.filter((found) => found === 'right').length / all.length
    const unread = judged.filter(({ found }) => found.includes('none')).map(({ layout }) => layout)
    expect(share, unread.join('\n\n')).toBeGreaterThanOrEqual(0.95)
  })
})
