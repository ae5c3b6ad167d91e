import type { Catalogue } from './catalogue.ts'

/** The commands that tend the journal as a whole. */
export const TENDING: Catalogue = [
  {
    name: 'rebuild',
    group: 'Journal',
    summary: 'Fold all patterns anew from the journal.',
    load: () => import('./commands/rebuild.ts'),
  },
  {
    name: 'undo',
    group: 'Journal',
    summary: 'Take a fact back, or all that a run or a source contributed.',
    load: () => import('./commands/undo.ts'),
  },
  {
    name: 'replay',
    group: 'Journal',
    summary: 'Show patterns and policy as they were, or check that the journal gives what is stored.',
    load: () => import('./commands/replay.ts'),
  },
  {
    name: 'backtest',
    group: 'Journal',
    summary: 'Try other settings on your own history.',
    load: () => import('./commands/backtest.ts'),
  },
  {
    name: 'backup',
    group: 'Journal',
    summary: 'Copy the whole journal into one file, while others use it.',
    load: () => import('./commands/backup.ts'),
  },
  {
    name: 'restore',
    group: 'Journal',
    summary: 'Put a backup in the place of the journal, and keep what was there.',
    load: () => import('./commands/restore.ts'),
  },
  {
    name: 'forget',
    group: 'Journal',
    summary: 'Archive the words of old facts, or erase one for good.',
    load: () => import('./commands/forget.ts'),
  },
  {
    name: 'import',
    group: 'Journal',
    summary: 'Take over what other systems left in files.',
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'export',
    group: 'Journal',
    summary: 'Write what the journal knows in a form that others read.',
    load: () => import('./commands/export.ts'),
  },
]
