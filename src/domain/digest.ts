import { createHash } from 'node:crypto'

/** SHA-256 of the text's UTF-8 bytes, in hex. */
export function digest(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
