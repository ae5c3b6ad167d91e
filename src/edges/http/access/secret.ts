import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const BYTES = 32

/** 256 random bits: nothing to guess, so that one fast hash keeps it at rest as well as a slow one. */
export function newSecret(prefix = ''): string {
  return `${prefix}${randomBytes(BYTES).toString('base64url')}`
}

/** Whether a text could be such a secret, without anything before it. */
export function isSecretShaped(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** What is kept in place of a secret. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares hashes in a time that says nothing about where they differ. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')]
  return a.length === b.length && timingSafeEqual(a, b)
}
