import { present } from '../../../domain/sets.ts'
import { RISK_LEVELS } from '../../../domain/values/gate.ts'
import type { AdapterView, PolicyView } from '../../../loop/views/policy-view.ts'
import { findWorkspace } from '../../../machine/files/workspace.ts'
import { readConfig } from '../../../open.ts'
import { overlayText, safetyText } from '../../../report/wording.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { percent, quantity, relativeTime } from '../output/numbers-text.ts'
import { type Cell, table } from '../output/table.ts'
import { whyNamedText } from '../output/why-text.ts'
import { changesText } from '../policy-text.ts'
import { verbCommand } from '../verb-command.ts'

export const policyShowCommand = defineCommand({
  name: 'policy show',
  summary: 'Show the active policy, and what the evidence would change.',
  description: `Shows the overlays of adapters, thresholds, agents and skills. Under the strict ratchet,
    Mettle only suggests what the evidence would loosen; mettle policy loosen applies it.`,
  arguments: [{ name: 'adapter', summary: 'One adapter, with its failures and notes.' }],
  examples: ['mettle policy show', 'mettle policy show github'],
  run: async (context, { adapter }) => {
    const mettle = await context.openMettle()
    if (adapter === undefined) {
      const policy = await mettle.policy()
      return context.show(policy, () => `${policyText(policy, context)}\n${safetyLine(context)}`)
    }
    const view = await mettle.adapter(adapter)
    context.show(view, () => adapterText(view, context))
  },
})

function adapterText(view: AdapterView, context: CommandContext): string {
  const now = context.now()
  const { reliability: known, suggested, decision } = view
  const rows: [string, string][] = present([
    ['active', overlayText(view.overlay)],
    ['since', view.since === 0 ? 'ever' : relativeTime(view.since, now)],
    ['reason', view.reason],
    [
      'reliability',
      known === undefined
        ? 'no graded run yet'
        : `${known.score} in ${quantity(known.runs, 'run')}: success ${percent(known.successRate)}, ${known.avgRetries.toFixed(2)} retries, quality ${known.quality.toFixed(2)}`,
    ],
    Object.keys(suggested).length > 0 && [
      'suggested',
      `${overlayText({ ...view.overlay, ...suggested })}; mettle policy loosen ${view.adapter} --reason "what changed"`,
    ],
    decision !== undefined && [
      'decided',
      `${decision.kind} by ${decision.by}, ${relativeTime(decision.at, now)}: ${decision.reason}`,
    ],
    ...view.annotations.map(({ text, by, at }): [string, string] => [
      'note',
      `${text} (${by}, ${relativeTime(at, now)})`,
    ]),
    view.stale && ['alert', 'no new evidence for long: is this overlay still right?'],
  ])
  const failures = view.failures.map(
    ({ failureType, occurrences, total, confidence, lastSeenAt, acknowledged, fixSuggestion }) =>
      acknowledged !== undefined && occurrences === 0
        ? [failureType, `fixed, says ${acknowledged.by}: ${acknowledged.reason}`]
        : [
            failureType,
            `${occurrences} of ${total}, confidence ${confidence}, last ${relativeTime(lastSeenAt, now)}. ${fixSuggestion}`,
          ],
  )
  const head = `${context.colour.bold(view.adapter)}\n${table(rows, { indent: 2 })}`
  return failures.length === 0 ? head : `${head}\nFailures\n${table(failures, { indent: 2 })}`
}

function policyText({ ratchet, thresholds, adapters, agents, skills }: PolicyView, context: CommandContext): string {
  const width = context.textWidth
  const section = (title: string, rows: Cell[][], head: string[]) =>
    rows.length === 0 ? '' : `\n${context.colour.bold(title)}\n${table(rows, { head, indent: 2, width })}`
  const limits = RISK_LEVELS.map((risk) => {
    const value = thresholds.inForce[`${risk}RiskApprovalThreshold`]
    const lower = thresholds.suggested[`${risk}RiskApprovalThreshold`]
    return [risk, String(value), lower < value ? `${lower} is enough` : '']
  })
  return [
    `The ratchet is ${ratchet}: evidence makes the policy ${ratchet === 'strict' ? 'only stricter; to loosen it takes a person' : 'stricter and looser'}.\n`,
    section('Share of votes that must approve', limits, ['RISK', 'SHARE', 'SUGGESTED']),
    section(
      'Adapters',
      adapters.map(({ adapter, reliability, overlay, suggested, stale }) => [
        adapter,
        reliability?.score ?? '–',
        reliability?.runs ?? 0,
        overlayText(overlay),
        present([Object.keys(suggested).length > 0 && 'may loosen', stale && 'no news']).join(', '),
      ]),
      ['ADAPTER', 'RELIABILITY', 'RUNS', 'ACTIVE', ''],
    ),
    section(
      'Agents',
      agents.map(({ agent, reliability: score, runs, canVeto }) => {
        return [agent, score.toFixed(4), runs, canVeto ? 'can veto' : '']
      }),
      ['AGENT', 'RELIABILITY', 'RUNS', ''],
    ),
    section(
      'Skills',
      skills.map(({ skill, score, runs }) => [skill, score.toFixed(4), String(runs)]),
      ['SKILL', 'SCORE', 'RUNS'],
    ),
  ].join('')
}

/** How many safety rules the gate has, and which of them a person turned off. */
function safetyLine({ cwd, environment, settings }: CommandContext): string {
  const { values } = readConfig(findWorkspace(cwd), environment, settings)
  return safetyText(values['safety.off'] as readonly string[])
}

export const policyWhyCommand = verbCommand('whyAdapter', {
  name: 'policy why',
  summary: 'Explain what the gate does for an adapter, and why.',
  description:
    'Shows the calculation, the thresholds that were met or missed, the notes of people, what the gate answers at each risk, the events behind it, and what would change it.',
  words: { name: 'adapter' },
  examples: ['mettle policy why github', 'mettle policy why npm --json'],
  view: (why, context) => whyNamedText(why, context),
})

export const policyDiffCommand = verbCommand('policyChanges', {
  name: 'policy diff',
  summary: 'Show how outcomes changed the policy.',
  options: { limit: { default: 10, summary: 'How many runs at most.' } },
  examples: ['mettle policy diff', 'mettle policy diff --run run-9'],
  listed: true,
  view: (changes, context) => changesText(changes, context.now()),
})
