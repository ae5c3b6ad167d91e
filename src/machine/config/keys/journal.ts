import { RETENTION } from '../../../engine/laws/retention.ts'
import { type ConfigKey, number, text } from './key.ts'

/** Where the journal is, what is withheld, and how much of the past stays at hand. */
export const JOURNAL_KEYS = {
  organisation: text('local', 'Whose journal this is; projects of one organisation can share.'),
  project: text('', 'The id of this project; empty: found from the repository.'),
  'store.url': text('', 'A PostgreSQL address; empty: the SQLite journal in `.mettle/`.', { secret: true }),
  'store.path': text('', 'Where the SQLite journal is; empty: `.mettle/journal.db` of the repository.'),
  'store.waitMs': number(30_000, 0, 600_000, 'How long a writer waits for its turn.'),
  'store.durable': {
    kind: 'switch',
    fallback: true,
    summary: 'A fact is on the disk before it is acknowledged; a receipt, with the next fact or soon after.',
  },
  'holdout.share': number(
    0.1,
    0,
    0.5,
    'Share of patterns withheld at random, to measure what they are worth; 0 turns it off.',
  ),
  'holdout.runShare': number(
    0,
    0,
    0.5,
    'Share of runs that go without any pattern, to measure what all of them together are worth; 0 turns it off.',
  ),
  'holdout.afterRuns': number(20, 0, 1_000_000, 'Nothing is withheld before a project has had so many runs.'),
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
    'Of so many runs, the newest, every word stays in the journal when `mettle forget` archives.',
  ),
  'retention.maxSessions': number(
    RETENTION.maxSessions,
    1,
    1_000_000,
    'So many folders of `.learnings/sessions` stay.',
  ),
  'retention.maxLogLines': number(
    RETENTION.maxLogLines,
    0,
    1_000_000_000,
    'So many facts, the newest, keep their words in the journal at most.',
  ),
  'retention.maxArchiveAgeDays': number(
    RETENTION.maxArchiveAgeDays,
    0,
    36_500,
    'Days after which processed files in `.learnings/pending/archived` go.',
  ),
  'retention.lockStaleHours': number(
    RETENTION.lockStaleHours,
    0.01,
    8_760,
    "Hours after which the lock of a run that died is nobody's.",
  ),
  'retention.protectedWindowMinutes': number(
    RETENTION.protectedWindowMinutes,
    0,
    525_600,
    'A run with a sign of life within so many minutes is under way and is not touched.',
  ),
} as const satisfies Record<string, ConfigKey>
