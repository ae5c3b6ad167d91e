import { CATEGORIES } from '../../../domain/values/pattern.ts'
import { skillText } from '../../../machine/package-files.ts'
import { defineCommand } from '../command.ts'
import { parseLines } from '../input/parse-values.ts'
import { readTextFile } from '../input/read-file.ts'
import { usageError } from '../input/tokens.ts'
import { quantity } from '../output/numbers-text.ts'
import { verbCommand } from '../verb-command.ts'

export const learningRecordCommand = defineCommand({
  name: 'learning record',
  summary: 'Record something that was learned.',
  description: `The lesson is the sentence to remember, at least 20 characters. It waits until \`mettle learn\` makes a pattern of it or
    joins it to one. The same lesson of the same agent in the same run is recorded once.`,
  options: {
    lesson: { kind: 'text', short: 'l', value: 'TEXT', required: true, summary: 'The sentence to remember.' },
    agent: { kind: 'text', short: 'a', value: 'NAME', default: 'person', summary: 'Who learned it.' },
    role: { kind: 'text', value: 'ROLE', summary: 'The role it belongs to; else the agent.' },
    run: { kind: 'text', short: 'r', value: 'ID', summary: 'The run in which it was learned.' },
    happened: { kind: 'text', value: 'TEXT', summary: 'What happened.' },
    why: { kind: 'text', value: 'TEXT', summary: 'Why it happened.' },
    fix: { kind: 'text', value: 'TEXT', summary: 'What mended it.' },
    category: {
      kind: 'text',
      oneOf: CATEGORIES,
      summary: 'What it is about; else told from its wording.',
    },
    appliesTo: {
      kind: 'list',
      value: 'NAME',
      summary: 'An agent or role it is for; may be given many times. Else everyone.',
    },
    label: { kind: 'list', value: 'NAME', summary: 'A label of the work; may be given many times.' },
    file: { kind: 'list', value: 'PATH', summary: 'A file it is about; may be given many times.' },
    phase: { kind: 'text', value: 'NAME', summary: 'The phase of the work.' },
    repository: {
      kind: 'text',
      value: 'NAME',
      summary: 'The only repository it is for, where several share a journal; else every one.',
    },
    at: { kind: 'text', value: 'FILE:LINE[-LAST]', summary: 'The place in the code that shows it.' },
  },
  examples: [
    'mettle learning record --lesson "Always close the database before removing its folder, otherwise Windows keeps it locked"',
    'mettle learning record --agent builder --run run-7 --label auth --at src/token.ts:42 --fix "checked expiry" --lesson "Check token expiry before every API call"',
  ],
  run: async (context, input) => {
    const { lesson, agent, role, run, happened, why, fix, category, phase, repository } = input
    const mettle = await context.openMettle()
    const files = [...input.file]
    const work = {
      ...(input.label.length === 0 ? {} : { labels: [...input.label] }),
      ...(files.length === 0 ? {} : { files }),
      ...(phase === undefined ? {} : { phase }),
      ...(repository === undefined ? {} : { repository }),
    }
    const recorded = await mettle.recordLearning({
      lesson,
      agent,
      role,
      run,
      whatHappened: happened,
      why,
      fixApplied: fix,
      category,
      appliesTo: input.appliesTo.length === 0 ? undefined : [...input.appliesTo],
      context: Object.keys(work).length === 0 ? undefined : work,
      citation: input.at === undefined ? undefined : parseLines(input.at),
    })
    context.show(recorded, () =>
      recorded.duplicate
        ? `It was recorded before: ${recorded.learning}`
        : `Recorded ${recorded.learning}\nmettle learn makes a pattern of it.`,
    )
  },
})

export const learningRulesCommand = defineCommand({
  name: 'learning rules',
  summary: 'Print the rules by which an agent decides what to record.',
  description: `The five questions, how to word a learning, what is refused whoever wrote it, and how to file it. Agents read the same text as a skill.`,
  examples: ['mettle learning rules'],
  run: async (context) => {
    const rules = skillText('capture-learnings')
    context.show({ rules }, () => rules)
  },
})

