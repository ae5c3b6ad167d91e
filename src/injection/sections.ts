import type { Policy } from '../engine/laws/policy.ts'
import type { Section } from '../engine/laws/sections.ts'
import { whatToAvoid, whatWorked } from '../engine/laws/strategy-lines.ts'
import type { StrategyRecord } from '../engine/laws/strategy-record.ts'
import { maturityLabel } from '../engine/standing/maturity-label.ts'
import { oneLine } from '../engine/text/one-line.ts'
import { type Candidate, quotable } from './candidate.ts'

/** What may be shown, by how far it may be trusted; each line says on what evidence. */
export function maturitySections(candidates: readonly Candidate[], policy: Policy): Section[] {
  const of = (wanted: (candidate: Candidate) => boolean) =>
    candidates.filter(wanted).map((candidate) => labelled(candidate, policy))
  const isDo = ({ polarity }: Candidate) => polarity === 'do'
  return [
    { title: '## Proven', lines: of((one) => isDo(one) && one.standing.maturity === 'proven') },
    { title: '## Established', lines: of((one) => isDo(one) && one.standing.maturity === 'established') },
    { title: '## Candidates', lines: of((one) => isDo(one) && isCandidate(one)) },
    { title: '## To avoid', lines: of((one) => !isDo(one)) },
  ]
}

/** What a planner reads: which strategies worked and which did not, what was learned to avoid, and what is proven. */
export function planSections(
  candidates: readonly Candidate[],
  strategies: readonly StrategyRecord[],
  policy: Policy,
): Section[] {
  const [proven, established, candidate, avoid] = maturitySections(candidates, policy) as [
    Section,
    Section,
    Section,
    Section,
  ]
  const told = (lines: readonly string[]) => lines.map((line) => ({ line: oneLine(quotable(line)) }))
  return [
    { title: '## What worked', lines: told(whatWorked(strategies, policy)) },
    {
      title: '## What to avoid',
      lines: [...told(whatToAvoid(strategies, policy)), ...avoid.lines],
    },
    { ...proven, title: '## Proven patterns' },
    { ...established, title: '## Established patterns' },
    { ...candidate, title: '## Candidates' },
  ]
}

function isCandidate({ standing }: Candidate): boolean {
  return standing.maturity === 'candidate' || standing.maturity === 'unknown'
}

/** `- Check token expiry first [PROVEN - 100% helpful from 6 observations]`. A warning says itself on what it rests. */
function labelled({ id, line, polarity, standing, feedback }: Candidate, policy: Policy) {
  const { source = id } = line
  if (polarity === 'avoid' && feedback.helpful + feedback.harmful === 0)
    return { id, source, line: `- ${oneLine(line.text)}` }
  const state = standing.maturity === 'unknown' ? 'candidate' : standing.maturity
  return { id, source, line: `- ${oneLine(line.text)} ${maturityLabel(state, feedback, policy.maturity)}` }
}
