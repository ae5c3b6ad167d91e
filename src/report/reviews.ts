import type { KnownEvent } from '../domain/read-event.ts'
import { readVerdict, type VerdictIssue } from '../engine/laws/verdict.ts'
import { stripOwnBlocks } from '../engine/text/own-blocks.ts'
import { normalizeText } from '../engine/text/text-hash.ts'
import type { InsightsPolicy } from './insights.ts'
import { type Figure, NOT_ENOUGH, type NotEnough, shareOf } from './wording.ts'

/** A role's finding, in a form that can be recognised again. */
export interface Finding {
  readonly summary: string
  readonly file?: string
  /** The fix that its role last suggested. */
  readonly fix?: string
  /** The normalised summary and the file without the line, so that a finding stays the same when code moves. */
  readonly signature: string
}

/** A deliberation that came to a verdict. */
export interface Review {
  readonly deliberation: string
  readonly role: string
  /** The subject, if known: the run, else the issue, else itself. */
  readonly work: string
  readonly issue?: string
  readonly phase?: string
  readonly verdict: 'PASS' | 'FAIL'
  readonly findings: readonly Finding[]
  readonly at: number
  readonly position: number
}

/** A validator's verdict on a challenger that was acted on. */
export interface Ruled extends Pick<Review, 'work' | 'verdict' | 'at' | 'position'> {
  readonly deliberation?: string
  readonly challenger: string
  readonly validator: string
}

/** The review in an event; undefined if there is none, or it has no verdict. */
export function reviewOf(event: KnownEvent): Review | undefined {
  if (event.type !== 'deliberation-recorded' || event.payload.verdict === 'none') return undefined
  const { deliberation, role, phase, issue, verdict, text } = event.payload
  return {
    deliberation,
    role: plainRole(role),
    work: workOf(event.run, issue, deliberation),
    issue,
    phase: phase?.trim().toLowerCase(),
    verdict,
    findings: readVerdict(stripOwnBlocks(text)).issues.flatMap(findingOf),
    at: event.occurredAt,
    position: event.position,
  }
}

export function ruledOf(event: KnownEvent): Ruled | undefined {
  if (event.type !== 'verdict-recorded' || event.payload.result === 'none') return undefined
  const { verdict, deliberation, adversarialRole, validatorRole, result } = event.payload
  return {
    deliberation,
    challenger: plainRole(adversarialRole),
    validator: plainRole(validatorRole),
    work: workOf(event.run, undefined, deliberation ?? verdict),
    verdict: result,
    at: event.occurredAt,
    position: event.position,
  }
}

/** Normalises a finding: `src/a.ts:42` and `./src/a.ts:7-9` become `src/a.ts`. An empty one is dropped, because it cannot be recognised again. */
export function findingOf({ summary = '', location, fixHint: fix }: VerdictIssue): Finding[] {
  const words = normalizeText(summary)
  if (words === '') return []
  const file = location
    ?.trim()
    .replace(/:\d.*$/, '')
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
  return [{ summary: summary.trim(), signature: `${words} @ ${file ?? ''}`, file: file || undefined, fix }]
}

export function plainRole(role: string): string {
  return role.trim().toLowerCase()
}

/** Oldest first. */
export function byTime(a: { at: number; position: number }, b: { at: number; position: number }): number {
  return a.at - b.at || a.position - b.position
}

function workOf(run: string | undefined, issue: string | undefined, own: string): string {
  if (run !== undefined) return `run/${run}`
  return issue === undefined ? `alone/${own}` : `issue/${issue}`
}

export type RoleVerdict = Pick<Review, 'role' | 'work' | 'verdict' | 'at'>

export interface RoleInsight {
  readonly role: string
  /** Share of PASS verdicts; n counts verdicts. */
  readonly passRate: Figure
  readonly runs: number
  readonly judgement: 'low' | 'fine' | NotEnough
}

/** Every verdict of a role, once. A validator's verdict that was acted on equals its own report of that run with the same result, if there is one. */
export function roleVerdicts(reviews: readonly Review[], ruled: readonly Ruled[]): RoleVerdict[] {
  const keyOf = ({ role, work, verdict }: RoleVerdict) => `${role}\n${work}\n${verdict}`
  const reported = new Set(reviews.map(keyOf))
  const more = ruled
    .map(({ validator, work, verdict, at }) => ({ role: validator, work, verdict, at }))
    .filter((one) => !reported.has(keyOf(one)))
  return [...reviews, ...more]
}

