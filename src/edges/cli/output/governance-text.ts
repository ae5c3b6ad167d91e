import { RISK_LEVELS } from '../../../domain/values/gate.ts'
import type { GovernanceReport } from '../../../loop/governance/governance-report.ts'
import type { ReportSection } from '../../../report/cycle-summary.ts'
import type { Palette } from './display-width.ts'
import { newestOf, percent, quantity, relativeTime, sparkline } from './numbers-text.ts'

/** The report in sections, the same for a terminal and for Markdown. */
export function governanceSections(report: GovernanceReport, now: number): ReportSection[] {
  const { approvals, weeks, thresholds, ratchet } = report
  const rates = weeks.map(({ successRate }) => successRate)
  const read = report.read < report.totalOutcomes ? ` over ${newestOf(report.read, report.totalOutcomes)}` : ''
  return [
    {
      title: 'Summary',
      none: '',
      lines: [
        `${quantity(report.totalOutcomes, 'graded run')}${weeks.length < 2 ? '' : `, by week ${sparkline(rates, [0, 1])} from ${percent(rates[0])} to ${percent(rates.at(-1))} success${read}`}`,
        `${quantity(report.overlays.length, 'overlay')} active, ratchet ${ratchet}; approvals: ${approvals.open} open, ${approvals.allowed} allowed, ${approvals.refused} refused`,
        ...report.alerts.map((alert) => `Alert: ${alert}`),
      ],
    },
    section('Strongest adapters', report.strongest.map(adapterLine), 'None has been graded yet.'),
    section('Weakest adapters', report.weakest.map(adapterLine), 'None has been graded yet.'),
    section(
      'Failure patterns',
      report.topFailures.map(
        (item) =>
          `${item.id}: ${quantity(item.occurrences, 'time')}, confidence ${item.confidence}, last ${relativeTime(item.lastSeenAt, now)}. ${item.fixSuggestion}`,
      ),
      'None is open.',
    ),
    section('Overlays', report.overlays.map(overlayLine), 'None is active.'),
    section('Policy Diff', diffLines(report), 'No threshold or overlay changed.'),
    section(
      'Decisions of people',
      report.decisions.map(
        ({ at, by, what, reason }) => `${by} ${what}${reason === '' ? '' : `: ${reason}`} (${relativeTime(at, now)})`,
      ),
      'None yet.',
    ),
    section(
      'Constraint Suggestions',
      report.suggestions.map(
        (item) =>
          `${item.action} ${item.constraint} (confidence ${item.confidence}, ${quantity(item.runs, 'run')}): ${item.reason}`,
      ),
      'None.',
    ),
    section(
      'Task Suggestions',
      report.taskSuggestions.map(({ suggestion, impact }) => `${suggestion} ${impact}`),
      'None.',
    ),
    section('Thresholds', thresholdLines(thresholds), ''),
    section(
      'Agent Profiles',
      report.agents.map(
        (agent) =>
          `${agent.agent}: reliability ${agent.reliability}, weight ${agent.baseWeight}${agent.canVeto ? ', may veto' : ''}, ${quantity(agent.runs, 'run')}`,
      ),
      'No run has votes.',
    ),
    section(
      'Skill Learning',
      report.skills.map(
        (skill) =>
          `${skill.skill}: score ${skill.score}, ${quantity(skill.runs, 'run')}, ${skill.successes} ended well, ${skill.failures} failed`,
      ),
      'No run names skills.',
    ),
  ]
}

function section(title: string, lines: readonly string[], none: string): ReportSection {
  return { title, lines, none }
}

function adapterLine({ adapter, score, runs }: GovernanceReport['strongest'][number]): string {
  return `${adapter}: reliability ${score} over ${quantity(runs, 'run')}`
}

function overlayLine(item: GovernanceReport['overlays'][number]): string {
  const loosen = Object.keys(item.suggested).length === 0 ? '' : '; the evidence would loosen it'
  const notes = item.notes.map((note) => `; ${note}`).join('')
  const retries = quantity(item.suggestedMaxRetries, 'retry', 'retries')
  return `${item.adapter}: risk x${item.riskMultiplier}, ${retries}${item.requireApproval ? ', approval' : ''}, for ${quantity(item.ageDays, 'day')}: ${item.reason}${loosen}${notes}`
}

function diffLines({ policyDiff }: GovernanceReport): string[] {
  return policyDiff.flatMap(({ run, policyDiff: moved }) =>
    Object.entries(moved).map(([key, { before, after }]) => `${key}: ${before} -> ${after} (${run})`),
  )
}

function thresholdLines({ inForce, suggested }: GovernanceReport['thresholds']): string[] {
  return RISK_LEVELS.map((risk) => {
    const key = `${risk}RiskApprovalThreshold` as const
    const lower = suggested[key] < inForce[key] ? `; the evidence suggests ${percent(suggested[key])}` : ''
    return `${risk} risk: ${percent(inForce[key])} of the votes must approve${lower}`
  })
}

export function governanceText(report: GovernanceReport, colour: Palette, now: number): string {
  return governanceSections(report, now)
    .map(({ title, lines, none }) =>
      [colour.bold(title), ...(lines.length === 0 ? [none] : lines).map((line) => `  ${line}`)].join('\n'),
    )
    .join('\n\n')
}
