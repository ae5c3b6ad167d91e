import { describe, expect, it } from 'vitest'
import { markdownOf } from './cycle-summary.ts'

const listed = (line: string) => markdownOf('T', [{ title: 'S', lines: [line], none: '' }]).split('\n')[4]

describe('a report in Markdown', () => {
  it('writes what a threshold was and is as key: before -> after', () => {
    expect(listed('highRiskApprovalThreshold: 0.75 -> 0.8 (r3)')).toBe('- highRiskApprovalThreshold: 0.75 -> 0.8 (r3)')
  })

  it('makes no tag, comment, link or heading of names from outside', () => {
    expect(listed('<img>')).toBe('- \\<img\\>')
    expect(listed('<!-- x -->')).toBe('- \\<!-- x --\\>')
    expect(listed('# [a](b)')).toBe('- \\# \\[a\\](b)')
    expect(listed('a\n> b')).toBe('- a \\> b')
  })

  it('says in a word that there is nothing', () => {
    expect(markdownOf('T', [{ title: 'S', lines: [], none: 'None.' }])).toBe('# T\n\n## S\n\nNone.\n')
  })
})
