import { HISTORICAL_HEADER, OWN_SECTION, OWN_TAGS } from './own-tags.ts'

const TAG = new RegExp(`<(/?)(${OWN_TAGS.join('|')})(?![\\w-])([^<>]{0,1000}>)?`, 'gi')

/**
 * The text without anything that Mettle itself put into it, so that the loop never learns from its own words.
 *
 * A block goes with everything nested in it; one that never ends goes to the end of the text; a closing tag alone goes
 * alone. Words that only a block kept apart stay apart by a blank, so no tag can be glued together from two halves.
 */
export function stripOwnBlocks(text: string): string {
  return stripHistorical(stripTagged(text.replace(OWN_SECTION, ' ')))
}

function stripTagged(text: string): string {
  let kept = ''
  let from = 0
  let open: { tag: string; depth: number } | undefined
  for (const match of text.matchAll(TAG)) {
    const [whole, slash, name = '', rest = ''] = match
    const tag = name.toLowerCase()
    const end = match.index + whole.length
    if (!open) kept = joinApart(kept, text.slice(from, match.index))
    if (!open && (slash || rest.endsWith('/>'))) from = end
    else if (!open) open = { tag, depth: 1 }
    else if (open.tag === tag && !rest.endsWith('/>')) open.depth += slash ? -1 : 1
    if (open?.depth === 0) open = undefined
    from = end
  }
  return open ? kept : joinApart(kept, text.slice(from))
}

function joinApart(before: string, after: string): string {
  return /\S$/.test(before.slice(-1)) && /^\S/.test(after.slice(0, 1)) ? `${before} ${after}` : before + after
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
