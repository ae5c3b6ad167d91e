import { withoutUndefined } from '../../../domain/sets.ts'
import { CATEGORIES } from '../../../domain/values/pattern.ts'
import { skillText } from '../../../machine/package-files.ts'
import { askCommand, choice, count, defineCommand, flag, list, number, ordinal, text } from '../command.ts'
import { parseLines, some } from '../input/parse-values.ts'
import { readTextFile } from '../input/read-file.ts'
import { usageError } from '../input/tokens.ts'
import { quantity } from '../output/numbers-text.ts'
import { verbCommand } from '../verb-command.ts'

export const learningRecordCommand = askCommand({
  name: 'learning record',
  summary: 'Record a lesson.',
  description: `The lesson is the sentence to remember, at least 20 characters. It is kept until \`mettle learn\` makes a pattern of it or
    joins it to one. The same lesson of the same agent in the same run is recorded once.`,
  options: {
    lesson: text('The sentence to remember.', 'TEXT', { short: 'l', required: true }),
    agent: text('Who learned it.', 'NAME', { short: 'a', default: 'person' }),
    role: text('The role it belongs to. Default: the agent.', 'ROLE'),
    run: text('The run in which it was learned.', 'ID', { short: 'r' }),
    happened: text('What happened.', 'TEXT'),
    why: text('Why it happened.', 'TEXT'),
    fix: text('What fixed it.', 'TEXT'),
    category: choice(CATEGORIES, 'What it is about. Default: read from its wording.'),
    appliesTo: list('An agent or role it is for; may be repeated. Default: everyone.', 'NAME'),
    label: list('A label of the work; may be repeated.', 'NAME'),
    file: list('A file it is about; may be repeated.', 'PATH'),
    phase: text('The phase of the work.', 'NAME'),
    repository: text('The only repository it is for, where several share a journal. Default: every one.', 'NAME'),
    at: text('The place in the code that shows it.', 'FILE:LINE[-LAST]'),
  },
  examples: [
    'mettle learning record --lesson "Always close the database before removing its folder, otherwise Windows keeps it locked"',
    'mettle learning record --agent builder --run run-7 --label auth --at src/token.ts:42 --fix "checked expiry" --lesson "Check token expiry before every API call"',
  ],
  ask: (mettle, input) => {
    const { happened, fix, label, file, phase, repository, at, ...more } = input
    const work = withoutUndefined({ labels: some(label), files: some(file), phase, repository })
    return mettle.recordLearning({
      ...more,
      whatHappened: happened,
      fixApplied: fix,
      appliesTo: some(input.appliesTo),
      context: Object.keys(work).length === 0 ? undefined : work,
      citation: at === undefined ? undefined : parseLines(at),
    })
  },
  view: ({ duplicate, learning }) =>
    duplicate ? `Already recorded: ${learning}` : `Recorded ${learning}\nmettle learn makes a pattern of it.`,
})

export const learningRulesCommand = defineCommand({
  name: 'learning rules',
  summary: 'Print the rules by which an agent decides what is worth recording.',
  description: `The five questions, how to word a learning, what is always refused, and how to file it. Agents read the same text as a skill.`,
  examples: ['mettle learning rules'],
  run: async (context) => {
    const rules = skillText('capture-learnings')
    context.show({ rules }, () => rules)
  },
})

export const learningAcknowledgeCommand = askCommand({
  name: 'learning acknowledge',
  summary: 'Record which patterns an agent says it used.',
  description: `Reads the agent's last message: LEARNINGS_ACKNOWLEDGED, a line Applied: "summary" -> [evidence at file:line] for each pattern that it used,
    or LEARNINGS_ACKNOWLEDGED: no_learnings (reason). A claim names its pattern by id or by its words; only what the run was shown
    counts. mettle learn checks the places.`,
  options: {
    run: text('The run of the agent that wrote the message.', 'ID', { short: 'r', required: true }),
    message: text('The file with the message; - reads standard input.', 'FILE', { short: 'm', default: '-' }),
    agent: text('The agent that wrote it.', 'NAME', { short: 'a' }),
  },
  examples: [
    'mettle learning acknowledge --run run-7 --message last-message.txt',
    'mettle learning acknowledge --run run-7 --agent plan-writer < last-message.txt',
  ],
  ask: async (mettle, { run, message, agent }, context) =>
    mettle.acknowledge({ run, message: await readTextFile(context, message, 'The message'), agent }),
  view: (given) => {
    if (!given.acknowledged) return 'The message acknowledges nothing.'
    if (given.none !== undefined) return `No pattern applied: ${given.none}`
    return [
      `${given.duplicate ? 'Known before' : 'Recorded'}: ${quantity(given.applied.length, 'pattern')} named.`,
      ...given.applied.map(
        ({ pattern, how, places }) => `  ${pattern}  by ${how}, ${quantity(places, 'place')} to check`,
      ),
      ...given.unmatched.map((summary) => `  not among those shown: ${summary}`),
    ].join('\n')
  },
})

export const iterationStartCommand = verbCommand('startIteration', {
  name: 'iteration start',
  summary: 'Start the next round of a run.',
  description: `Each prompt of a session and each pass of a pipeline is an iteration. Mettle remembers the commit that is checked
    out: what changes after it is the work of the run. Without this command, a run has one iteration.`,
  options: { iteration: { short: 'i', value: 'N' } },
  examples: ['mettle iteration start --run run-7', 'mettle iteration start --run run-7 --iteration 2'],
  view: (started, _, { run }) => {
    const at = started.commit === undefined ? '' : ` at ${started.commit.slice(0, 12)}`
    return `Iteration ${started.iteration} of ${run}, number ${started.number} of the project${at}.`
  },
})

export const buildRecordCommand = askCommand({
  name: 'build record',
  summary: 'Record how a build or a test run ended.',
  description: `The last build of an iteration counts: after a failed one, the patterns that were shown to agents that write code earn
    nothing.`,
  options: {
    run: text('The run that was built.', 'ID', { short: 'r', required: true }),
    passed: flag('It passed.'),
    failed: flag('It failed.'),
    command: text('What was run.', 'TEXT'),
    exitCode: number('How it exited.', { whole: true, value: 'N' }),
    durationMs: count('How long it took.', { value: 'MS' }),
    iteration: ordinal('The iteration of the run. Default: the current one.', { value: 'N' }),
  },
  examples: [
    'mettle build record --run run-7 --passed --command "npm test"',
    'mettle build record --run run-7 --failed --exit-code 1',
  ],
  check: ({ passed, failed }) => {
    if (passed === failed)
      throw usageError('Say how it ended: --passed or --failed.', 'mettle build record --run run-7 --passed')
  },
  ask: (mettle, { failed: _, ...build }) => mettle.recordBuild(build),
  view: (_, __, { run, passed }) => `Recorded a build of ${run} that ${passed ? 'passed' : 'failed'}.`,
})
