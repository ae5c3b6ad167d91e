import { visibleText } from './visible-text.ts'

/** The tags of the blocks that Mettle puts into a prompt. */
export const OWN_TAGS = ['mettle', 'mettle-rules', 'organization-learnings', 'tool-learnings'] as const

/** The track record in brackets after the text of our lines: `5x validated`, `helping 82%, 8 runs`. */
export const OWN_LABEL =
  '\\d{1,9} ?[x×] ?validated|-\\d{1,9} net, \\d{1,9}x ignored|score:[\\d.]{1,12}|proven|helping|(?:new|proven|helping|warning)(?: \\d{1,3}%)?, \\d{1,9} runs?'

/** The beginning of a role's block, which ends at the next blank line. A search starts only at the beginning of a row of signs: from each sign of an endless row, it would run to the end. */
export const HISTORICAL_HEADER = /(?<!=)={3,}\s{0,4}HISTORICAL\s{1,4}PATTERNS/i

/** Mettle's own section in a file that agents read. */
export const OWN_SECTION = /<!-- mettle(-rules)?:begin(?: gap=\d)? -->[\s\S]*?(?:<!-- mettle\1:end -->|$)/g

const TAG = new RegExp(`<\\s?(/?)\\s?(${OWN_TAGS.join('|')})(?![\\w-])([^<>]{0,1000}>)?`, 'gi')

/**
 * The text without anything that Mettle itself put into it, so that the loop never learns from its own words.
 *
 * A block is removed with everything nested in it; an unclosed one runs to the end of the text; a closing tag without an opening one is removed
 * alone. A blank stays between words that only a block separated, so no tag can be assembled from two halves.
 */
export function stripOwnBlocks(text: string): string {
  // Most texts have no sign of a block; compiling the expressions takes longer than checking that.
  const unmarked = text.includes('<') ? stripTagged(visibleText(text).text.replace(OWN_SECTION, ' ')) : text
  return unmarked.includes('===') ? stripHistorical(unmarked) : unmarked
}

function stripTagged(text: string): string {
  const kept: string[] = []
  let from = 0
  let open: { tag: string; depth: number } | undefined
  for (const match of text.matchAll(TAG)) {
    const [whole, slash, name = '', rest = ''] = match
    const tag = name.toLowerCase()
    const end = match.index + whole.length
    if (!open) addApart(kept, text.slice(from, match.index))
    if (!open && (slash || rest.endsWith('/>'))) from = end
    else if (!open) open = { tag, depth: 1 }
    else if (open.tag === tag && !rest.endsWith('/>')) open.depth += slash ? -1 : 1
    if (open?.depth === 0) open = undefined
    from = end
  }
  if (!open) addApart(kept, text.slice(from))
  return kept.join('')
}

/** Collects parts: reading the last letter of a growing string would copy it each time. */
function addApart(kept: string[], text: string): void {
  if (text === '') return
  if (/\S/.test(kept.at(-1)?.at(-1) ?? ' ') && /^\S/.test(text)) kept.push(' ')
  kept.push(text)
}

function stripHistorical(text: string): string {
  if (!HISTORICAL_HEADER.test(text)) return text
  let inside = false
  const kept: string[] = []
  for (const line of text.split('\n')) {
    const header = line.search(HISTORICAL_HEADER)
    if (inside && line.trim() === '') inside = false
    if (!inside && header < 0) kept.push(line)
    else if (!inside && line.slice(0, header).trim() !== '') kept.push(line.slice(0, header))
    inside ||= header >= 0
  }
  return kept.join('\n')
}
