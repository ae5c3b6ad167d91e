import type { Votes } from '../../../domain/outcome-record.ts'
import { present, withoutUndefined } from '../../../domain/sets.ts'
import { RISK_LEVELS } from '../../../domain/values/gate.ts'
import type { Gated } from '../../../loop/governance/gate.ts'
import { askCommand, choice, defineCommand, text } from '../command.ts'
import { gateSafely } from '../gate-safely.ts'
import { readVotes, riskOption } from '../input/read-file.ts'
import { usageError } from '../input/tokens.ts'
import { consensusShown } from '../output/consensus-text.ts'
import type { Palette } from '../output/display-width.ts'
import { quantity, relativeTime } from '../output/numbers-text.ts'

/** Exit codes for scripts. 1 and 2 are errors, as everywhere. */
const EXIT = { allow: 0, 'needs-approval': 3, deny: 4 } as const

export const gateCommand = defineCommand({
  name: 'gate',
  summary: 'Check whether a step is allowed.',
  description: `Answers allow (exit 0), needs-approval (exit 3) or deny (exit 4), with the effective risk and how often a failed step may be retried. The reasons come from
    mettle.policy.json, the overlay that the evidence put on the adapter, and the risk. Name the adapter, or give the tool call and Mettle finds
    the adapter: it reads the command and never runs it.

    If a person can allow the step, Mettle records the question; see mettle approval list. An answer holds for gate.approvalMinutes, for the same adapters, risk, words, command and folder. When
    the journal cannot be used, active overlays still ask, and everything else is allowed.`,
  arguments: [{ name: 'adapter', summary: 'The tool or service that the step uses.' }],
  options: {
    risk: choice(RISK_LEVELS, 'How much is at stake.', { default: 'medium' }),
    action: text('What it would do. Default: the command.', 'TEXT', { short: 'a' }),
    tool: text('The tool that the agent would call.', 'NAME'),
    command: text('What the tool would run.', 'TEXT'),
    server: text('The MCP server that the call goes to.', 'NAME'),
    run: text('The run that asks.', 'ID', { short: 'r' }),
  },
  examples: [
    'mettle gate github --risk high --action "merge the release branch"',
    'mettle gate --tool Bash --command "git push origin main"',
    'mettle gate --tool mcp__github__create_issue --risk low',
  ],
  run: async (context, { adapter, risk, action, tool, command: line, server, run }) => {
    if ([adapter, tool, line, server].every((given) => given === undefined))
      throw usageError('<adapter> is missing, or --tool, or --command.', 'mettle gate github --action "push"')
    const step = { risk, adapter, ...withoutUndefined({ action }), tool, command: line, server, run }
    const gated = await gateSafely(context, step)
    context.show(gated, () => gateText(gated, context.colour, context.now()))
    if (gated.failure !== undefined)
      context.note(`Answered without the journal: ${gated.failure.message}\nmettle doctor`)
    return EXIT[gated.decision]
  },
})

export const consensusCommand = askCommand({
  name: 'consensus',
  summary: 'Weigh the votes of agents by how much each is trusted.',
  description: `Reads votes as JSON: [{"agent": "planner", "decision": "approve", "confidence": 0.9, "reason": "…"}], or {"riskLevel": "medium", "votes": […]}. Decisions are
    approve, needs-review and reject. Mettle weights each vote by the record of the agent in the journal, and compares the result with the active threshold. Exits with 0 for approve, 3 for
    needs-review and 4 for reject; whether to pause for a person is in the answer.`,
  options: { votes: text('The votes; - reads standard input.', 'FILE', { required: true }), risk: riskOption },
  examples: ['mettle consensus --votes votes.json --risk medium', 'mettle consensus --votes - --json'],
  ask: async (mettle, { votes, risk }, context) => mettle.consensus((await readVotes(context, votes, risk)) as Votes),
  ...consensusShown,
})

type Evidence = Gated['evidence'][number]

const WORDS = { allow: 'allow', 'needs-approval': 'needs approval', deny: 'deny' } as const
const COLOURS = { allow: 'green', 'needs-approval': 'yellow', deny: 'red' } as const

/** The gate's decision, its evidence, and what would change it. */
function gateText(gated: Gated, colour: Palette, now: number): string {
  const { decision, action, adapters, reasons, evidence, unclear } = gated
  const word = colour.bold(colour[COLOURS[decision]](WORDS[decision]))
  const who = adapters.length === 0 ? 'no known tool or service' : adapters.join(', ')
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Why', reasons.map(({ because }) => because)],
    ['Evidence', evidence.map((item) => evidenceLine(item, now))],
    ['What would change it', changes(gated)],
    ['Not seen through', unclear],
  ]
  return [
    `${word}  ${action}`,
    `${who}: ${gated.risk} risk (${gated.effectiveRisk} of 1), at most ${quantity(gated.maxRetries, 'retry', 'retries')}`,
    ...sections.flatMap(([title, lines]) =>
      lines.length === 0 ? [] : ['', colour.bold(title), ...lines.map((line) => `  ${line}`)],
    ),
  ].join('\n')
}

function evidenceLine(
  { adapter, runs, reliability, failure, overlay, since, decision }: Evidence,
  now: number,
): string {
  return present([
    `${adapter}: ${reliability === undefined ? 'no graded run' : `reliability ${reliability} over ${quantity(runs, 'run')}`}`,
    !(failure === undefined || failure.occurrences === 0) &&
      `failed with ${failure.failureType} ${quantity(failure.occurrences, 'time')}, last ${relativeTime(failure.lastSeenAt, now)}`,
    `risk x${overlay.riskMultiplier}, ${quantity(overlay.suggestedMaxRetries, 'retry', 'retries')}${overlay.requireApproval ? ', approval' : ''}${
      since === 0 ? '' : ` since ${relativeTime(since, now)}`
    }`,
    decision !== undefined && `${decision.kind} by ${decision.by}: ${decision.reason}`,
  ]).join('; ')
}

/** A waiting question shows the command that answers it. */
function changes({ decision, approval, recorded, reasons }: Gated): string[] {
  const answer = recorded ? [`mettle approval answer ${approval} --allow --reason "…"`] : []
  if (decision === 'allow')
    return reasons.flatMap(({ source, wouldChangeIt }) => (source === 'answer' ? (wouldChangeIt ?? []) : []))
  return [...answer, ...new Set(reasons.flatMap(({ wouldChangeIt }) => wouldChangeIt ?? []))]
}
