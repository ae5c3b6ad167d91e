import { existsSync, readFileSync } from 'node:fs'
import { createEmbedder, type Embedder } from '../engine/search/static-embedder.ts'
import { packageFiles, skillText } from './package-files.ts'

/** By the folder that asked: one that was read is kept, whatever becomes of its file. */
const loaded = new Map<string, Embedder>()

/** The embedder of the package, or undefined when its file cannot be read: then there is no similarity, and everything else goes on. Reading takes a few milliseconds. */
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

/** Loads what a process that lives on may need of the installation, before anyone asks for it: the code of all verbs (see `start-parts.ts`), the model and the texts. An update replaces the files under a running server, and what it asked for then would be gone or of another version. */
export function holdInstallation(): void {
  try {
    ;(globalThis as { holdMettle?: () => void }).holdMettle?.()
    loadEmbedder()
    skillText('capture-learnings')
  } catch {
    // What is gone already is missed where it is asked for.
  }
}
