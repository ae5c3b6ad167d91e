import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
export function typeOf(path: string): string {
  return TYPES[extname(path) || path] ?? 'application/octet-stream'
}
/** `app-4f2a9c1b.js`: the name changes with the content, so a cached copy is never stale. */
const HASHED = /[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/

/** A folder's files, read into memory at start, because an update may replace them meanwhile. Paths are looked up, never joined, so none can leave the folder. */
export class StaticFiles {
  readonly #files = new Map<string, Uint8Array<ArrayBuffer>>()

  constructor(folder: string) {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile())
        this.#files.set(`/${relative(folder, path).split(sep).join('/')}`, new Uint8Array(readFileSync(path)))
    }
  }

  /** The file under a path; undefined when there is none. */
  answer(path: string): Response | undefined {
    const file = this.#files.get(path)
    const isKept = HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
    return file && new Response(file, { headers: { 'content-type': typeOf(path), 'cache-control': isKept } })
  }
}

/** The package's built dashboard, if any. */
export function openDashboard(): StaticFiles | undefined {
  let root = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(root, 'plugins')) && dirname(root) !== root) root = dirname(root)
  const built = join(root, 'dist', 'dashboard')
  return existsSync(join(built, 'index.html')) ? new StaticFiles(built) : undefined
}
