export interface TrackRecord {
  readonly score: number
  readonly successes: number
  readonly ignoreCount: number
}

/**
 * What a pattern has behind it, in the words of an injected line.
 *
 * Successes outweigh ignores: `5x validated`. Ignores reach successes: `-2 net, 3x ignored` (1 success, 3 ignores).
 * Neither yet: `score:0.42`.
 */
export function trackRecord({ score, successes, ignoreCount }: TrackRecord): string {
  if (successes > ignoreCount) return `${successes}x validated`
  if (ignoreCount > 0) return `-${ignoreCount - successes} net, ${ignoreCount}x ignored`
  return `score:${score.toFixed(2)}`
}
