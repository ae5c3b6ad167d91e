import type { Pattern } from './pattern.ts'

/** Stands for every repository, and for every agent. */
export const EVERYONE = '*'
const MOST_REPOSITORIES = 40

/** The pattern for one repository alone, or for every one; without a name it stays as it is. */
export function repositoriesSet(state: Pattern, repository: string | undefined): Pattern {
  if (repository === undefined) return state
  const { repositories: _, ...rest } = state
  return repository === EVERYONE ? rest : { ...rest, repositories: [repositoryKey(repository)] }
}

/** The scope after another sighting: a pattern for some repositories gains one, and a pattern for all of them stays so. */
export function repositoriesSeen(state: Pattern, repository: string | undefined): Pattern {
  const known = state.repositories
  if (repository === undefined || known === undefined) return state
  if (repository === EVERYONE) return repositoriesSet(state, EVERYONE)
  const key = repositoryKey(repository)
  if (known.includes(key)) return state
  if (known.length >= MOST_REPOSITORIES) return state
  return { ...state, repositories: [...known, key] }
}

/** Whether a pattern is for a repository. A repository without a known name gets only the patterns for every one. */
export function isForRepository({ repositories }: Pattern, repository: string | undefined): boolean {
  if (repositories === undefined) return true
  return repository !== undefined && repositories.includes(repositoryKey(repository))
}

/** `Team/Shop.git` is the shop: clones of a repository differ in who hosts it, not in what it is called. */
function repositoryKey(name: string): string {
  const last = name.replace(/[\\/]+$/, '').replace(/^.*[\\/]/, '')
  return (last.replace(/\.git$/i, '') || name).toLowerCase()
}

const MOST_ALIASES = 12

/** The pattern with a new wording. The old wording becomes an alias, so that repeating it still refers to this pattern. */
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
