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
]
