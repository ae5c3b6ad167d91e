/** One push of a pattern: when it was, and which event says so. */
export interface Push {
  readonly event: string
  readonly pushedAt: number
}

/** Whether a push came before another of the same pattern; of the same moment, the lower id. The same push is not older. */
export function isOlderPush(one: Push, known: Push | undefined): boolean {
  if (known === undefined) return false
  return one.pushedAt < known.pushedAt || (one.pushedAt === known.pushedAt && one.event < known.event)
}
