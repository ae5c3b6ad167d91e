import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..')

export interface SourceFile {
  /** From the root, with forward slashes: `src/engine/standing/decay.ts`. */
  readonly path: string
  readonly text: string
  /** Comments and strings blanked, so that a word in prose is not taken for code. */
  readonly code: string
  readonly imports: readonly Import[]
}

export interface Import {
  readonly from: string
  readonly typeOnly: boolean
  /** For a relative import, the imported file from the root. */
  readonly file?: string
}

/** Every source file below `src/`, tests left out. */
export function sourceFiles(): SourceFile[] {
  const source = join(ROOT, 'src')
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readSource(join(source, name)))
}

function readSource(absolute: string): SourceFile {
  const text = readFileSync(absolute, 'utf8')
  return { path: fromRoot(absolute), text, code: withoutProse(text), imports: importsOf(text, absolute) }
}

function importsOf(text: string, absolute: string): Import[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|(?:^|\n)\s*import\s+'([^']+)'|\bimport\('([^']+)'\)/g
  return [...text.matchAll(pattern)].map((match) => {
    const from = match[2] ?? match[3] ?? match[4] ?? ''
    const file = from.startsWith('.') ? fromRoot(resolve(dirname(absolute), from)) : undefined
    // `import { type A, type B }` is erased like `import type`.
    const typeOnly = match[1] !== undefined || /\{\s*(type \w+( as \w+)?,?\s*)+\}/.test(match[0])
    return { from, typeOnly, file }
  })
}

function withoutProse(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
}

function fromRoot(absolute: string): string {
  return relative(ROOT, absolute).split(sep).join('/')
}
