import type { Catalogue } from './catalogue.ts'

/** Commands under the names of other systems; `docs/reference/other-names.md` says which verb each is. */
export const OTHER_NAMES: Catalogue = [
  {
    name: 'insert',
    group: 'Names of other systems',
    summary: 'Insert the deliberation file of a pipeline.',
    load: () => import('./commands/insert.ts'),
  },
  {
    name: 'store-pattern',
    group: 'Names of other systems',
    summary: 'Store a pattern that a role stated.',
    load: () => import('./commands/store-pattern.ts'),
  },
  {
    name: 'query-patterns',
    group: 'Names of other systems',
    summary: 'Print the patterns that a role may be shown, as they score now.',
    load: () => import('./commands/query-patterns.ts'),
  },
  {
    name: 'increment-ignore',
    group: 'Names of other systems',
    summary: 'Say that a pattern was a false positive.',
    load: () => import('./commands/increment-ignore.ts'),
  },
  {
    name: 'reinforce-patterns',
    group: 'Names of other systems',
    summary: 'Say that evidence held some patterns up.',
    load: () => import('./commands/reinforce-patterns.ts'),
  },
  {
    name: 'outcome-score',
    group: 'Names of other systems',
    summary: 'Grade the patterns of a run by what became of its work.',
    load: () => import('./commands/outcome-score.ts'),
  },
  {
    name: 'decay',
    group: 'Names of other systems',
    summary: 'Show which patterns the passing of time costs most.',
    load: () => import('./commands/decay.ts'),
  },
  {
    name: 'tool',
    group: 'Names of other systems',
    summary: 'Call a tool of another system under its own name.',
    load: () => import('./commands/tool.ts'),
  },
  {
    name: 'outcome',
    group: 'Names of other systems',
    summary: 'Record the outcome of a run by its flags.',
    load: () => import('./commands/outcome.ts'),
  },
  {
    name: 'ck-outcome',
    group: 'Names of other systems',
    summary: 'Record the outcome of a run, given as JSON.',
    load: () => import('./commands/ck-outcome.ts'),
  },
  {
    name: 'ck-outcome-file',
    group: 'Names of other systems',
    summary: 'Record the outcome of a run from a file.',
    load: () => import('./commands/ck-outcome-file.ts'),
  },
  {
    name: 'learning-report',
    group: 'Names of other systems',
    summary: 'Report how adapters and agents fare, as text.',
    load: () => import('./commands/learning-report.ts'),
  },
  {
    name: 'ck-learning-report',
    group: 'Names of other systems',
    summary: 'Report how adapters and agents fare, as Markdown.',
    load: () => import('./commands/ck-learning-report.ts'),
  },
  {
    name: 'ck-policy-diff',
    group: 'Names of other systems',
    summary: 'Show what the latest run that moved policy changed.',
    load: () => import('./commands/ck-policy-diff.ts'),
  },
  {
    name: 'ck-agent-evolution',
    group: 'Names of other systems',
    summary: 'Show how far an agent is trusted, and the steps that led there.',
    load: () => import('./commands/ck-agent-evolution.ts'),
  },
  {
    name: 'ck-consensus-adaptive',
    group: 'Names of other systems',
    summary: 'Weigh votes by the profiles that agents have earned.',
    load: () => import('./commands/ck-consensus-adaptive.ts'),
  },
  {
    name: 'ck-consensus-sim',
    group: 'Names of other systems',
    summary: 'Weigh votes by the profiles that agents start with.',
    load: () => import('./commands/ck-consensus-sim.ts'),
  },
  {
    name: 'process-learnings',
    group: 'Names of other systems',
    summary: 'Turn what agents left behind into patterns.',
    load: () => import('./commands/process-learnings.ts'),
  },
  {
    name: 'prune-learnings',
    group: 'Names of other systems',
    summary: 'Archive what retention no longer keeps at hand.',
    load: () => import('./commands/prune-learnings.ts'),
  },
  {
    name: 'push-learnings',
    group: 'Names of other systems',
    summary: 'Give patterns to the organisation.',
    load: () => import('./commands/push-learnings.ts'),
  },
  {
    name: 'pull-learnings',
    group: 'Names of other systems',
    summary: 'Take the patterns that others gave to the organisation.',
    load: () => import('./commands/pull-learnings.ts'),
  },
]
