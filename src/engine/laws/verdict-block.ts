import { codeBlocks } from '../text/code-blocks.ts'

export interface VerdictBlock {
  /** Undefined when the comment is never closed. */
  readonly json: string | undefined
  /** How many blocks the text has; this is the last of them. */
  readonly count: number
}

const COMMENT = /<!--\s*[\w.-]+:verdict-json(?![\w-])/g

/** The last verdict block of a text: a `<name>:verdict-json` comment, or a fenced block of that name. */
export function lastVerdictBlock(text: string): VerdictBlock | undefined {
  const fences = codeBlocks(text).filter(({ language }) => /^(?:[\w.-]+:)?verdict-json$/.test(language))
  const comments = [...text.matchAll(COMMENT)]
  const fence = fences.at(-1)
  const comment = comments.at(-1)
  const count = fences.length + comments.length
  if (comment !== undefined && comment.index > (fence?.start ?? -1)) {
    return { json: upToEnd(text, comment.index + comment[0].length), count }
  }
  return fence === undefined ? undefined : { json: fence.text, count }
}

function upToEnd(text: string, from: number): string | undefined {
  const end = text.indexOf('-->', from)
  return end === -1 ? undefined : text.slice(from, end)
}
