import { type ConfigKey, number, text } from './key.ts'

/** Where `mettle serve` listens. Whoever is let in from afar is a person's own choice. */
export const SERVING_KEYS = {
  'serve.port': number(4_777, 0, 65_535, 'The port of `mettle serve`; 0 for any free port.'),
  'serve.host': text(
    '127.0.0.1',
    'The address it listens on; one that other machines can reach needs --allow-remote. Not read from a project.',
  ),
  'serve.url': text(
    '',
    'The address under which others reach it, such as `https://mettle.example.com` of a proxy in front. Not read from a project.',
  ),
  'serve.callsPerMinute': number(3_000, 1, 1_000_000, 'The most calls that a token may make per minute.'),
} as const satisfies Record<string, ConfigKey>

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
