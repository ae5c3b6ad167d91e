import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { digest } from '../../domain/digest.ts'
import { hmac } from './gate-seal.ts'

describe('the code of a seal', () => {
  it.each(['', 'abc', 'ö'.repeat(300)])('is HMAC-SHA256 under the hash of the key: %j', (message) => {
    const key = 'a key that is longer than one block of the hash, as a key in a file is\n'.repeat(2)
    const expected = createHmac('sha256', Buffer.from(digest(key), 'hex'))
      .update(message)
      .digest('hex')
    expect(hmac(key, message)).toBe(expected)
  })
})
