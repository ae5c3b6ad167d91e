/** The text of bytes in UTF-8. Creating a `TextDecoder` takes a hook longer than most of what it would read; naming the encoding would make Node look it up. */
export function textIn(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}

/** One character per byte, so that offsets in the text are offsets in the bytes. */
export function bytewise(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
