/** The text of bytes in UTF-8. A `TextDecoder` takes a hook longer to make than most of what it would read; nor is the encoding named, for Node then looks it up. */
export function textIn(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}

/** A letter for every byte, so that a place in the text is a place in the bytes. */
export function bytewise(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
