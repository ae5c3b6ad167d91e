import type { ProseBlock } from './prose.ts'

const SECTION = /^(?:\d+[.)]?\s*)?(?:accumulated|learned|recurring|observed)\s+patterns?\b/i

/**
 * The section in which a role lists what it has learned, up to the next heading that is not below it, and the rest of the
 * text. Without such a heading there is no section.
 */
export function patternSection(blocks: readonly ProseBlock[]): {
  readonly section?: readonly ProseBlock[]
  readonly rest: readonly ProseBlock[]
} {
  const start = blocks.findIndex(({ kind, text }) => kind === 'heading' && SECTION.test(text))
  if (start < 0) return { rest: blocks }
  const { level } = blocks[start]!
  const next = blocks.findIndex(
    (block, index) => index > start && block.kind === 'heading' && block.level <= level,
  )
  const end = next < 0 ? blocks.length : next
  return { section: blocks.slice(start + 1, end), rest: [...blocks.slice(0, start), ...blocks.slice(end)] }
}
