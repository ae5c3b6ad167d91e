import type { Pattern } from './pattern.ts'

const MOST_ALIASES = 12

/** A pattern under other words. The wording that was goes on as an alias, so that who repeats it still means this pattern. */
export function reworded(
  state: Pattern,
  { text, textHash }: { text?: string | undefined; textHash?: string | undefined },
): Pattern {
  if (text === undefined || textHash === undefined || textHash === state.textHash) return state
  const others = state.aliases.filter((alias) => alias !== text && alias !== state.text)
  return { ...state, text, textHash, aliases: [...others, state.text].slice(-MOST_ALIASES) }
}

/** The aliases of a pattern after it was seen under some words; only the newest few are kept. */
export function withAlias(known: Pattern, seen: { text: string; textHash: string }): readonly string[] {
  const isKnown = seen.textHash === known.textHash || known.aliases.includes(seen.text)
  return isKnown ? known.aliases : [...known.aliases, seen.text].slice(-MOST_ALIASES)
}
