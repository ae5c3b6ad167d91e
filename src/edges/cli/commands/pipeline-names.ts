import { decayCosts } from '../../../report/entry-worth.ts'
import { askCommand, type Command, choice, defineCommand, list, number, ordinal, text } from '../command.ts'
import { decider } from '../input/ask.ts'
import { listed } from '../input/parse-values.ts'
import { quantity } from '../output/numbers-text.ts'
import { gradeText, handOptions } from '../pattern-decision.ts'
import { deliberationRecordCommand as record } from './deliberations.ts'
import { forgetCommand } from './keeping.ts'
import { learnCommand } from './learn.ts'
import { pullCommand, pushCommand } from './sharing.ts'

/** `deliberation record` under another name: it takes the same and does the same. */
export const insertCommand: Command = {
  ...record,
  name: 'compat insert',
  summary: 'Record the deliberation file of a pipeline.',
  examples: ['mettle compat insert state/deliberations/42-judge-1.json --run run-42'],
}

export const storePatternCommand = askCommand({
  name: 'compat store-pattern',
  summary: 'Store a pattern that a role stated.',
  description: `Does what learning record and learn do, in one step. A text that the role has stated before is another sighting of the same pattern, counted
    once per deliberation. Text that is not a pattern is refused, with the reason. Being stored again is repetition, not proof: successes come
    from verdicts and outcomes.`,
  options: {
    role: text('Whose pattern it is.', 'ROLE', { required: true }),
    text: text('The sentence to remember.', 'TEXT', { required: true }),
    delibId: text('The deliberation that states it.', 'ID'),
  },
  examples: [
    'mettle compat store-pattern --role judge --text "Retries hide timeouts because the client swallows the error"',
  ],
  ask: (mettle, { role, text, delibId }) => mettle.storePattern({ role, text, deliberation: delibId }),
  view: (stored) =>
    stored.status === 'refused'
      ? `Refused: ${stored.reason}`
      : `${stored.status === 'new' ? 'Stored' : 'Known, and seen again'}: ${stored.pattern ?? ''}`,
})

export const queryPatternsCommand = askCommand({
  name: 'compat query-patterns',
  summary: 'Print the patterns that a role may see, with their current scores.',
  description:
    'Prints patterns of the role, patterns for everyone, and rules or reinforced patterns of other roles. Patterns learned in work with the same labels or phase rank higher. Unlike inject, it leaves no receipt.',
  options: {
    role: text('The role that asks.', 'ROLE', { required: true }),
    limit: ordinal('How many at most.', { short: 'n', default: 10 }),
    labels: list('Labels of the work.', 'A,B'),
    phase: text('The phase of the work.', 'NAME'),
    files: list('Files of the work.', 'A,B'),
  },
  examples: ['mettle compat query-patterns --role judge --limit 5 --labels auth,api --phase review'],
  ask: async (mettle, { role, limit, labels, phase, files }) => ({
    patterns: await mettle.queryPatterns({ role, limit, labels: listed(labels), files: listed(files), phase }),
  }),
  view: ({ patterns: found }, context, { role }) => {
    const none = `There is no pattern for ${role}.`
    const rows = found.map(({ pattern: { id, role: of, text: said }, axes }) => {
      return [id, axes!.score.toFixed(2), of, said]
    })
    return context.table(rows, { head: ['ID', 'SCORE', 'ROLE', 'TEXT'], right: [1], none })
  },
})

export const incrementIgnoreCommand = askCommand({
  name: 'compat increment-ignore',
  summary: 'Report that a pattern was a false positive.',
  description: `Penalises the pattern by the weight of its role, as a validator's verdict does. Name it by its text, exactly or nearly so. A run penalises a
    pattern once; without a run, a name counts once a day, and the answer says when a call does not count.`,
  options: {
    role: text('Whose pattern it is.', 'ROLE', { required: true }),
    text: text('What the pattern says.', 'TEXT', { required: true }),
    ...handOptions,
  },
  examples: [
    'mettle compat increment-ignore --role judge --text "Retries hide timeouts because the client swallows the error" --run run-42',
  ],
  ask: (mettle, { role, text, run, by, reason }) =>
    mettle.penalisePattern({
      pattern: { role, text },
      by: decider(by),
      reason: reason ?? 'called a false positive by hand',
      run,
    }),
  view: (graded) => gradeText('Penalised', graded),
})

