/** A word that the hook was called with. */
export function optionOf(name: '--client' | '--event'): string | undefined {
  const at = process.argv.indexOf(name)
  return at === -1 ? undefined : process.argv[at + 1]
}
