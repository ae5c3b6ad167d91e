import type { Document, DocumentReader } from '../../domain/document.ts'

/** Documents that were read, to be asked for like those of a fold. */
export function readerOf(documents: readonly Document[]): DocumentReader {
  const byKey = new Map(documents.map((document) => [`${document.kind} ${document.id}`, document]))
  return { get: (kind, id) => byKey.get(`${kind} ${id}`) as Document<never> | undefined }
}
