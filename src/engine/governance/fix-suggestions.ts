/** What to try first when an adapter keeps failing, by adapter id. */
const FIX_BY_ADAPTER: ReadonlyMap<string, string> = new Map([
  [
    'terminal',
    'Run the command by hand in the same folder: check that it exists, its arguments, the permissions and the environment.',
  ],
  [
    'github',
    'Check that the token is valid and has the scopes it needs, that the branch is up to date, and that you may write to the remote.',
  ],
])

const GENERIC_FIX =
  'Read the log of the failed step, check its inputs and settings, and repeat it alone before retrying the run.'

/** The advice for an adapter, given by its lower-case id; the generic one where none is written. */
export function fixSuggestionFor(adapterId: string): string {
  return FIX_BY_ADAPTER.get(adapterId) ?? GENERIC_FIX
}
