import { existsSync, readFileSync } from 'node:fs'
import { createEmbedder, type Embedder } from '../engine/search/static-embedder.ts'
import { packageFiles, skillText } from './package-files.ts'

/** Embedders by calling folder; a loaded one is kept, whatever becomes of its file. */
const loaded = new Map<string, Embedder>()

/** The package's embedder, or undefined if its file cannot be read: similarity is then unavailable, and everything else works. Loading takes a few milliseconds. */
export function loadEmbedder(from = ''): Embedder | undefined {
  const known = loaded.get(from)
  if (known !== undefined) return known
  const file = findModel(from || undefined)
  if (file === undefined) return undefined
  try {
    const embedder = createEmbedder(readFileSync(file))
    loaded.set(from, embedder)
    return embedder
  } catch {
    return undefined
  }
}

export function findModel(from?: string): string | undefined {
  const { model } = packageFiles(from)
  return existsSync(model) ? model : undefined
}

/** Preloads everything a long-lived process may need from the installation: the code of all verbs (see `start-parts.ts`), the model and the texts. An update replaces these files under a running server, and later loads would fail or get another version. */
export function holdInstallation(): void {
  try {
    ;(globalThis as { holdMettle?: () => void }).holdMettle?.()
    loadEmbedder()
    skillText('capture-learnings')
  } catch {
    // A file already gone is reported when it is needed.
  }
}