/** How often each role says PASS. Below half over two runs or more the role is flagged: either the work that reaches it is poor, or it asks too much. 4 PASS of 10 in 10 runs: 0.4, low. */
export function passRates(verdicts: readonly RoleVerdict[], policy: InsightsPolicy): RoleInsight[] {
  const roles = [...new Set(verdicts.map(({ role }) => role))].sort()
  return roles.map((role) => passRateOf(role, verdicts, policy))
}

export function passRateOf(role: string, verdicts: readonly RoleVerdict[], policy: InsightsPolicy): RoleInsight {
  const own = verdicts.filter((verdict) => verdict.role === role)
  const runs = new Set(own.map(({ work }) => work)).size
  const passRate = shareOf(own.filter(({ verdict }) => verdict === 'PASS').length, own.length)
  const isLow = passRate.value !== NOT_ENOUGH && passRate.value < policy.lowPassRate
  const judgement = runs < policy.leastRunsPerRole ? NOT_ENOUGH : isLow ? 'low' : 'fine'
  return { role, passRate, runs, judgement }
}

export interface RecurringFinding extends Finding {
  readonly roles: readonly string[]
  /** The number of verdicts that raise it, and of pieces of work. */
  readonly raised: number
  readonly works: number
  readonly fixed: number
  readonly regressed: number
  /** Its state in the latest piece of work that mentions it. */
  readonly state: 'open' | 'fixed' | 'regressed'
  readonly lastRaisedAt: number
}

interface Trace extends Finding {
  fix?: string
  readonly roles: Set<string>
  readonly works: Set<string>
  raised: number
  fixed: number
  regressed: number
  state: RecurringFinding['state']
  lastRaisedAt: number
}

/** Tracks findings across verdicts. One is open when raised, fixed when that role's next verdict on the same issue and phase no longer raises it, and regressed when it is raised again there. Another role's silence does not fix it. */
export function recurringFindings(reviews: readonly Review[], most: number): RecurringFinding[] {
  const traces = new Map<string, Trace>()
  const last = new Map<string, Map<string, RecurringFinding['state']>>()
  for (const review of [...reviews].sort(byTime)) {
    const known = last.get(seriesOf(review)) ?? new Map()
    last.set(seriesOf(review), known)
    const raised = new Map(review.findings.map((finding) => [finding.signature, finding]))
    for (const [signature, state] of known)
      if (state !== 'fixed' && !raised.has(signature)) {
        const trace = traces.get(signature)!
        known.set(signature, 'fixed')
        trace.fixed += 1
        trace.state = 'fixed'
      }
    for (const [signature, finding] of raised) {
      const before = known.get(signature) ?? 'open'
      const state = before === 'open' ? 'open' : 'regressed'
      const trace = traceOf(traces, finding)
      if (before === 'fixed') trace.regressed += 1
      known.set(signature, state)
      raise(trace, review, { state, fix: finding.fix })
    }
  }
  return [...traces.values()]
    .sort((a, b) => b.regressed - a.regressed || b.raised - a.raised || (a.signature < b.signature ? -1 : 1))
    .slice(0, most)
    .map(({ roles, works, ...trace }) => ({ ...trace, roles: [...roles].sort(), works: works.size }))
}

/** The series of a verdict: an issue, which may take many runs; without one, the run. */
function seriesOf({ issue, work, phase, role }: Review): string {
  return `${issue === undefined ? work : `issue/${issue}`}\n${phase ?? ''}\n${role}`
}

function traceOf(traces: Map<string, Trace>, finding: Finding): Trace {
  const known = traces.get(finding.signature)
  if (known !== undefined) return known
  const counts = { raised: 0, fixed: 0, regressed: 0, lastRaisedAt: 0 }
  const trace: Trace = { ...finding, ...counts, roles: new Set(), works: new Set(), state: 'open' }
  traces.set(finding.signature, trace)
  return trace
}

function raise(trace: Trace, review: Review, { state, fix }: { state: Trace['state']; fix?: string }): void {
  trace.fix = fix ?? trace.fix
  trace.raised += 1
  trace.roles.add(review.role)
  trace.works.add(review.issue ?? review.work)
  trace.state = state
  trace.lastRaisedAt = review.at
}
