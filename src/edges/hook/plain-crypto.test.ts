import { createHash as ofNode } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createHash, hash, randomUUID } from './plain-crypto.ts'

it('hashes as node:crypto does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const known = ofNode('sha256').update(text, 'utf8').digest()
      expect(createHash('sha256').update(text, 'utf8').digest()).toEqual(known)
      expect(hash('sha256', text, 'hex')).toBe(known.toString('hex'))
    }),
  )
})

it('hashes texts that begin alike as it hashes others', () => {
  const begin = 'a project, and the run of a session that is longer than one block\n'
  for (const text of ['', 'x', 'a'.repeat(60), 'a'.repeat(70)]) {
    const known = ofNode('sha256')
      .update(begin + text, 'utf8')
      .digest('hex')
    expect([0, 1].map(() => hash('sha256', begin + text, 'hex'))).toEqual([known, known])
  }
})

it('makes ids of the usual form', () => {
  expect(randomUUID()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
})
