import type { Votes } from '../../../domain/outcome-record.ts'
import { RISK_LEVELS } from '../../../domain/values/gate.ts'
import { askCommand, choice, defineCommand, text } from '../command.ts'
import { gateSafely } from '../gate-safely.ts'
import { readVotes, riskOption } from '../input/read-votes.ts'
import { CONSENSUS_EXIT, consensusText } from '../output/consensus-text.ts'
import { gateText } from '../output/gate-text.ts'

/** What a script branches on. 1 and 2 are errors, as everywhere. */
const EXIT = { allow: 0, 'needs-approval': 3, deny: 4 } as const

export const gateCommand = defineCommand({
  name: 'gate',
  summary: 'Check whether a step is allowed.',
  description: `Answers allow (exit 0), needs-approval (exit 3) or deny (exit 4), with the effective risk, how often a failed step may be tried again, and why: what
    mettle.policy.json says, the overlay that the evidence put on the adapter, and the risk. Name the adapter, or give the tool call and it is found: the
    command is read, never run.

    Where a person can lift the stop, the question is recorded; see mettle approval list. An answer holds for gate.approvalMinutes, for the same adapters, risk, words and command. When
    the journal cannot be used, overlays in force still ask, and everything else is allowed.`,
  arguments: [{ name: 'adapter', summary: 'The tool or service that the step uses.' }],
  options: {
    risk: choice(RISK_LEVELS, 'How much is at stake.', { default: 'medium' }),
    action: text('What it would do; else the command.', 'TEXT', { short: 'a' }),
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
    const step = {
      risk,
      adapter,
      ...(action === undefined ? {} : { action }),
      tool,
      command: line,
      server,
      run,
    }
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
    approve, needs-review and reject. Each vote weighs by what the journal knows of the agent, against the threshold in force. Exits with 0 for approve, 3 for
    needs-review and 4 for reject; whether to pause for a person is in the answer.`,
  options: {
    votes: text('The votes; - reads standard input.', 'FILE', { required: true }),
    risk: riskOption,
  },
  examples: ['mettle consensus --votes votes.json --risk medium', 'mettle consensus --votes - --json'],
  ask: async (mettle, { votes, risk }, context) =>
    mettle.consensus((await readVotes(context, votes, risk)) as Votes),
  view: (reached, context) => consensusText(reached, context.colour),
  exit: (reached) => CONSENSUS_EXIT[reached.decision],
})
