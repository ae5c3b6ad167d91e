import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createEmbedder, type Embedder } from '../engine/search/static-embedder.ts'

const MODEL = join('models', 'mettle-embed-v1.bin')

const HERE = dirname(fileURLToPath(import.meta.url))

/** By the folder that asked: one that was read is kept, whatever becomes of its file. */
const loaded = new Map<string, Embedder>()

/** The embedder of the package, or undefined when its file cannot be read: then there is no similarity, and everything else goes on. Reading takes a few milliseconds. */
export function loadEmbedder(from: string = HERE): Embedder | undefined {
  const known = loaded.get(from)
  if (known !== undefined) return known
  const file = findModel(from)
  if (file === undefined) return undefined
  try {
    const embedder = createEmbedder(readFileSync(file))
    loaded.set(from, embedder)
    return embedder
  } catch {
    return undefined
  }
}

/** In the package's root: the nearest folder above that has a package.json, be the code in src or in dist. */
export function findModel(from: string = HERE): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) {
      const file = join(folder, MODEL)
      return existsSync(file) ? file : undefined
    }
    if (dirname(folder) === folder) return undefined
  }
}