export const reinforcePatternsCommand = askCommand({
  name: 'compat reinforce-patterns',
  summary: 'Report that evidence confirmed patterns.',
  description: `Gives each a success and a reinforcement, as a PASS on evidence does for what was applied. Reasoning alone (level 3) reinforces nothing. A run
    reinforces a pattern once; without a run, one call a day counts, and the answer says when one does not count. All of the patterns are reinforced, or none.`,
  options: {
    ids: list('The patterns, as query-patterns prints them.', 'A,B', { required: true }),
    role: text('In whose name; it is kept in the reason.', 'ROLE'),
    evidenceLevel: number('1 is the output of a run, 2 a place in the change, 3 reasoning.', {
      least: 1,
      most: 3,
      whole: true,
      default: 2,
    }),
    ...handOptions,
  },
  examples: ['mettle compat reinforce-patterns --role judge --ids p-4254f02efa558f50,p-d86bc974dde41587 --run run-42'],
  ask: async (mettle, { ids, role, evidenceLevel, run, by, reason = 'held up by hand' }) => ({
    patterns: await mettle.reinforcePatterns({
      patterns: listed(ids) ?? [],
      evidenceLevel: evidenceLevel as 1 | 2 | 3,
      by: decider(by),
      reason: role === undefined ? reason : `${reason} (${role})`,
      run,
    }),
  }),
  view: ({ patterns: graded }) => graded.map((one) => gradeText('Reinforced', one)).join('\n'),
})

export const outcomeScoreCommand = defineCommand({
  name: 'compat outcome-score',
  summary: 'Grade the patterns of a run by what happened to its work.',
  description:
    'merged and reverted are what outcome merge records; failed is what outcome record does with a failure. Only patterns that the run cited or applied are graded.',
  options: {
    run: text('The run.', 'ID', { short: 'r', required: true }),
    outcome: choice(['merged', 'failed', 'reverted'], 'What happened to its work.', { required: true }),
  },
  examples: ['mettle compat outcome-score --run run-42 --outcome merged'],
  run: async (context, { run, outcome }) => {
    const mettle = await context.openMettle()
    if (outcome === 'failed') {
      const recorded = await mettle.recordOutcome({ run, result: 'failure', observedBy: 'record' })
      context.show(recorded, () => `${said(recorded.duplicate)} that ${run} failed.`)
      return
    }
    const recorded = await mettle.recordMerge({ run, kept: outcome === 'merged' })
    context.show(
      recorded,
      () =>
        `${said(recorded.duplicate)} that ${run} was ${outcome}.\nIt grades ${quantity(recorded.graded.length, 'pattern')}.`,
    )
  },
})

function said(duplicate: boolean): string {
  return duplicate ? 'It was known' : 'Recorded'
}

const MOST = 10

export const decayCommand = defineCommand({
  name: 'compat decay',
  summary: 'Show which patterns lose most of their score with time.',
  description:
    'There is nothing to run: scores decay when they are read, so this command changes nothing. Three reinforcements end the decay of a pattern.',
  examples: ['mettle compat decay', 'mettle compat decay --json'],
  run: async (context) => {
    const mettle = await context.openMettle()
    const costs = decayCosts(await mettle.patterns({ axes: true }), context.now(), MOST)
    context.show({ decaysWhenRead: true, patterns: costs }, () => {
      const head = 'Scores decay when they are read; nothing has to run, and nothing was changed.'
      if (costs.length === 0) return `${head}\nNo pattern has lost anything yet.`
      const rows = costs.map(({ pattern, score, fresh, daysSinceUse, text: said }) => {
        return [pattern, `${fresh.toFixed(2)} -> ${score.toFixed(2)}`, `${Math.floor(daysSinceUse)} d`, said]
      })
      return `${head}\n\n${context.table(rows, { head: ['ID', 'SCORE', 'UNUSED', 'TEXT'], right: [2] })}`
    })
  },
})

export const processLearningsCommand: Command = {
  ...learnCommand,
  name: 'compat process-learnings',
  summary: 'Turn what agents recorded into patterns.',
  examples: ['mettle compat process-learnings'],
}

export const pruneLearningsCommand: Command = {
  ...forgetCommand,
  name: 'compat prune-learnings',
  summary: 'Archive what retention no longer keeps.',
  examples: ['mettle compat prune-learnings', 'mettle compat prune-learnings --dry-run'],
}

export const pushLearningsCommand: Command = {
  ...pushCommand,
  name: 'compat push-learnings',
  summary: 'Share patterns with your organisation.',
  examples: ['mettle compat push-learnings --dry-run'],
}

export const pullLearningsCommand: Command = {
  ...pullCommand,
  name: 'compat pull-learnings',
  summary: 'Get the patterns that others share with your organisation.',
  examples: ['mettle compat pull-learnings --dry-run'],
}
