import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeBlocks } from './code-blocks.ts'

describe('code blocks', () => {
  it('finds fences with their language and place', () => {
    expect(codeBlocks('a\n```TS title\nx\n\ny\n```\nb\n~~~\nz\n~~~')).toEqual([
      { kind: 'fenced', language: 'ts', text: 'x\n\ny', start: 2 },
      { kind: 'fenced', language: '', text: 'z', start: 25 },
    ])
  })

  it('finds indented blocks, and ends them at the next line of prose', () => {
    expect(codeBlocks('Output:\n    one\n\n\ttwo\nprose')).toEqual([
      { kind: 'indented', language: '', text: '    one\n\n\ttwo', start: 8 },
    ])
  })

  it('ends an indented block where a fence begins', () => {
    expect(codeBlocks('    one\n```\ntwo\n```').map((block) => block.kind)).toEqual(['indented', 'fenced'])
  })

  it('lets a longer fence hold a shorter one', () => {
    expect(codeBlocks('````\n```\nx\n```\n````').map((block) => block.text)).toEqual(['```\nx\n```'])
  })

  it('runs an unclosed fence to the end, and drops carriage returns', () => {
    expect(codeBlocks('```sh\r\nls\r\n')[0]).toMatchObject({ language: 'sh', text: 'ls\n' })
  })

  it('takes no inline code for a fence', () => {
    expect(codeBlocks('```x``` is inline')).toEqual([])
  })

  it('never throws on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', '~', ' ', '\n', '\t', 'x') }), (text) => {
        for (const block of codeBlocks(text)) expect(block.start).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
