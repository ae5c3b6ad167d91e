import { type ConfigKey, number, text } from './key.ts'

/** Where an organisation shares its patterns, and whom it believes. */
export const SHARING_KEYS = {
  'share.folder': text(
    '',
    'A folder, in git for example, through which projects share patterns; relative to the repository. It goes before the store. The file of a repository may only name one inside of it.',
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
      'Projects or journals whose patterns may be shown at once; those of others wait until they are seen here on another day.',
  },
  'share.maxPerSource': number(1_000, 1, 100_000, 'So many patterns of one journal are pulled at most.'),
} as const satisfies Record<string, ConfigKey>
