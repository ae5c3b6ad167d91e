import { type ConfigKey, number, text } from './key.ts'

/** Where an organisation shares its patterns, and whom it believes. */
export const SHARING_KEYS = {
  'share.folder': text(
    '',
    'A folder, for example in git, through which projects share patterns; relative to the repository. It is used instead of the store. The file of a repository may only name a folder inside the repository.',
  ),
  'share.organisation': {
    kind: 'switch',
    fallback: false,
    summary: 'Share patterns through the store, with the other projects of the organisation.',
  },
  'share.trusted': {
    kind: 'names',
    fallback: [],
    summary:
      'Projects or journals whose patterns may be shown immediately; patterns of others must first be seen here on another day.',
  },
  'share.maxPerSource': number(1_000, 1, 100_000, 'The most patterns that are pulled from one journal.'),
} as const satisfies Record<string, ConfigKey>
