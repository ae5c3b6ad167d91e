import { RETENTION } from '../../../engine/laws/retention.ts'
import { type ConfigKey, number, text } from './key.ts'

/** Where the journal is, what is withheld, and how much of the past stays at hand. */
export const JOURNAL_KEYS = {
  organisation: text('local', 'The organisation that owns the journal; its projects can share patterns.'),
  project: text('', 'The id of this project; if empty, derived from the repository.'),
  'store.url': text('', 'A PostgreSQL address; if empty, the SQLite journal in `.mettle/` is used.', {
    secret: true,
  }),
  'store.path': text('', 'The path of the SQLite journal; if empty, `.mettle/journal.db` of the repository.'),
  'store.waitMs': number(30_000, 0, 600_000, 'How long a writer waits for its turn.'),
  'store.durable': {
    kind: 'switch',
    fallback: true,
    summary:
      'An event is on disk before it is acknowledged; a receipt is written with the next event or soon after.',
  },
  'holdout.share': number(
    0.1,
    0,
    0.5,
    'Share of eligible patterns withheld at random, to measure their effect; 0 turns it off.',
  ),
  'holdout.runShare': number(
    0,
    0,
    0.5,
    'Share of runs that are shown no pattern, to measure the effect of all patterns together; 0 turns it off.',
  ),
  'holdout.afterRuns': number(20, 0, 1_000_000, 'Nothing is withheld in this many first runs of a project.'),
  'doctor.quietDays': number(
    14,
    1,
    3_650,
    'Days without a captured learning or an injection after which `mettle doctor` warns.',
  ),
  'retention.maxRuns': number(
    RETENTION.maxRuns,
    1,
    1_000_000,
    'The number of newest runs whose payloads stay in the journal when `mettle forget` archives.',
  ),
  'retention.maxSessions': number(
    RETENTION.maxSessions,
    1,
    1_000_000,
    'The number of folders in `.learnings/sessions` that are kept.',
  ),
  'retention.maxLogLines': number(
    RETENTION.maxLogLines,
    0,
    1_000_000_000,
    'The maximum number of newest events whose payloads stay in the journal.',
  ),
  'retention.maxArchiveAgeDays': number(
    RETENTION.maxArchiveAgeDays,
    0,
    36_500,
    'Days after which processed files in `.learnings/pending/archived` are deleted.',
  ),
  'retention.lockStaleHours': number(
    RETENTION.lockStaleHours,
    0.01,
    8_760,
    'Hours after which the lock of a dead run expires.',
  ),
  'retention.protectedWindowMinutes': number(
    RETENTION.protectedWindowMinutes,
    0,
    525_600,
    'A run that was active within this many minutes is not touched.',
  ),
} as const satisfies Record<string, ConfigKey>
