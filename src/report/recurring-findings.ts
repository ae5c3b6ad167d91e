import { byTime, type Finding, type Review } from './reviews.ts'

/** A finding that was raised more than once. */
export interface RecurringFinding {
  readonly signature: string
  readonly summary: string
  readonly file?: string
  readonly roles: readonly string[]
  /** Verdicts that raise it, and pieces of work in which they do. */
  readonly raised: number
  readonly works: number
  readonly fixed: number
  readonly regressed: number
  /** Where it stands in the piece of work that spoke of it last. */
  readonly state: 'open' | 'fixed' | 'regressed'
  readonly lastRaisedAt: number
}

interface Trace extends Finding {
  readonly roles: Set<string>
  readonly works: Set<string>
  raised: number
  fixed: number
  regressed: number
  state: RecurringFinding['state']
  lastRaisedAt: number
}

/**
 * Follows findings from verdict to verdict. One is open when it is raised, fixed when the next verdict of that role on the same
 * issue and phase no longer raises it, and regressed when it is raised there after that. What another role does not mention
 * is not fixed by its silence.
 */
export function recurringFindings(reviews: readonly Review[], most: number): RecurringFinding[] {
  const traces = new Map<string, Trace>()
  const last = new Map<string, Map<string, RecurringFinding['state']>>()
  for (const review of [...reviews].sort(byTime)) {
    const known = last.get(seriesOf(review)) ?? new Map()
    last.set(seriesOf(review), known)
    const raised = new Map(review.findings.map((finding) => [finding.signature, finding]))
    for (const [signature, state] of known)
      if (state !== 'fixed' && !raised.has(signature)) {
        known.set(signature, 'fixed')
        settle(traces.get(signature)!, 'fixed')
      }
    for (const [signature, finding] of raised) {
      const state = raisedAfter(known.get(signature))
      const trace = traceOf(traces, finding)
      if (state === 'regressed' && known.get(signature) === 'fixed') trace.regressed += 1
      known.set(signature, state)
      raise(trace, review, state)
    }
  }
  return [...traces.values()]
    .filter((trace) => trace.raised > 1)
    .sort(worstFirst)
    .slice(0, most)
    .map(told)
}

/** An issue may take many runs; without one, the run is what it is about. */
function seriesOf({ issue, work, phase, role }: Review): string {
  return `${issue === undefined ? work : `issue/${issue}`}\n${phase ?? ''}\n${role}`
}

function raisedAfter(before: RecurringFinding['state'] | undefined): RecurringFinding['state'] {
  return before === undefined || before === 'open' ? 'open' : 'regressed'
}

function traceOf(traces: Map<string, Trace>, finding: Finding): Trace {
  const known = traces.get(finding.signature)
  if (known !== undefined) return known
  const counts = { raised: 0, fixed: 0, regressed: 0, lastRaisedAt: 0 }
  const trace: Trace = { ...finding, ...counts, roles: new Set(), works: new Set(), state: 'open' }
  traces.set(finding.signature, trace)
  return trace
}

function raise(trace: Trace, review: Review, state: RecurringFinding['state']): void {
  trace.raised += 1
  trace.roles.add(review.role)
  trace.works.add(review.issue ?? review.work)
  trace.state = state
  trace.lastRaisedAt = review.at
}

function settle(trace: Trace, state: 'fixed'): void {
  trace.fixed += 1
  trace.state = state
}

function worstFirst(a: Trace, b: Trace): number {
  return b.regressed - a.regressed || b.raised - a.raised || (a.signature < b.signature ? -1 : 1)
}

function told({ roles, works, ...trace }: Trace): RecurringFinding {
  return { ...trace, roles: [...roles].sort(), works: works.size }
}