export const learningAcknowledgeCommand = defineCommand({
  name: 'learning acknowledge',
  summary: 'Record which patterns an agent says it used.',
  description: `Reads the agent's last message: LEARNINGS_ACKNOWLEDGED, a line Applied: "summary" -> [evidence at file:line] for each pattern that it used,
    or LEARNINGS_ACKNOWLEDGED: no_learnings (reason). A claim names its pattern by id or by its words; only what the run was shown
    counts. mettle learn checks the places.`,
  options: {
    run: { kind: 'text', short: 'r', value: 'ID', required: true, summary: 'The run whose agent speaks.' },
    message: {
      kind: 'text',
      short: 'm',
      value: 'FILE',
      default: '-',
      summary: 'The file with the message; - reads standard input.',
    },
    agent: { kind: 'text', short: 'a', value: 'NAME', summary: 'Who speaks.' },
  },
  examples: [
    'mettle learning acknowledge --run run-7 --message last-message.txt',
    'mettle learning acknowledge --run run-7 --agent plan-writer < last-message.txt',
  ],
  run: async (context, { run, message, agent }) => {
    const text = await readTextFile(context, message, 'The message')
    const mettle = await context.openMettle()
    const told = await mettle.acknowledge({ run, message: text, agent })
    context.show(told, () => {
      if (!told.acknowledged) return 'The message acknowledges nothing.'
      if (told.none !== undefined) return `No pattern applied: ${told.none}`
      return [
        `${told.duplicate ? 'Known before' : 'Recorded'}: ${quantity(told.applied.length, 'pattern')} named.`,
        ...told.applied.map(
          ({ pattern, how, places }) => `  ${pattern}  by ${how}, ${quantity(places, 'place')} to check`,
        ),
        ...told.unmatched.map((summary) => `  not among those shown: ${summary}`),
      ].join('\n')
    })
  },
})

export const iterationStartCommand = verbCommand('startIteration', {
  name: 'iteration start',
  summary: 'Begin the next round of a run.',
  description: `Each prompt of a session, each pass of a pipeline is an iteration. The commit that is checked out is remembered: what changed since
    then is what the run did. A run that says nothing has one iteration.`,
  options: { iteration: { short: 'i', value: 'N' } },
  examples: ['mettle iteration start --run run-7', 'mettle iteration start --run run-7 --iteration 2'],
  view: (started, _, { run }) => {
    const at = started.commit === undefined ? '' : ` at ${started.commit.slice(0, 12)}`
    return `Iteration ${started.iteration} of ${run}, number ${started.number} of the project${at}.`
  },
})

export const buildRecordCommand = defineCommand({
  name: 'build record',
  summary: 'Record how a build or a test run ended.',
  description: `The last build of an iteration speaks for it: after a failed one, what the agents that write code were shown there earns
    nothing.`,
  options: {
    run: { kind: 'text', short: 'r', value: 'ID', required: true, summary: 'The run that was built.' },
    passed: { kind: 'switch', summary: 'It passed.' },
    failed: { kind: 'switch', summary: 'It failed.' },
    command: { kind: 'text', value: 'TEXT', summary: 'What was run.' },
    exitCode: { kind: 'number', whole: true, value: 'N', summary: 'How it exited.' },
    durationMs: { kind: 'number', least: 0, whole: true, value: 'MS', summary: 'How long it took.' },
    iteration: {
      kind: 'number',
      least: 1,
      whole: true,
      value: 'N',
      summary: 'Of the run; else the one that it is in.',
    },
  },
  examples: [
    'mettle build record --run run-7 --passed --command "npm test"',
    'mettle build record --run run-7 --failed --exit-code 1',
  ],
  run: async (context, { run, passed, failed, ...more }) => {
    if (passed === failed)
      throw usageError('Say how it ended: --passed or --failed.', 'mettle build record --run run-7 --passed')
    const mettle = await context.openMettle()
    const { command, exitCode, durationMs, iteration } = more
    const recorded = await mettle.recordBuild({ run, passed, command, exitCode, durationMs, iteration })
    context.show(recorded, () => `Recorded a build of ${run} that ${passed ? 'passed' : 'failed'}.`)
  },
})
