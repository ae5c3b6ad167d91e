import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** All prose sentences of an unpacked package: Markdown, and the doc comments of type declarations. */
export function packageSentences(folder: string): string[] {
  const found = new Set<string>()
  for (const file of proseFiles(folder)) {
    const text = readFileSync(file, 'utf8')
    const prose = /\.[cm]?ts$/.test(file) ? docComments(text) : markdownProse(text)
    for (const sentence of sentences(prose)) found.add(sentence)
  }
  return [...found]
}

const NOT_PROSE = /node_modules|changelog|licen[cs]e|history\.md|releases?\.md/i
/** Translations: the teacher reads English. */
const TRANSLATION = /[/\\._-](ar|cs|de|es|fr|id|it|ja|ko|nl|pl|pt|ru|th|tr|uk|vi|zh)([-_][A-Za-z]+)?[/\\.]/

function proseFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(md|mdx|d\.ts|d\.mts)$/i.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !NOT_PROSE.test(file) && !TRANSLATION.test(`/${file}`))
    .sort()
    .map((file) => join(folder, file))
}

/** Comment blocks without their stars; tags end a paragraph, examples are dropped. */
function docComments(source: string): string {
  const blocks = source.match(/\/\*\*[\s\S]*?\*\//g) ?? []
  return markdownProse(
    blocks
      .map((block) => block.slice(3, -2).replace(/^[ \t]*\*[ \t]?/gm, ''))
      .map((block) =>
        block.replace(/@example[\s\S]*?(?=\n@|$)/g, '').replace(/@(\w+)( \{[^}]*\})?( \[?[\w.]+\]? -)?/g, '\n\n'),
      )
      .join('\n\n'),
  )
}

function markdownProse(text: string): string {
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/(```|~~~)[\s\S]*?\1/g, '\n\n')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<\/?(p|li|ul|ol|br|h\d|div|td|tr|th|note|important)\b[^>]*>/gi, '\n\n')
    .replace(/<[^>\n]{1,200}>/g, ' ')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\{@link(?:code|plain)? ([^}|\s]+)[^}]*\}/g, '$1')
    .replace(/\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/^[ \t]*([#>*+-]|\d+[.)])+[ \t]+/gm, '\n\n')
    .replace(/^\|.*$/gm, (row) => row.replaceAll('|', '\n\n'))
    .replace(/&[a-z]+;|&#\d+;/g, ' ')
    .replace(/[`*]|__/g, '')
}

function sentences(prose: string): string[] {
  return prose
    .split(/\n\s*\n|(?<=[.!?])\s+(?=[A-Z"'])/)
    .map((piece) => piece.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim())
    .filter(isProse)
}

/** Four to forty words, made of plain letters for the most part, and no address in it. */
function isProse(text: string): boolean {
  if (text.length > 300 || /https?:|www\.|[{}<>=;\\|]/.test(text)) return false
  const words = text.split(' ').length
  const letters = (text.match(/[a-z ]/gi) ?? []).length
  return words >= 4 && words <= 40 && letters / text.length > 0.85
}
