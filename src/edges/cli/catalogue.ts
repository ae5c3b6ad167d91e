import type { Command } from './command.ts'
import { CONNECTING } from './connecting-commands.ts'
import { TENDING } from './journal-commands.ts'
import { OTHER_NAMES } from './other-names.ts'
import { RECORDING } from './recording-commands.ts'
import { AT_A_STEP } from './step-commands.ts'

/** The headings of the overview, in its order. */
export const GROUPS = [
  'Begin',
  'Record what happened',
  'Learn and use it',
  'Look and decide',
  'Journal',
  'Connect',
  'By hand',
  'Names of other systems',
] as const

/** A command that is known by name and loaded when it is called. */
export interface Entry {
  /** As typed after `mettle`; its file is the same with dashes: `learning record` is `commands/learning-record.ts`. */
  readonly name: string
  readonly group: (typeof GROUPS)[number]
  /** The command's own summary, so that the overview loads nothing. */
  readonly summary: string
  readonly load: () => Promise<{ readonly command: Command }>
}

export type Catalogue = readonly Entry[]

/** Every command, in the order of the overview. */
export const CATALOGUE: Catalogue = [
  {
    name: 'init',
    group: 'Begin',
    summary: 'Begin a journal in this repository, and connect the agents that work in it.',
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'status',
    group: 'Begin',
    summary: 'Tell whether the loop is alive, and what it holds.',
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'doctor',
    group: 'Begin',
    summary: 'Look for what goes wrong silently, with the line that mends it.',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'demo',
    group: 'Begin',
    summary: 'Play the history of a project through the loop, and look at what it learned.',
    load: () => import('./commands/demo.ts'),
  },
  ...RECORDING,
  {
    name: 'learn',
    group: 'Learn and use it',
    summary: 'Turn what was recorded into patterns.',
    load: () => import('./commands/learn.ts'),
  },
  {
    name: 'inject',
    group: 'Learn and use it',
    summary: 'Print the block of patterns for the next run.',
    load: () => import('./commands/inject.ts'),
  },
  {
    name: 'plan-prompt',
    group: 'Learn and use it',
    summary: 'Print what a planner should know before it cuts up some work.',
    load: () => import('./commands/plan-prompt.ts'),
  },
  {
    name: 'correct',
    group: 'Learn and use it',
    summary: 'Act on the verdict of a validator.',
    load: () => import('./commands/correct.ts'),
  },
  {
    name: 'error context',
    group: 'Record what happened',
    summary: 'Print what a task ran into, for its next attempt.',
    load: () => import('./commands/error-context.ts'),
  },
  {
    name: 'strike prompt',
    group: 'Record what happened',
    summary: 'Print the request to review the design of a task that failed three times.',
    load: () => import('./commands/strike-prompt.ts'),
  },
  ...AT_A_STEP,
  {
    name: 'pattern list',
    group: 'Look and decide',
    summary: 'List patterns, best first.',
    load: () => import('./commands/pattern-list.ts'),
  },
  {
    name: 'pattern show',
    group: 'Look and decide',
    summary: 'Show one pattern whole.',
    load: () => import('./commands/pattern-show.ts'),
  },
  {
    name: 'pattern why',
    group: 'Look and decide',
    summary: 'Explain where a pattern stands, from the events behind it.',
    load: () => import('./commands/pattern-why.ts'),
  },
  {
    name: 'pattern history',
    group: 'Look and decide',
    summary: 'Tell where a pattern stood after each fact about it, and what it will score unused.',
    load: () => import('./commands/pattern-history.ts'),
  },
  {
    name: 'pattern check',
    group: 'Look and decide',
    summary: 'Look whether the lines that patterns cite are still in the code.',
    load: () => import('./commands/pattern-check.ts'),
  },
  {
    name: 'pattern promote',
    group: 'Look and decide',
    summary: 'Vouch for a pattern.',
    load: () => import('./commands/pattern-promote.ts'),
  },
  {
    name: 'pattern deprecate',
    group: 'Look and decide',
    summary: 'Retire a pattern.',
    load: () => import('./commands/pattern-deprecate.ts'),
  },
  {
    name: 'pattern reset',
    group: 'Look and decide',
    summary: 'Take a decision back, and let the evidence speak again.',
    load: () => import('./commands/pattern-reset.ts'),
  },
  {
    name: 'pattern quarantine',
    group: 'Look and decide',
    summary: 'Set a pattern aside, or all that a run or a source contributed.',
    load: () => import('./commands/pattern-quarantine.ts'),
  },
  {
    name: 'pattern release',
    group: 'Look and decide',
    summary: 'Vouch for a pattern that was set aside.',
    load: () => import('./commands/pattern-release.ts'),
  },
  {
    name: 'pattern edit',
    group: 'Look and decide',
    summary: 'Reword or reclassify a pattern.',
    load: () => import('./commands/pattern-edit.ts'),
  },
  {
    name: 'pattern merge',
    group: 'Look and decide',
    summary: 'Say that two patterns are one.',
    load: () => import('./commands/pattern-merge.ts'),
  },
  {
    name: 'task list',
    group: 'Look and decide',
    summary: 'List the tasks of runs, with what their course counts as and why.',
    load: () => import('./commands/task-list.ts'),
  },
  {
    name: 'strategy list',
    group: 'Look and decide',
    summary: 'List the ways in which work was cut up, with what became of them.',
    load: () => import('./commands/strategy-list.ts'),
  },
  {
    name: 'strategy why',
    group: 'Look and decide',
    summary: 'Explain where a strategy stands, from the events behind it.',
    load: () => import('./commands/strategy-why.ts'),
  },
  {
    name: 'criterion list',
    group: 'Look and decide',
    summary: 'List the criteria, with what each still counts.',
    load: () => import('./commands/criterion-list.ts'),
  },
  {
    name: 'criterion why',
    group: 'Look and decide',
    summary: 'Explain what a criterion counts, from the events behind it.',
    load: () => import('./commands/criterion-why.ts'),
  },
  {
    name: 'receipt why',
    group: 'Look and decide',
    summary: 'Explain why a block held what it held, or why not a pattern.',
    load: () => import('./commands/receipt-why.ts'),
  },
  {
    name: 'policy show',
    group: 'Look and decide',
    summary: 'Show the policy in force, and what the evidence would change.',
    load: () => import('./commands/policy-show.ts'),
  },
  {
    name: 'policy why',
    group: 'Look and decide',
    summary: 'Explain why the gate stands as it does for an adapter.',
    load: () => import('./commands/policy-why.ts'),
  },
  {
    name: 'policy diff',
    group: 'Look and decide',
    summary: 'Show what outcomes did to policy, from what to what.',
    load: () => import('./commands/policy-diff.ts'),
  },
  {
    name: 'policy loosen',
    group: 'Look and decide',
    summary: 'Loosen the overlay of an adapter, or a threshold.',
    load: () => import('./commands/policy-loosen.ts'),
  },
  {
    name: 'policy tighten',
    group: 'Look and decide',
    summary: 'Ask for more of an adapter, or raise a threshold.',
    load: () => import('./commands/policy-tighten.ts'),
  },
  {
    name: 'policy acknowledge',
    group: 'Look and decide',
    summary: 'Say that a recurring failure is mended; it counts anew from here.',
    load: () => import('./commands/policy-acknowledge.ts'),
  },
  {
    name: 'policy annotate',
    group: 'Look and decide',
    summary: 'Leave a note on an adapter that policy and reports show.',
    load: () => import('./commands/policy-annotate.ts'),
  },
  {
    name: 'policy accept',
    group: 'Look and decide',
    summary: 'Accept the policy file as it stands, also where it asks for less.',
    load: () => import('./commands/policy-accept.ts'),
  },
  {
    name: 'policy check',
    group: 'Look and decide',
    summary: 'Check the policy file of this repository.',
    load: () => import('./commands/policy-check.ts'),
  },
  {
    name: 'goal list',
    group: 'Look and decide',
    summary: 'List the goals, and which one is chosen.',
    load: () => import('./commands/goal-list.ts'),
  },
  {
    name: 'goal use',
    group: 'Look and decide',
    summary: 'Choose the goal that runs are measured against.',
    load: () => import('./commands/goal-use.ts'),
  },
  {
    name: 'goal stats',
    group: 'Look and decide',
    summary: 'Tell how the goals have fared.',
    load: () => import('./commands/goal-stats.ts'),
  },
  {
    name: 'run list',
    group: 'Look and decide',
    summary: 'List runs with how they ended and how far patterns got in them.',
    load: () => import('./commands/run-list.ts'),
  },
  {
    name: 'run show',
    group: 'Look and decide',
    summary: 'Show what a run was shown, what came of it, and what happened in it.',
    load: () => import('./commands/run-show.ts'),
  },
  {
    name: 'receipt show',
    group: 'Look and decide',
    summary: 'Show what one injection put in front of a run, what it left out, and what was withheld.',
    load: () => import('./commands/receipt-show.ts'),
  },
  {
    name: 'timeline',
    group: 'Look and decide',
    summary: 'Tell what happened, fact by fact, newest first.',
    load: () => import('./commands/timeline.ts'),
  },
  {
    name: 'report',
    group: 'Look and decide',
    summary: 'Report how runs end, and which patterns carry weight.',
    load: () => import('./commands/report.ts'),
  },
  {
    name: 'report uplift',
    group: 'Look and decide',
    summary: 'Report what showing patterns changes about how runs end.',
    load: () => import('./commands/report-uplift.ts'),
  },
  {
    name: 'report calibration',
    group: 'Look and decide',
    summary: 'Report how well predictions agreed with how runs ended.',
    load: () => import('./commands/report-calibration.ts'),
  },
  {
    name: 'report governance',
    group: 'Look and decide',
    summary: 'Report how adapters and agents fare, and what policy is in force.',
    load: () => import('./commands/report-governance.ts'),
  },
  {
    name: 'export graph',
    group: 'Journal',
    summary: 'Print what runs led to, as lines or as a picture.',
    load: () => import('./commands/export-graph.ts'),
  },
  {
    name: 'session list',
    group: 'Look and decide',
    summary: 'List the sessions of clients, the last active first.',
    load: () => import('./commands/session-list.ts'),
  },
  {
    name: 'session show',
    group: 'Look and decide',
    summary: 'Show one session: what happened, what it was shown, how it ended, what was learned.',
    load: () => import('./commands/session-show.ts'),
  },
  {
    name: 'insights',
    group: 'Look and decide',
    summary: 'Tell how the roles judge, whether they agree, and what keeps coming back.',
    load: () => import('./commands/insights.ts'),
  },
  ...CONNECTING,
  ...TENDING,
  {
    name: 'compute',
    group: 'By hand',
    summary: 'Apply one law to numbers of your own.',
    load: () => import('./commands/compute.ts'),
  },
  {
    name: 'config',
    group: 'By hand',
    summary: 'Show the settings in force, and where each came from.',
    load: () => import('./commands/config.ts'),
  },
  ...OTHER_NAMES,
]
