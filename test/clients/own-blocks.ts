import { OWN_TAGS } from '../../src/engine/text/own-blocks.ts'

const BLOCK = new RegExp(`<(${OWN_TAGS.join('|')})(?![\\w-])[^>]*>.*?</\\1>`, 'gs')

/** What Mettle put into a request, in the order in which it stands there. Gemini CLI escapes the brackets of what hooks say. */
export function ownBlocks(body: string): string[] {
  const text = body.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  return [...text.matchAll(BLOCK)].map(([block]) => block)
}
