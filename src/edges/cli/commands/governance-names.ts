import type { Votes } from '../../../domain/outcome-record.ts'
import { simulateConsensus } from '../../../loop/governance/consensus.ts'
import type { GovernanceReport } from '../../../loop/governance/governance-report.ts'
import { readBasePolicy } from '../../../machine/gate/policy-file.ts'
import type { Mettle } from '../../../open.ts'
import { markdownOf } from '../../../report/cycle-summary.ts'
import { askCommand, choice, count, defineCommand, list, number, share, text } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { governedText, parseRecord, readRecord } from '../governed-outcome.ts'
import { listed } from '../input/parse-values.ts'
import { readVotes, riskOption } from '../input/read-file.ts'
import { CONSENSUS_EXIT, consensusShown, consensusText } from '../output/consensus-text.ts'
import { governanceSections, governanceText } from '../output/governance-text.ts'
import { agentText, changesText } from '../policy-text.ts'

export const outcomeCommand = askCommand({
  name: 'compat outcome',
  summary: 'Record the outcome of a run with flags.',
  description: 'Does what mettle outcome record does, with the flags of another system.',
  options: {
    run: text('The run.', 'ID', { short: 'r', required: true }),
    success: choice(['true', 'false'], 'Whether it succeeded.', { required: true }),
    retries: count('How often it tried again.', { required: true }),
    timeMs: number('How long it took.', { required: true, least: 0 }),
    quality: share('How good the work is, from 0 to 1.', { required: true }),
    adapters: list('The adapters it used.', 'A,B'),
    failure: text('The type of failure.', 'TYPE'),
    rating: number("A person's rating, from 1 to 5.", { least: 1, most: 5, whole: true }),
    feedback: text('What a person said about it.', 'TEXT'),
  },
  examples: [
    'mettle compat outcome --run run-9 --success false --retries 2 --time-ms 81000 --quality 0.2 --adapters github --failure auth',
  ],
  ask: (mettle, { run, success, retries, timeMs, quality, adapters, failure, rating, feedback }) =>
    mettle.recordRunOutcome({
      runId: run,
      success: success === 'true',
      retryCount: retries,
      timeTakenMs: timeMs,
      qualityScore: quality,
      adaptersUsed: listed(adapters) ?? [],
      dominantFailureType: failure,
      userRating: rating,
      userFeedback: feedback,
    }),
  view: (recorded) => governedText(recorded),
})

/** Records a run; the answer also has the other system's fields. */
async function recordCycle(mettle: Mettle, record: unknown) {
  await readBasePolicy(mettle.workspace)
  const recorded = await mettle.recordRunOutcome(record)
  const { policyDiff = {}, suggestions: constraintSuggestions = [] } = recorded.cycle ?? {}
  const { updatedState } = (await mettle.governanceReport()).compat
  return { ...recorded, updatedState, policyDiff, constraintSuggestions }
}

export const ckOutcomeCommand = askCommand({
  name: 'compat ck-outcome',
  summary: 'Record the outcome of a run, given as JSON.',
  arguments: [{ name: 'record', required: true, summary: 'The record, in either documented shape.' }],
  examples: [
    'mettle compat ck-outcome \'{"runId":"run-10","result":"success","postExecutionScore":0.9,"riskLevel":"low"}\'',
  ],
  ask: (mettle, { record }) => recordCycle(mettle, parseRecord(record, 'The argument')),
  view: (recorded) => governedText(recorded),
})

export const ckOutcomeFileCommand = askCommand({
  name: 'compat ck-outcome-file',
  summary: 'Record the outcome of a run from a file.',
  arguments: [{ name: 'path', required: true, summary: 'A file with one JSON record; - is standard input.' }],
  examples: ['mettle compat ck-outcome-file outcome.json'],
  ask: async (mettle, { path }, context) => recordCycle(mettle, await readRecord(context, path)),
  view: governedText,
})

/** Prints the report as text; as JSON it has the fields of the system that the command comes from. */
async function showReport(context: CommandContext, view: (report: GovernanceReport) => string) {
  const report = await (await context.openMettle()).governanceReport()
  context.show(report.compat, () => view(report))
}

export const learningReportCommand = defineCommand({
  name: 'compat learning-report',
  summary: 'Report the reliability of adapters and agents as text.',
  examples: ['mettle compat learning-report'],
  run: (context) => showReport(context, (report) => governanceText(report, context.colour, context.now())),
})

export const ckLearningReportCommand = defineCommand({
  name: 'compat ck-learning-report',
  summary: 'Report the reliability of adapters and agents as Markdown.',
  examples: ['mettle compat ck-learning-report'],
  run: (context) =>
    showReport(context, (report) => markdownOf('Governance report', governanceSections(report, context.now()))),
})

export const ckPolicyDiffCommand = defineCommand({
  name: 'compat ck-policy-diff',
  summary: 'Show what the latest run that changed the policy changed.',
  examples: ['mettle compat ck-policy-diff'],
  run: async (context) => {
    const mettle = await context.openMettle()
    const changes = await mettle.policyChanges({ limit: 1 })
    context.show(changes[0]?.policyDiff ?? {}, () => changesText(changes, context.now()))
  },
})

export const ckAgentEvolutionCommand = askCommand({
  name: 'compat ck-agent-evolution',
  summary: 'Show how much an agent is trusted, and how that came about.',
  arguments: [{ name: 'agent', required: true, summary: 'The agent.' }],
  examples: ['mettle compat ck-agent-evolution planner'],
  ask: (mettle, { agent }) => mettle.agent(agent),
  view: (view, context) => agentText(view, context.now()),
})

const votesTaken = {
  arguments: [{ name: 'votes', required: true, summary: 'The file with the votes; - reads standard input.' }],
  options: { risk: riskOption },
} as const

export const ckConsensusAdaptiveCommand = askCommand({
  name: 'compat ck-consensus-adaptive',
  summary: 'Weigh votes by the trust that agents have earned.',
  ...votesTaken,
  examples: ['mettle compat ck-consensus-adaptive votes.json --risk medium'],
  ask: async (mettle, { votes, risk }, context) => mettle.consensus((await readVotes(context, votes, risk)) as Votes),
  ...consensusShown,
})

export const ckConsensusSimCommand = defineCommand({
  name: 'compat ck-consensus-sim',
  summary: 'Weigh votes by the trust that agents start with.',
  ...votesTaken,
  examples: ['mettle compat ck-consensus-sim votes.json --risk high'],
  run: async (context, { votes, risk }) => {
    const reached = await simulateConsensus(await readVotes(context, votes, risk))
    context.show(reached, () => consensusText(reached, context.colour))
    return CONSENSUS_EXIT[reached.decision]
  },
})
