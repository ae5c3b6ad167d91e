import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paletteFor, visible, visibleJson } from './display-width.ts'

const RED = '\u001b[31m'
const anyText = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(RED, '\u001b[8m', '\u001b]0;x\u0007', '\r', '\n')))
  .map((parts) => parts.join(''))

describe('visible', () => {
  it('shows what would move the cursor, and keeps lines and tabs', () => {
    expect(visible('a\u001b[2Jb\u009bc\r\n\td\re\u0007')).toBe('a\\u001b[2Jb\\u009bc\r\n\td\\u000de\\u0007')
  })

  it('keeps every colour of ours', () => {
    const painted = Object.values(paletteFor(true)).map((paint) => paint('x'))
    expect(painted.map(visible)).toEqual(painted)
  })

  it('leaves no control character but tabs, line ends and colours', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = visible(text).replaceAll('\r\n', '').replaceAll(RED, '')
        expect(shown).not.toMatch(/[^\P{Cc}\t\n]/u)
      }),
    )
  })
})

describe('visibleJson', () => {
  it('is the same value, without a control character', () => {
    fc.assert(
      fc.property(fc.jsonValue(), anyText, (value, text) => {
        const written = visibleJson([value, text])
        expect(written).not.toMatch(/\p{Cc}/u)
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify([value, text])))
      }),
    )
  })
})
