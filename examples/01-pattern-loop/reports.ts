/** What a role leaves behind: its words, and the block that a program reads. */
export interface Report {
  readonly says: string
  /** Those who plan and build give none. */
  readonly verdict?: 'PASS' | 'FAIL'
  readonly issues?: readonly { readonly id: string; readonly summary: string; readonly location: string }[]
  readonly falsePositives?: readonly string[]
  readonly patterns?: readonly string[]
}

export function reportText({ says, verdict, issues = [], falsePositives = [], patterns = [] }: Report): string {
  const block = {
    verdict,
    issues: issues.map((issue) => ({ severity: 'HIGH', ...issue })),
    must_fix: verdict === 'FAIL' ? issues.map(({ id }) => id) : [],
    false_positives: falsePositives,
  }
  const learned =
    patterns.length === 0 ? '' : `\n\n## Accumulated Patterns\n${patterns.map((text) => `- ${text}`).join('\n')}`
  if (verdict === undefined) return `${says}${learned}`
  return `${says}${learned}\n\n<!-- pipeline:verdict-json\n${JSON.stringify(block)}\n-->`
}

/** The judge is sure of this, and wrong. */
export const FALSE_ALARM = 'Every read of the session cache must hold the write lock'
export const SOUND = 'Retries hide timeouts because the client swallows the error'

/** The sentinel is sure of this, and right. */
export const REAL_CHECK = 'Compare tokens in constant time, otherwise the answer time leaks them'
