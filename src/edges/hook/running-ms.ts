/** How long this process has been running. `performance.now()` tells the same, and takes longer to load than most of a hook. */
export function runningMs(): number {
  return process.uptime() * 1_000
}
