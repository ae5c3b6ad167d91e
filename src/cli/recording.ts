import type { Catalogue } from './catalogue.ts'

/** Commands that record what happened, in the order of the overview. */
export const RECORDING: Catalogue = [
  {
    name: 'learning record',
    group: 'Record what happened',
    summary: 'Record something that was learned.',
    load: () => import('./commands/learning-record.ts'),
  },
  {
    name: 'learning rules',
    group: 'Record what happened',
    summary: 'Print the rules by which an agent decides what to record.',
    load: () => import('./commands/learning-rules.ts'),
  },
  {
    name: 'learning acknowledge',
    group: 'Record what happened',
    summary: 'Record which patterns an agent says it used.',
    load: () => import('./commands/learning-acknowledge.ts'),
  },
  {
    name: 'iteration start',
    group: 'Record what happened',
    summary: 'Begin the next round of a run.',
    load: () => import('./commands/iteration-start.ts'),
  },
  {
    name: 'build record',
    group: 'Record what happened',
    summary: 'Record how a build or a test run ended.',
    load: () => import('./commands/build-record.ts'),
  },
  {
    name: 'outcome record',
    group: 'Record what happened',
    summary: 'Record how a run ended, and which patterns it used.',
    load: () => import('./commands/outcome-record.ts'),
  },
  {
    name: 'outcome merge',
    group: 'Record what happened',
    summary: "Record that a run's work was merged, or taken back.",
    load: () => import('./commands/outcome-merge.ts'),
  },
  {
    name: 'outcome watch',
    group: 'Record what happened',
    summary: 'Find out from git what became of the work of runs, and grade them by it.',
    load: () => import('./commands/outcome-watch.ts'),
  },
  {
    name: 'outcome ci',
    group: 'Record what happened',
    summary: 'Record what continuous integration found out about a commit.',
    load: () => import('./commands/outcome-ci.ts'),
  },
  {
    name: 'plan record',
    group: 'Record what happened',
    summary: "Record how a run's work is to be cut up.",
    load: () => import('./commands/plan-record.ts'),
  },
  {
    name: 'score record',
    group: 'Record what happened',
    summary: 'Record a score, and learn from it when it fell.',
    load: () => import('./commands/score-record.ts'),
  },
  {
    name: 'feedback record',
    group: 'Record what happened',
    summary: 'Say that a pattern, a criterion or a strategy helped or harmed.',
    load: () => import('./commands/feedback-record.ts'),
  },
  {
    name: 'outcome list',
    group: 'Record what happened',
    summary: 'List recorded outcomes, or the records that were refused, newest first.',
    load: () => import('./commands/outcome-list.ts'),
  },
  {
    name: 'outcome import',
    group: 'Record what happened',
    summary: 'Record a log of finished runs, one JSON object a line.',
    load: () => import('./commands/outcome-import.ts'),
  },
  {
    name: 'outcome export',
    group: 'Record what happened',
    summary: 'Print the outcomes of graded runs, one JSON object a line.',
    load: () => import('./commands/outcome-export.ts'),
  },
  {
    name: 'deliberation record',
    group: 'Record what happened',
    summary: 'Record what a role left behind, and the patterns it states.',
    load: () => import('./commands/deliberation-record.ts'),
  },
  {
    name: 'deliberation list',
    group: 'Record what happened',
    summary: 'List recorded deliberations, newest first.',
    load: () => import('./commands/deliberation-list.ts'),
  },
  {
    name: 'error record',
    group: 'Record what happened',
    summary: 'Record that a step of a task failed.',
    load: () => import('./commands/error-record.ts'),
  },
  {
    name: 'error resolve',
    group: 'Record what happened',
    summary: 'Say that an error was dealt with.',
    load: () => import('./commands/error-resolve.ts'),
  },
  {
    name: 'error list',
    group: 'Record what happened',
    summary: 'List errors that are not resolved, newest first.',
    load: () => import('./commands/error-list.ts'),
  },
  {
    name: 'strike record',
    group: 'Record what happened',
    summary: 'Record that an attempt at a task failed.',
    load: () => import('./commands/strike-record.ts'),
  },
  {
    name: 'strike list',
    group: 'Record what happened',
    summary: 'List the tasks that have strikes.',
    load: () => import('./commands/strike-list.ts'),
  },
  {
    name: 'strike clear',
    group: 'Record what happened',
    summary: 'Wipe the strikes of a task.',
    load: () => import('./commands/strike-clear.ts'),
  },
  {
    name: 'session settle',
    group: 'Record what happened',
    summary: 'Draw the line under a session, as far as it has come.',
    load: () => import('./commands/session-settle.ts'),
  },
]
