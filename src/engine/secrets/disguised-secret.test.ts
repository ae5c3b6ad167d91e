import { describe, expect, it } from 'vitest'
import { redact } from './redact.ts'

const TOKEN = ['ghp_', 'R7dK2mQ9xLp4Vn8sWz3Tb6Hc1Yf5Jg0aEuQk'].join('')
const [HEAD, TAIL] = [TOKEN.slice(0, 20), TOKEN.slice(20)]
const inHex = (text: string) => [...text].map((sign) => sign.charCodeAt(0).toString(16)).join('')

describe('a secret in disguise', () => {
  it.each([
    ['on two lines', `${HEAD}\n    ${TAIL}`],
    ['on lines that go on', `${HEAD}\\\n${TAIL}`],
    ['in quoted pieces', `"${HEAD}" + "${TAIL}"`],
    ['in base64', btoa(TOKEN)],
    ['in hexadecimal', inHex(TOKEN)],
    ['in capital hexadecimal', inHex(TOKEN).toUpperCase()],
    ['in percent signs', inHex(TOKEN).replace(/../g, '%$&')],
    ['in the middle of an encoded text', inHex(`Authorization: Bearer ${TOKEN}`)],
  ])('is found %s', (_, hidden) => {
    const { text, findings } = redact(`Use ${hidden} for the tests.`)
    expect(findings).not.toEqual([])
    expect(text).toMatch(/^Use .{0,3}\[redacted:[a-z-]+\].{0,3} for the tests\.$/s)
  })

  it.each([
    'A commit: 9fceb02d0ae598e95dc970b74767f19372d61af8',
    'first-word\nsecond-word\nthird-word',
    'aGVsbG8gd29ybGQsIHRoaXMgaXMgcGxhaW4gdGV4dA==',
    '%E2%80%9Cquoted%E2%80%9D in an address',
  ])('is not seen where there is none: %s', (text) => {
    expect(redact(text).findings.filter(({ kind }) => kind === 'disguised-secret')).toEqual([])
  })
})
