/** How long this process has been running. `performance.now()` tells the same, and takes longer to load than most of a hook. */
export function runningMs(): number {
  return process.uptime() * 1_000
}

/** The value of one of the hook's options. */
export function optionOf(name: '--client' | '--event'): string | undefined {
  const at = process.argv.indexOf(name)
  return at === -1 ? undefined : process.argv[at + 1]
}
